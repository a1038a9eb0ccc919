"""Drugs of a question that an imported table of names knows, whether or not a label is here."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from monograph_qa.domain.intent import KnownName, NameHit
from monograph_qa.domain.label import NameKind
from monograph_qa.frames.tokens import Token, between
from monograph_qa.intent.drugs import HeldDrugs, Window, name_windows
from monograph_qa.intent.lexicon import abbreviations, is_drug_word, is_plain
from monograph_qa.intent.namebook import NameBook
from monograph_qa.intent.near import edits_between
from monograph_qa.intent.position import stands_like_a_drug
from monograph_qa.intent.shorthand import find_long_form
from monograph_qa.vocabulary.name_keys import (
    ingredient_keys,
    name_key,
    name_parts,
    plain_ingredients,
)

_SHORT = 4  # letters; shorter names are taken for one only where a drug's name stands
_MOST_OFFERED = 3
_ONE_SLIP = 5  # letters from which on one slip is believed
_TWO_SLIPS = 10  # ... two; the world has many more names than a library
_JOINED_BY_MARK = re.compile(r"[\s]*[/+&\-‐-―][\s]*")


@dataclass(frozen=True, slots=True)
class KnownSpan:
    """Words of the question, [start, stop), that imported tables list as a drug's name."""

    start: int
    stop: int
    known: tuple[KnownName, ...]


def match_known(
    question: str,
    tokens: Sequence[Token],
    held: HeldDrugs,
    names: NameBook,
    *,
    pairing: bool,
) -> tuple[KnownSpan, ...]:
    """The names that only imported tables know, in the order of the question.

    A known name may be wider than a held one, where the two are not the same drug: a combination,
    or another product of the brand. `pairing`: the question sets two drugs side by side, so
    "X and Y" is no combination.
    """
    windows = list(name_windows(question, tokens))
    keys = list(dict.fromkeys(key for window in windows for key in window.keys))
    known = names.known_elsewhere(keys) if keys else {}
    if not known:
        return ()
    windows.sort(key=lambda window: (window.first - window.last, window.first))
    taken: list[KnownSpan] = []
    others = {(other.start, other.stop) for other in held.others}
    for window in windows:
        start, stop = tokens[window.first].start, tokens[window.last].stop
        products = next((known[key] for key in _abbreviated_last(window) if key in known), ())
        products = _as_substance(products)
        if not products or any(span.start < stop and start < span.stop for span in taken):
            continue
        inside = [span for span in held.spans if span[0] < stop and start < span[1]]
        words = tokens[window.first : window.last + 1]
        if inside:
            fits = all(start <= a and b <= stop for a, b in inside)
            fits = fits and all((start, stop) != span or span in others for span in inside)
            products = _other_products(products, window)
            if not (fits and products) or (pairing and _is_said_as_two(question, words)):
                continue
        elif not _is_meant(question, tokens, window, products, alone=not held.spans):
            continue
        taken.append(KnownSpan(start, stop, products))
    return tuple(sorted(taken, key=lambda span: span.start))


def _abbreviated_last(window: Window) -> Sequence[str]:
    """The window's keys; of an abbreviation what it stands for goes before what is called so."""
    typed = window.keys[0] if window.keys else ""
    return (*window.keys[1:], typed) if typed in abbreviations() else window.keys


def _as_substance(products: Sequence[KnownName]) -> tuple[KnownName, ...]:
    """The products, or those alone that are no brand: a table may list a substance as a brand."""
    plain = tuple(product for product in products if product.kind != NameKind.BRAND)
    return plain or tuple(products)


def _other_products(products: Sequence[KnownName], window: Window) -> tuple[KnownName, ...]:
    """Those that are another drug than the held one inside: combinations, brands of that name."""
    return tuple(
        product
        for product in products
        if len(plain_ingredients(product.ingredients)) > 1
        or (product.kind == NameKind.BRAND and name_key(product.name) in window.keys)
    )


def _is_said_as_two(question: str, words: Sequence[Token]) -> bool:
    if not any(word.key in name_parts().connectors for word in words):
        return False
    gaps = (between(question, left, right) for left, right in pairwise(words))
    return not any(_JOINED_BY_MARK.fullmatch(gap) and gap.strip() for gap in gaps)


def _is_meant(
    question: str,
    tokens: Sequence[Token],
    window: Window,
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


def nearest_known(key: str, names: NameBook) -> tuple[tuple[KnownName, ...], int]:
    """Known products whose name `key` may misspell, and how many edits away they are."""
    edits = 0 if len(key) < _ONE_SLIP else 1 if len(key) < _TWO_SLIPS else 2
    best = edits + 1
    near: list[str] = []
    for held in names.keys_near_elsewhere(key, edits + 1) if edits else ():
        distance = edits_between(key, held, edits)
        if distance < best:
            near, best = [], distance
        if distance == best:
            near.append(held)
    if best > edits:
        return (), best
    found = names.known_elsewhere(sorted(near)[:_MOST_OFFERED])
    return tuple(product for products in found.values() for product in products), best


def held_with_same_ingredients(
    products: Sequence[KnownName], names: NameBook
) -> tuple[NameHit, ...]:
    """Names that the library holds for the very ingredients of known products, each name once."""
    keys: dict[str, None] = {}
    for product in products:
        for key in ingredient_keys(product.ingredients) if product.ingredients else ():
            keys.setdefault(key)
            keys.update(dict.fromkeys(row.name for row in abbreviations().get(key, ())))
    found = names.find(list(keys)) if keys else {}
    hits = [hit for held in found.values() for hit in held]
    return tuple(dict.fromkeys(hits))
