"""Which words are an ingredient, and how its name is printed.

What may be a label's drug is checked against the tables of drugs, so that no remark in brackets
("crystalline"), no place and no class becomes one.
"""

import re
from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache

from monograph_qa.vocabulary.name_keys import name_parts, plain_key, without_biosimilar_suffix
from monograph_qa.vocabulary.products import names_of, products_called
from monograph_qa.vocabulary.rows import read_rows, split_list

_MOST_WORDS = 4  # of an ingredient: "insulin degludec", "coagulation factor VIII (recombinant)"
_BIOLOGICAL = re.compile(
    r"\b(?:vaccines?|toxoids?|globulins?|antivenoms?|antitoxins?|allergenic extracts?)\b", re.I
)
_JOINED = re.compile(r"\s*(?:[/+,;&]|\b(?:and|plus|with)\b)\s*")  # ingredients of a combination
EDGE = re.compile(r"^[\s,.;:/\-–—]+|[\s,.;:/\-–—]+$")  # around a name
_LEAST = 3  # letters of an ingredient
_WORD = re.compile(r"[a-z][a-z0-9\-]{4,}")
_LEAST_USES, _LEAST_LEAD = 8, 2  # of a name that the whole label keeps repeating
_MARKS = re.compile(r"[®™©*†‡§]|\((?:R|TM)\)|\bRx [Oo]nly\b")
_GLUED_FORM = re.compile(r"\b([A-Z]{4,})([a-z][a-z-]{3,})")
_GLUED_MARK = re.compile(r"(?<=[A-Z]{4})TM\b")  # a raised TM that the text layer sets level
_RANGE = re.compile(r"\s\d[\d.,]*\s*[-–x×]\s*\d.*$")  # "0.4 - 2 × 10⁸ cells": a strength
# Some print it right behind the name, without a blank: "Fresenius Kabi100 mg/mL". Insulins have 100
# units, and a number before that is no thousands: "NovoMix 30 100 units/ml".
_STRENGTH = re.compile(
    r"(?:\b|(?<=[a-z]{3}))(?:\d{1,3}(?:\s(?!100\b)\d{3})+|(?:\d[\d.,]*/)*\d[\d.,]*)\s*(?:%|(?:mg|g|mcg|µg|ml|micrograms?|microlit(?:re|er)s?|M?I?U|units?|mEq|mmol|[kMG]?Bq|m?Ci)\b).*$",
    re.I,
)
_STANDARD = re.compile(
    r"\b(?:U\.?S\.?P\.?|N\.?F\.?|B\.?P\.?|I\.?P\.?|Ph\.? ?Eur\.?)(?![a-z])", re.I
)

# Health Canada's schedule marks; "NORVASC" begins with none.
PRESCRIPTION_MARK = re.compile(r"^(?:Pr\s(?=[A-Z])|(?:Pr|(?:N|T/C|C)\s+)(?=[A-Z]{2}))")


def is_biological(name: str) -> bool:
    """Whether a name says itself that it is a vaccine, toxoid or globulin: no table lists all."""
    return bool(_BIOLOGICAL.search(name))


def begins_a_vaccine(name: str) -> bool:
    """Whether a name is what the names of vaccines begin with: "Hepatitis A"."""
    return any(plain_key(name) in split_list(row["begins"]) for row in read_rows("vaccine_names"))


def is_known(name: str) -> bool:
    """Whether a name is of a known ingredient, or says itself what it is."""
    return is_ingredient(name) or is_biological(name)


def is_everyday(name: str) -> bool:
    """True when every word is plain English ("capsule shaped"): no drug is called that."""
    return all(word.casefold().strip("(),.") in _plain_words() for word in name.split())


@cache
def _plain_words() -> frozenset[str]:
    return frozenset(row["word"].casefold() for row in read_rows("plain_words"))


def is_class(name: str) -> bool:
    """Whether a name is one of a class of drugs: "NSAIDs"."""
    key = plain_key(name)
    words = (each for row in read_rows("drug_class_words") for each in split_list(row["words"]))
    return any(key.startswith(w[:-1]) if w.endswith("*") else key in (w, f"{w}s") for w in words)


def is_brand(name: str) -> bool:
    """Whether a known product bears just this brand."""
    return bool(products_called(plain_key(name).split()))


def parts_of(name: str) -> list[str]:
    """The ingredients of a combination: "glyburide and metformin" -> both; else the one."""
    parts = (EDGE.sub("", each) for each in _JOINED.split(name))
    found = [part for part in parts if len(part) >= _LEAST]
    return found if len(found) > 1 else [name]


def is_ingredient(name: str) -> bool:
    """Whether every part of a name is a known ingredient, with or without its salt."""
    return all(map(is_one_ingredient, parts_of(name)))


