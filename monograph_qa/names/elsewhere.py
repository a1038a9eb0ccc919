"""Drugs of a question that an imported table of names knows, whether or not a label is here."""

import re
from collections.abc import Sequence
from itertools import pairwise

from monograph_qa.domain.intent import DrugMention, KnownName, NameHit
from monograph_qa.domain.label import NameKind
from monograph_qa.frozen import frozen
from monograph_qa.names.candidates import Candidate
from monograph_qa.names.held import HeldDrugs
from monograph_qa.names.namebook import NameBook, mention_of
from monograph_qa.names.scoring import stands_like_a_drug
from monograph_qa.names.words import (
    abbreviations,
    all_names,
    find_long_form,
    is_drug_word,
    is_plain,
)
from monograph_qa.vocabulary.name_keys import (
    ingredient_keys,
    name_key,
    name_parts,
    plain_ingredients,
)
from monograph_qa.vocabulary.tokens import Token, between

_MOST_OFFERED = 3
_SHORT = 4  # letters; shorter names are taken for one only where a drug's name stands
_GENERIC_BEFORE = re.compile(r"\bgenerics?(?: (?:form |version )?(?:of|for))?\W*$", re.I)
_GENERIC_BEHIND = re.compile(r"\W*generics?\b", re.I)
_JOINED_BY_MARK = re.compile(r"[\s]*[/+&\-‐-―][\s]*")


@frozen
class UnheldDrug:
    """A word (or words) that is a drug's name, and not a held one. `sure`: from the word itself.

    `known` is what imported tables list under it, or under the name that it may misspell.
    """

    asked: str
    start: int
    stop: int
    near: tuple[NameHit, ...]
    sure: bool
    known: tuple[KnownName, ...] = ()
    is_misspelt: bool = False


def match_known(
    question: str,
    tokens: Sequence[Token],
    windows: Sequence[Candidate],
    held: HeldDrugs,
    names: NameBook,
    *,
    pairing: bool,
) -> tuple[UnheldDrug, ...]:
    """The names that only imported tables know, in the order of the question.

    A known name may be wider than a held one, where the two are not the same drug: a combination,
    or another product of the brand. `pairing`: the question sets two drugs side by side, so
    "X and Y" is no combination.
    """
    keys = list(dict.fromkeys(key for window in windows for key in window.keys))
    known = names.known_elsewhere(keys) if keys else {}
    if not known:
        return ()
    taken: list[UnheldDrug] = []
    others = {(other.start, other.stop) for other in held.others}
    for window in windows:
        start, stop = window.start, window.stop
        products = next((known[key] for key in _abbreviated_last(window) if key in known), ())
        products = _as_substance(products)
        if not products or any(span.start < stop and start < span.stop for span in taken):
            continue
        inside = [span for span in held.spans if span[0] < stop and start < span[1]]
        words = tokens[window.first : window.last + 1]
        if inside and _tells_strength(words, inside):
            continue
        if inside:
            fits = all(start <= a and b <= stop for a, b in inside)
            fits = fits and all((start, stop) != span or span in others for span in inside)
            products = _other_products(products, window)
            if not (fits and products) or (pairing and _is_said_as_two(question, words)):
                continue
        elif not _is_meant(question, tokens, window, products, alone=not held.spans):
            continue
        near = () if inside else _longer_brands(window.keys[0], names)
        taken.append(UnheldDrug(question[start:stop], start, stop, near, True, products))
    return tuple(sorted(taken, key=lambda span: span.start))


def _longer_brands(key: str, names: NameBook) -> tuple[NameHit, ...]:
    """The held brands that begin with a known one: "flucelvax" may be said for Flucelvax Tetra."""
    near = (hit for hit in names.near(key) if hit.kind == NameKind.BRAND)
    return tuple(hit for hit in near if name_key(hit.name).startswith(f"{key} "))[:_MOST_OFFERED]


