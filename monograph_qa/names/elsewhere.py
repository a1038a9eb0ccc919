"""Drugs of a question that an imported table of names knows, whether or not a label is here."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from monograph_qa.domain.intent import DrugMention, KnownName, NameHit
from monograph_qa.domain.label import NameKind
from monograph_qa.frozen import frozen
from monograph_qa.names.candidates import Candidate, stands_like_a_drug
from monograph_qa.names.held import HeldDrugs, is_aside
from monograph_qa.names.namebook import NameBook, Question, hits_under, labels_of, mention_of
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
    plain_key,
)
from monograph_qa.vocabulary.products import made_of, products_called, us_name
from monograph_qa.vocabulary.question_words import words_with_role
from monograph_qa.vocabulary.rows import sorted_table
from monograph_qa.vocabulary.tokens import Token, between

_MOST_OFFERED = 3
_SHORT = 4  # letters; shorter names are taken for one only where a drug's name stands
_GENERIC_BEFORE = re.compile(r"\bgenerics?(?: (?:form |version )?(?:of|for))?\W*$", re.I)
_GENERIC_BEHIND = re.compile(r"\W*generics?\b", re.I)
_OTHER_NAME = ("", "(", "[", "/", "=")  # between two names of one product
_BRACKETS = ("(", "[")
_JOINED_BY_MARK = re.compile(r"[\s]*[/+&\-‐-―][\s]*")


@frozen
class UnheldDrug:
    """A word (or words) that is a drug's name, and not a held one. `sure`: from the word itself.
    `known` is what imported tables list under it, or under the name that it may misspell."""

    asked: str
    start: int
    stop: int
    near: tuple[NameHit, ...]
    sure: bool
    known: tuple[KnownName, ...] = ()
    is_misspelt: bool = False

    @property
    def is_brand(self) -> bool:
        return any(product.kind == NameKind.BRAND for product in self.known)


def match_known(
    question: Question, windows: Sequence[Candidate], held: HeldDrugs
) -> tuple[UnheldDrug, ...]:
    """The names that only imported tables know, in the order of the question. A known name may be
    wider than a held one, where the two are not the same drug: a combination, or another product of
    the brand. Where two drugs are set side by side "X and Y" is none."""
    keys = list(dict.fromkeys(key for window in windows for key in window.keys))
    known = question.names.known_elsewhere(keys) if keys else {}
    if not known:
        return ()
    taken: list[UnheldDrug] = []
    others = {(other.start, other.stop) for other in held.others}
    for window in windows:
        start, stop = window.start, window.stop
        products = _known_products(window, known)
        if not products or any(span.start < stop and start < span.stop for span in taken):
            continue
        inside = [span for span in held.spans if span[0] < stop and start < span[1]]
        words = window.of(question.tokens)
        if inside and _tells_strength(words, inside):
            continue
        if inside:
            fits = all(start <= a and b <= stop for a, b in inside)
            fits = fits and all((start, stop) != span or span in others for span in inside)
            products = tuple(each for each in products if _is_another_drug(each, window))
            if not (fits and products) or (
                question.pairing and _is_said_as_two(question.text, words)
            ):
                continue
        elif not _is_meant(question, window, products, alone=not held.spans):
            continue
        near = () if inside else _longer_brands(window.keys[0], question.names)
        taken.append(UnheldDrug(question.text[start:stop], start, stop, near, True, products))
    return tuple(sorted(taken, key=lambda span: span.start))


def _longer_brands(key: str, names: NameBook) -> tuple[NameHit, ...]:
    """The held brands that begin with a known one: "flucelvax" may be said for Flucelvax Tetra."""
    near = (hit for hit in names.near(key) if hit.kind == NameKind.BRAND)
    return tuple(hit for hit in near if name_key(hit.name).startswith(f"{key} "))[:_MOST_OFFERED]


def _known_products(
    window: Candidate, known: Mapping[str, tuple[KnownName, ...]]
) -> tuple[KnownName, ...]:
    """What tables list under the words; of an abbreviation under what it stands for first. Those
    alone that are no brand, where there are such: a table may list a substance as a brand."""
    typed, *others = window.keys or ("",)
    keys = [*others, typed] if typed in abbreviations() else window.keys
    products = next((known[key] for key in keys if key in known), ())
    return tuple(each for each in products if each.kind != NameKind.BRAND) or products


def _is_another_drug(product: KnownName, window: Candidate) -> bool:
    """Whether a product is another drug than the held one inside: a combination, or a brand of that
    name."""
    is_brand = product.kind == NameKind.BRAND and name_key(product.name) in window.keys
    return is_brand or len(plain_ingredients(product.ingredients)) > 1


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
    question: Question, window: Candidate, products: Sequence[KnownName], *, alone: bool
) -> bool:
    """Whether the words are used as a name: brands are called Ella, Dial and Pain Relief, too."""
    words = window.of(question.tokens)
    first = words[0]
    if len(words) == 1 and first.key in abbreviations():
        return True
    if len(words) == 1 and (first.key.isdigit() or find_long_form(first) is not None):
        return False
    if any(
        is_drug_word(key) or not (is_plain(key) or key.isdigit() or len(key) < _SHORT)
        for key in (word.key for word in words)
    ):
        return True
    if len(words) > 1:
        return alone and any(product.kind != NameKind.BRAND for product in products)
    is_short = len(first.key) < _SHORT and not is_plain(first.key)
    is_substance = any(product.kind == NameKind.GENERIC for product in products)
    fits = is_short or (alone and is_substance)
    return fits and stands_like_a_drug(question, window.first, alone=alone)


def as_generic(question: Question, drug: UnheldDrug) -> DrugMention | None:
    """What is held of the ingredients of a brand of which a generic is asked for ("Xarelto
    generic", "generic for Xarelto"); None where none is."""
    text = question.text
    before, behind = text[: drug.start], text[drug.stop :]
    is_asked = _GENERIC_BEFORE.search(before) or _GENERIC_BEHIND.match(behind)
    if not is_asked or not drug.is_brand or drug.is_misspelt:
        return None
    held = held_with_same_ingredients(drug.known, question.names)
    return mention_of(held, text, drug.start, drug.stop) if held else None


def held_with_same_ingredients(
    products: Sequence[KnownName], names: NameBook
) -> tuple[NameHit, ...]:
    """Names that the library holds for the very ingredients of known products, each name once."""
    made = (product.ingredients for product in products if product.ingredients)
    keys = (key for ingredients in made for key in ingredient_keys(ingredients))
    return tuple(hits_under((name for key in keys for name in (key, *all_names(key))), names))


def as_ingredients(
    question: Question, mentions: Sequence[DrugMention], drugs: Sequence[UnheldDrug]
) -> tuple[tuple[DrugMention, ...], tuple[UnheldDrug, ...]]:
    """The mentions and unheld drugs without the brands that are asked for with their held
    ingredient: "Glucophage (metformin)" is any maker's metformin, and none of another brand."""
    read, left = list(mentions), []
    for drug in drugs:
        read = [m for m in read if not _is_of_its_name(question.text, drug, m)]
        same = None if drug.is_misspelt else _named_with(question, drug, read)
        plain: tuple[str, ...] = ()
        if same and drug.is_brand:
            is_apart = _is_made_with(drug, same) or _is_given_its_way(drug)
            plain = () if is_apart else question.names.unbranded(same.label_ids)
            read = [m for m in read if m != same]
            read += [replace(same, label_ids=plain)] if plain else []
        if not same or (drug.is_brand and not plain):
            left.append(drug)
    return tuple(sorted(read, key=lambda mention: mention.start)), tuple(left)


def _named_with(
    question: Question, drug: UnheldDrug, mentions: Sequence[DrugMention]
) -> DrugMention | None:
    """The mention of what an unheld drug is made of, by the ingredient ("semaglutide dose for
    Wegovy") or right beside it; in brackets or with a stroke between of one that it is made of with
    others: "amoxicillin (Augmentin)"."""
    same = set(labels_of(held_with_same_ingredients(drug.known, question.names)))
    span, text = (drug.start, drug.stop), question.text
    said_before = plain_key(text[: drug.start]).split()
    is_taken = not words_with_role("taking").isdisjoint(said_before[-1:])
    for mention in mentions:
        own = mention.start, mention.stop
        first, second = sorted([own, span])
        is_other_name = text[first[1] : second[0]].strip() in _OTHER_NAME
        is_same = bool(same.intersection(mention.label_ids))
        by_ingredient = is_same and not products_called(plain_key(mention.asked).split())
        # "who uses AzaSite" has it beside the infusion.
        is_partner = question.pairing or (is_taken and _is_given_its_way(drug))
        if (by_ingredient and not is_partner) or (
            is_aside(text, own, span)
            and (is_same or (is_other_name and _is_made_with(drug, mention)))
        ):
            return mention
    return None


def _is_of_its_name(text: str, drug: UnheldDrug, mention: DrugMention) -> bool:
    """Whether a brand in brackets behind a name says that another substance is meant whose name
    contains it: "trastuzumab (Kadcyla)" is ado-trastuzumab emtansine."""
    is_behind = text[mention.stop : drug.start].strip() in _BRACKETS
    own = plain_key(mention.asked).split()
    made = (key.split() for product in drug.known for key in plain_ingredients(product.ingredients))
    return is_behind and drug.is_brand and any(set(own) < set(words) for words in made)


def _is_given_its_way(drug: UnheldDrug) -> bool:
    """Whether a table tells how a brand is given, its ingredient being given otherwise as well:
    whether what is here is given so is not told by names."""
    return bool(sorted_table("brand_routes").rows(plain_key(drug.asked)))


def _is_made_with(drug: UnheldDrug, mention: DrugMention) -> bool:
    """Whether a known product has the ingredients of a held drug, and others beside them."""
    own = set(made_of(mention.name))
    products = ({us_name(e) for e in plain_ingredients(p.ingredients)} for p in drug.known)
    return bool(own) and any(own < product for product in products)