@lru_cache(maxsize=4096)
def is_one_ingredient(name: str) -> bool:
    """Whether a name is of one known ingredient, with or without its salt."""
    words = plain_key(name).split()
    if not words or len(words) > 2 * _MOST_WORDS:
        return False
    bare = [word for word in words if word not in name_parts().salts]
    keys = (" ".join(words), " ".join(bare), plain_key(without_biosimilar_suffix(name)))
    return any(key in _known() for key in keys)


@cache
def _known() -> frozenset[str]:
    """The names of all ingredients that the tables of products, names and classes speak of."""
    made_of = (row["ingredients"].split(" + ") for row in read_rows("brands"))
    names = {each.replace("-", " ") for own in made_of for each in own}
    prefixes = tuple(f"{prefix} " for prefix in name_parts().prefixes)
    return frozenset(
        (
            *names,
            # "trastuzumab emtansine": who leaves the prefix out means the same
            *(each.partition(" ")[2] for each in names if each.startswith(prefixes)),
            *(row["key"] for row in read_rows("ingredient_names")),
            *(row["key"] for row in read_rows("drug_classes")),
            *(row["key"] for row in read_rows("substances")),
        )
    )


def ingredients_of_brand(brand: str, body: str) -> str:
    """What a known brand is made of, in the label's own words, where the label speaks of all of it:
    of several products of one name the one with the most ingredients. "" where it does not."""
    best: tuple[str, ...] = ()
    words = plain_key(brand).split()
    core = [word for word in words if word not in name_parts().releases]  # "Adderall XR"
    for product in products_called(words) or products_called(core):
        used = tuple(_as_used(each, body) for each in product)
        if all(used) and len(used) > len(best):
            best = used
    return " and ".join(best)


def only_ingredient_of(brand: str) -> str:
    """The one ingredient of which all products of a known brand are made; "" where there are
    several."""
    made_of = set(products_called(plain_key(brand).split()))
    ingredients = made_of.pop() if len(made_of) == 1 else ()
    return ingredients[0] if len(ingredients) == 1 else ""


def _as_used(ingredient: str, body: str) -> str:
    uses = {name: len(re.findall(rf"\b{re.escape(name)}\b", body)) for name in names_of(ingredient)}
    name = max(uses, key=lambda each: uses[each])
    return name if uses[name] > 1 else ""


def most_used(body: str) -> str:
    """The ingredient that a label names most by far, everyday words ("alcohol") left out; "" where
    none stands out."""
    return _outstanding(body, lambda word: word in _known())


def brand_most_used(body: str) -> str:
    """The same of known brands: what a label is called that says no name where names stand."""
    return _outstanding(body, lambda word: is_brand(word) and word not in _known())


def _outstanding(body: str, is_name: Callable[[str], bool]) -> str:
    passed_over = name_parts().salts | _plain_words()
    often = [
        (word, times)
        for word, times in Counter(_WORD.findall(body)).most_common()
        if times >= _LEAST_USES and word not in passed_over and is_name(word)
    ]
    if not often:
        return ""
    (first, uses), *others = often
    return first if all(uses >= _LEAST_LEAD * times for _, times in others) else ""


def clean(name: str) -> str:
    """A printed name without marks, pharmacopoeia, strength and dosage form.

    >>> clean("LISINOPRIL Tablets USP, 10 mg")
    'LISINOPRIL'
    """
    unmarked = PRESCRIPTION_MARK.sub("", _MARKS.sub(" ", name).strip())
    text = _STANDARD.sub(" ", _GLUED_MARK.sub("", unmarked))
    text = " ".join(_RANGE.sub("", _STRENGTH.sub("", text)).split()).replace(" /", "/")
    words = _GLUED_FORM.sub(_apart, text).split(" ")
    for at, word in enumerate(words):
        before = " ".join(words[:at])
        is_inside = before.count("(") > before.count(")")
        # "XL", "ER": behind a brand they tell one product from another.
        is_release = word.isupper() and word.casefold() in name_parts().releases
        if at and is_form(word) and not (is_inside or is_release):
            words = words[:at]
            break
    while words and words[-1].casefold().strip(",.") in {"and", "or", "with", "for", "in", "of"}:
        words.pop()
    return EDGE.sub("", " ".join(words))


def _apart(glued: re.Match[str]) -> str:
    """ "OMEPRAZOLEdelayed-release": a name and its form set without a blank."""
    return f"{glued[1]} {glued[2]}" if is_form(glued[2]) else glued[0]


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
    before = ""
    for word in name.split(" "):
        said = word.casefold().strip(",.")
        is_salt = said in parts.salts or (said == "acid" and before in parts.salts)
        before = said
        is_joint = word.casefold() in parts.connectors
        if not (is_salt and has_drug):
            kept.append(word)
        has_drug = not is_joint and (has_drug or not is_salt)
    bare = " ".join(kept)
    # "dimethyl fumarate" and "benzalkonium chloride" are nothing without what looks like a salt.
    return bare if is_ingredient(bare) or not is_ingredient(name) else name