def _abbreviated_last(window: Candidate) -> Sequence[str]:
    """The window's keys; of an abbreviation what it stands for goes before what is called so."""
    typed = window.keys[0] if window.keys else ""
    return (*window.keys[1:], typed) if typed in abbreviations() else window.keys


def _as_substance(products: Sequence[KnownName]) -> tuple[KnownName, ...]:
    """The products, or those alone that are no brand: a table may list a substance as a brand."""
    plain = tuple(product for product in products if product.kind != NameKind.BRAND)
    return plain or tuple(products)


def _other_products(products: Sequence[KnownName], window: Candidate) -> tuple[KnownName, ...]:
    """Those that are another drug than the held one inside: combinations, brands of that name."""
    return tuple(
        product
        for product in products
        if len(plain_ingredients(product.ingredients)) > 1
        or (product.kind == NameKind.BRAND and name_key(product.name) in window.keys)
    )


def _tells_strength(words: Sequence[Token], held: Sequence[tuple[int, int]]) -> bool:
    """Whether all that stands beside the held name is a mark of its strength: "Bactrim DS"."""
    beside = [w for w in words if not any(a <= w.start < b for a, b in held)]
    return bool(beside) and all(word.key in name_parts().strengths for word in beside)


def _is_said_as_two(question: str, words: Sequence[Token]) -> bool:
    if not any(word.key in name_parts().connectors for word in words):
        return False
    gaps = (between(question, left, right) for left, right in pairwise(words))
    return not any(_JOINED_BY_MARK.fullmatch(gap) and gap.strip() for gap in gaps)


def _is_meant(
    question: str,
    tokens: Sequence[Token],
    window: Candidate,
    products: Sequence[KnownName],
    *,
    alone: bool,
) -> bool:
    """Whether the words are used as a name: brands are called Ella, Dial and Pain Relief, too."""
    words = tokens[window.first : window.last + 1]
    first = words[0]
    if len(words) == 1 and first.key in abbreviations():
        return True
    if len(words) == 1 and (first.key.isdigit() or find_long_form(first) is not None):
        return False
    if any(is_drug_word(word.key) or not _is_everyday(word) for word in words):
        return True
    if len(words) > 1:
        return alone and any(product.kind != NameKind.BRAND for product in products)
    is_short = len(first.key) < _SHORT and not is_plain(first.key)
    is_substance = any(product.kind == NameKind.GENERIC for product in products)
    fits = is_short or (alone and is_substance)
    return fits and stands_like_a_drug(question, tokens, window.first, alone=alone)


def _is_everyday(word: Token) -> bool:
    return is_plain(word.key) or word.key.isdigit() or len(word.key) < _SHORT


def as_generic(question: str, drug: UnheldDrug, names: NameBook) -> DrugMention | None:
    """What is held of the ingredients of a brand of which a generic is asked for ("Xarelto
    generic", "generic for Xarelto"); None where none is."""
    is_asked = _GENERIC_BEFORE.search(question[: drug.start]) or _GENERIC_BEHIND.match(
        question[drug.stop :]
    )
    is_brand = any(each.kind == NameKind.BRAND for each in drug.known)
    if not is_asked or not is_brand or drug.is_misspelt:
        return None
    held = held_with_same_ingredients(drug.known, names)
    return mention_of(held, question, drug.start, drug.stop) if held else None


def held_with_same_ingredients(
    products: Sequence[KnownName], names: NameBook
) -> tuple[NameHit, ...]:
    """Names that the library holds for the very ingredients of known products, each name once."""
    keys: dict[str, None] = {}
    for product in products:
        for key in ingredient_keys(product.ingredients) if product.ingredients else ():
            keys.setdefault(key)
            keys.update(dict.fromkeys(all_names(key)))
    found = names.find(list(keys)) if keys else {}
    hits = [hit for held in found.values() for hit in held]
    return tuple(dict.fromkeys(hits))
