"""How a name is printed: freed of marks, strength and form, and without its salt."""

import re

from monograph_qa.names.ingredients import EDGE, is_ingredient
from monograph_qa.vocabulary.name_keys import name_parts

_MARKS = re.compile(r"[®™©*†‡§]|\((?:R|TM)\)|\bRx [Oo]nly\b")
_GLUED_FORM = re.compile(r"\b([A-Z]{4,})([a-z][a-z-]{3,})")
_GLUED_MARK = re.compile(r"(?<=[A-Z]{4})TM\b")  # a raised TM that the text layer sets level
_RANGE = re.compile(r"\s\d[\d.,]*\s*[-–x×]\s*\d.*$")  # "0.4 - 2 × 10⁸ cells": a strength
# Some print it right behind the name, without a blank: "Fresenius Kabi100 mg/mL". Insulins have 100
# units, and a number before that is no thousands: "NovoMix 30 100 units/ml".
_STRENGTH = re.compile(
    r"(?:\b|(?<=[a-z]{3}))(?:\d{1,3}(?:\s(?!100\b)\d{3})+|\d[\d.,]*)\s*(?:%|(?:mg|g|mcg|µg|ml|micrograms?|microlit(?:re|er)s?|M?I?U|units?|mEq|mmol|[kMG]?Bq|m?Ci)\b).*$",
    re.I,
)
_STANDARD = re.compile(
    r"\b(?:U\.?S\.?P\.?|N\.?F\.?|B\.?P\.?|I\.?P\.?|Ph\.? ?Eur\.?)(?![a-z])", re.I
)

# Health Canada's schedule marks; "NORVASC" begins with none.
PRESCRIPTION_MARK = re.compile(r"^(?:Pr\s(?=[A-Z])|(?:Pr|(?:N|T/C|C)\s+)(?=[A-Z]{2}))")


def clean(name: str) -> str:
    """A printed name without marks, pharmacopoeia, strength and dosage form.

    >>> clean("LISINOPRIL Tablets USP, 10 mg")
    'LISINOPRIL'
    """
    unmarked = PRESCRIPTION_MARK.sub("", _MARKS.sub(" ", name).strip())
    text = _STANDARD.sub(" ", _GLUED_MARK.sub("", unmarked))
    text = " ".join(_RANGE.sub("", _STRENGTH.sub("", text)).split())
    words = _GLUED_FORM.sub(_apart, text).split(" ")
    for at, word in enumerate(words):
        before = " ".join(words[:at])
        is_inside = before.count("(") > before.count(")")
        if at and is_form(word) and not (is_inside or _is_release(word)):
            words = words[:at]
            break
    while words and words[-1].casefold().strip(",.") in {"and", "or", "with", "for", "in", "of"}:
        words.pop()
    return EDGE.sub("", " ".join(words))


def _apart(glued: re.Match[str]) -> str:
    """ "OMEPRAZOLEdelayed-release": a name and its form set without a blank."""
    return f"{glued[1]} {glued[2]}" if is_form(glued[2]) else glued[0]


def _is_release(word: str) -> bool:
    """ "XL", "ER": behind a brand they tell one product from another."""
    return word.isupper() and word.casefold() in name_parts().releases


def is_form(word: str) -> bool:
    """ "Tablets,", "extended-release": a word that says how the drug is made up."""
    parts = word.strip(",.;()").casefold().split("-")
    return all(part in name_parts().forms for part in parts)


def without_salt(name: str) -> str:
    """ "metformin hydrochloride" -> "metformin"; the name itself where it bears no salt. What
    stands first is none: "sodium oxybate"."""
    parts = name_parts()
    kept: list[str] = []
    has_drug = False  # of "sodium benzoate" no word is anything but a salt
    for word in name.split(" "):
        is_salt = word.casefold().strip(",.") in parts.salts
        is_joint = word.casefold() in parts.connectors
        if not (is_salt and has_drug):
            kept.append(word)
        has_drug = not is_joint and (has_drug or not is_salt)
    bare = " ".join(kept)
    # "dimethyl fumarate" and "benzalkonium chloride" are nothing without what looks like a salt.
    return bare if is_ingredient(bare) or not is_ingredient(name) else name
