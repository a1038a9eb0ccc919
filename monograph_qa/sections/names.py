"""Drug names in a label's own phrases: "BRAND® (generic) tablets", "each mL contains 10 mg X"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from monograph_qa.domain.label import NameKind
from monograph_qa.sections.ingredients import (
    JOINED,
    ingredient_at,
    is_biological,
    is_brand,
    is_everyday,
    is_ingredient,
)
from monograph_qa.vocabulary.name_keys import name_parts

_MARKS = re.compile(r"[®™©*†‡§]|\((?:R|TM)\)")

# Phrases that label law or custom fixes; what they hold are names.
_SAFELY = re.compile(
    r"information needed to use\s+(.{2,160}?)\s+safely\s+and\s+effectively", re.I | re.S
)
_BRAND_GENERIC = re.compile(
    r"(?:^|(?<=use )|(?<=; ))\s*([A-Z][\w®™+'\- ]{1,60}?)\s*[®™*]*\s*[(\[]\s*"
    r"([^()\[\]]{3,140}(?:[(\[][^()\[\]]*[)\]][^()\[\]]*)?)[)\]]"
)
_GLUED_MARK = re.compile(r"(?<=[A-Z]{4})TM\b")  # a raised TM that the text layer sets level
_NAME_AND_FORM = re.compile(r"^\s*([A-Z][\w®™+'\-/, ]{2,90}?)\s*[®™]*(?:,|$|\bfor\b)")
_PRINT_TITLE = re.compile(r"^([A-Z0-9][^a-z]{2,90}?)\s*[-–]\s+([a-z][\w\s,()'\-]{3,160})$")
_BRAND_OF = re.compile(r"\b([A-Z][A-Za-z\-]{2,30})[®™]?\s+brand of\s+([a-z][a-z \-]{3,60})", re.S)
_CONTAINS = re.compile(
    r"\b(?:contains?|containing|equivalent to|corresponding to)\s+(?:approximately\s+)?"
    r"[\d.,]+\s*(?:mg|g|ml|mL|µg|mcg|micrograms?|milligrams?|IU|units?|%)(?:\s*/\s*\w+)?"
    r"\s+(?:of\s+)?(?:the\s+)?([a-zA-Z][\w\- ]{3,60}?)"
    r"(?=\s*(?:[,.;:(\[]|$|\b(?:and|as|in|per|for|equivalent|which|that)\b))"
)
# "contains X tartrate that corresponds to 6 mg X", "contains X sodium equivalent to 50 mg X"
_CONTAINS_SALT = re.compile(
    r"\bcontains?\s+([a-z][\w\- ]{3,60}?),?\s+"
    r"(?:equivalent|that corresponds?|corresponding|which)\b"
    r"(?!.*\band\s+\d)"
)
_AND_ALSO = re.compile(r"\band\s+\d[\d.,]*\s*m?g\s+(?:of\s+)?([a-z][\w\-]{3,40})")
_IS_A = re.compile(
    r"^([A-Z][\w®™\- ]{2,50}?)\s*[®™]*\s*[,(]\s*([a-z][\w\- /]{3,70}?)\s*[,)](?:[^.]{0,60})?\s+"
    r"(?:is|are|contains?|tablets?|capsules?|injection)\b"
)
_AMOUNT_OF = re.compile(
    r"\d[\d.,]*\s*(?:mg|g|mL|µg|mcg|micrograms?|milligrams?|IU|(?:international )?units?|Lf|%)"
    r"(?:\s*/\s*\w+)?(?:\s*\([^)]*\))?\s+(?:of\s+)?(?:the\s+)?(?=[A-Za-z])",
    re.I,
)
_INN = re.compile(r"\(INN\b\W{0,3}([a-z]{5,}(?: [a-z]{3,})?)\)")
_STATES_CONTENT = re.compile(
    r"\b(?:contains?|containing|formulated to contain|consists? of)\b", re.I
)
_RANGE = re.compile(r"\s\d[\d.,]*\s*[-–x×]\s*\d.*$")  # "0.4 - 2 × 10⁸ cells": a strength
_STRENGTH = re.compile(r"\b\d[\d.,]*\s*(?:mg|g|mcg|µg|ml|mL|%|micrograms?|IU|units?)\b.*$", re.I)
_STANDARD = re.compile(r"\b(?:U\.?S\.?P\.?|N\.?F\.?|B\.?P\.?|Ph\.? ?Eur\.?)(?![a-z])", re.I)
_EDGE = re.compile(r"^[\s,.;:/\-–—]+|[\s,.;:/\-–—]+$")
_NEVER_IN_A_NAME = frozenset({"or", "each", "is", "are", "was", "to", "as", "than", "by", "from"})
_MOST_WORDS, _MOST_WORDS_OF_A_VACCINE = 14, 25
_SHORT = 5  # letters
_BARE = frozenset({"the", "a", "an", "each", "this", "drug", "product", "active", "ingredient"})


CERTAIN = 1.0


@dataclass(frozen=True, slots=True)
class FoundName:
    """A name as printed, what it seems to be, and how sure the phrase makes it (0..1)."""

    name: str
    kind: NameKind
    trust: float


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
    words = text.split(" ")
    for at, word in enumerate(words):
        before = " ".join(words[:at])
        is_inside = before.count("(") > before.count(")")
        if at and is_form(word) and not (is_inside or _is_release(word)):
            words = words[:at]
            break
    while words and words[-1].casefold().strip(",.") in {"and", "or", "with", "for", "in", "of"}:
        words.pop()
    return _EDGE.sub("", " ".join(words))


def _is_release(word: str) -> bool:
    """ "XL", "ER": behind a brand they tell one product from another."""
    return word.isupper() and word.casefold() in name_parts().releases


def is_form(word: str) -> bool:
    """ "Tablets,", "extended-release": a word that says how the drug is made up."""
    parts = word.strip(",.;()").casefold().split("-")
    return all(part in name_parts().forms for part in parts)


def without_salt(name: str) -> str:
    """ "metformin hydrochloride" -> "metformin"; the name itself where it bears no salt."""
    words = name.split(" ")
    salts = name_parts().salts
    kept = [w for w in words if w.casefold().strip(",.") not in salts]
    bare = " ".join(kept)
    # "dimethyl fumarate" and "benzalkonium chloride" are nothing without what looks like a salt.
    return bare if kept and (is_ingredient(bare) or not is_ingredient(name)) else name


def ingredients(name: str) -> list[str]:
    """The ingredients of a combination: "glyburide and metformin" -> both; else the one."""
    parts = JOINED.split(name)
    found = [p for p in (_EDGE.sub("", p) for p in parts) if len(p) > 2]
    return found if len(found) > 1 else [name]


def is_plausible(name: str) -> bool:
    """A short run of words with letters, none of which is a form or filler alone."""
    words = name.split()
    most = _MOST_WORDS_OF_A_VACCINE if is_biological(name) else _MOST_WORDS
    if not 1 <= len(words) <= most or len(name) < 3 or not any(c.isalpha() for c in name):
        return False
    folded = {w.casefold().strip("(),") for w in words}
    if folded & _NEVER_IN_A_NAME:
        return False
    parts = name_parts()
    return not folded <= (_BARE | parts.forms | parts.salts | parts.connectors)


def is_abbreviation(name: str) -> bool:
    """Whether a short word of mixed case may stand for something measured ("CrCl"): no brand that a
    table knows ("Onfi")."""
    is_short = len(name.split()) == 1 and len(name) <= _SHORT and not is_brand(name)
    return is_short and not name.islower() and not name.isupper()


def names_in_line(line: str) -> Iterator[FoundName]:
    """Names in one line of a title page, highlights head or first description sentence."""
    if match := _PRINT_TITLE.match(line):
        yield FoundName(clean(match[1]), NameKind.BRAND, 0.9)
        yield FoundName(clean(match[2]), NameKind.GENERIC, 0.95)
    if match := _SAFELY.search(line):
        for brand in re.split(r"/|\bor\b", match[1]):
            yield FoundName(clean(brand), NameKind.BRAND, 0.95)
    if match := _BRAND_OF.search(line):
        yield FoundName(clean(match[1]), NameKind.BRAND, 0.95)
        yield FoundName(clean(match[2]), NameKind.GENERIC, 0.95)
    if (match := _BRAND_GENERIC.search(line)) and match.start() == 0:
        brand, generic = clean(match[1]), clean(match[2])
        if is_biological(match[1]):  # "Ebola Zaire Vaccine (rVSV, live)" has no brand
            yield FoundName(clean(line), NameKind.GENERIC, 0.85)
        elif is_biological(generic) or is_ingredient(generic) or is_brand(brand):
            yield FoundName(brand, NameKind.BRAND, 0.85)
            yield FoundName(generic, NameKind.GENERIC, 0.85)
        elif generic.islower() and not (
            is_everyday(generic) or is_everyday(brand) or is_ingredient(brand)
        ):  # newer than the tables
            yield FoundName(brand, NameKind.BRAND, 0.6)
            yield FoundName(generic, NameKind.GENERIC, 0.6)
        elif any(mark in match[0] for mark in "®™"):
            yield FoundName(brand, NameKind.BRAND, 0.8)


def is_print_title(line: str) -> bool:
    """True for the line that DailyMed prints first: "BRAND- generic tablet, film coated"."""
    return _PRINT_TITLE.match(line) is not None


def names_in_product_line(line: str) -> Iterator[FoundName]:
    """Names in the line that by law names the product: "BRAND (generic) tablets, for oral use", or
    "GENERIC tablets, for oral use" where there is no brand. What stands there is the name."""
    branded = [m for m in _BRAND_GENERIC.finditer(line) if not is_biological(m[1])]
    for match in branded:
        yield FoundName(clean(match[1]), NameKind.BRAND, CERTAIN)
        yield FoundName(clean(match[2]), NameKind.GENERIC, CERTAIN)
    plain = None if branded else _NAME_AND_FORM.match(line)
    if plain:
        yield FoundName(clean(plain[1]), NameKind.GENERIC, CERTAIN)


def names_in_composition(sentence: str) -> Iterator[FoundName]:
    """Names in a sentence that states what the product contains or is: the known ingredients that
    follow an amount or, where none is known, what stands there."""
    if match := _CONTAINS_SALT.search(sentence):
        yield FoundName(clean(match[1]), NameKind.GENERIC, 0.6)
        return
    if match := _INN.search(sentence):
        yield FoundName(match[1], NameKind.GENERIC, 0.7)
        return
    known = [ingredient_at(sentence[match.end() :]) for match in _AMOUNT_OF.finditer(sentence)]
    known = list({without_salt(each).casefold(): each for each in known if each}.values())
    if known and _STATES_CONTENT.search(sentence):
        yield FoundName(" and ".join(known), NameKind.GENERIC, 0.7)
        return
    if match := _IS_A.match(sentence):
        yield FoundName(clean(match[1]), NameKind.BRAND, 0.6)
        yield FoundName(clean(match[2]), NameKind.GENERIC, 0.6)
    parts = [clean(match[1]) for match in _CONTAINS.finditer(sentence)]
    if parts:
        parts += [clean(match[1]) for match in _AND_ALSO.finditer(sentence)]
        each = {without_salt(part).casefold(): part for part in reversed(parts)}
        yield FoundName(" and ".join(reversed(each.values())), NameKind.GENERIC, 0.6)
