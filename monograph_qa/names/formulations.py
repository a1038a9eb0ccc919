"""Drugs that another formulation makes another product: liposomal amikacin is Arikayce and no other
amikacin. `brand_formulations` says which brands are of which."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from monograph_qa.domain.intent import DrugMention
from monograph_qa.names.candidates import has_unit
from monograph_qa.names.namebook import NameBook
from monograph_qa.vocabulary.name_keys import plain_key
from monograph_qa.vocabulary.products import product_words
from monograph_qa.vocabulary.rows import read_columns, sorted_table
from monograph_qa.vocabulary.tokens import Token

_APART = re.compile(r"[\s‐-]+")
_BESIDE = frozenset({"", " ", "-", "‑", "–"})
_BESIDE_A_NUMBER = _BESIDE | {"/"}


def with_formulation(
    question: str, tokens: Sequence[Token], mention: DrugMention, names: NameBook
) -> DrugMention:
    """The mention widened to the formulations said beside it and narrowed to the labels of these;
    the mention itself where none is said, or no held label of the drug is of it."""
    read = mention
    while (wider := _widened(question, tokens, read)) is not None:
        formulation, read = wider
        read, numbers = _with_numbers(question, tokens, read)
        held = _labels_of(formulation, names, numbers)
        labels = tuple(label for label in read.label_ids if label in held)
        if not labels:
            return mention
        read = replace(read, label_ids=labels)
    return read


def formulation_of(brand: str | None) -> str:
    """The formulation of a brand that makes it another product than its bare ingredient; "" for
    all others."""
    rows = sorted_table("brand_formulations").rows(plain_key(brand)) if brand else []
    return rows[0][0] if rows else ""


def says_formulation(text: str) -> bool:
    """Whether a text says in which such formulation a drug is."""
    words = f" {' '.join(_APART.split(text.casefold()))} "
    return any(f" {word.replace('-', ' ')} " in words for word in product_words("formulation"))


def _widened(
    question: str, tokens: Sequence[Token], mention: DrugMention
) -> tuple[str, DrugMention] | None:
    """The formulation said right before a name or right behind it, and the mention with it."""
    words = product_words("formulation")
    before = [token for token in tokens if token.stop <= mention.start][-2:]
    behind = [token for token in tokens if token.start >= mention.stop][:2]
    for run in (before, before[-1:], behind, behind[:1]):
        if not run:
            continue
        start, stop = run[0].start, run[-1].stop
        beside = question[start:stop].casefold().replace(" ", "-")
        first, second = sorted([(start, stop), (mention.start, mention.stop)])
        if beside in words and question[first[1] : second[0]] in _BESIDE:
            asked = question[first[0] : second[1]]
            return words[beside], replace(mention, asked=asked, start=first[0], stop=second[1])
    return None


def _with_numbers(
    question: str, tokens: Sequence[Token], mention: DrugMention
) -> tuple[DrugMention, frozenset[str]]:
    """The mention with the numbers right behind it that are no strength, and these: "mix 70/30"."""
    numbers = []
    for at, token in enumerate(tokens):
        if token.start < mention.stop:
            continue
        is_beside = question[mention.stop : token.start] in _BESIDE_A_NUMBER
        if not (is_beside and token.key.isdigit()) or has_unit(tokens, at):
            break
        numbers.append(token.key)
        asked = question[mention.start : token.stop]
        mention = replace(mention, asked=asked, stop=token.stop)
    return mention, frozenset(numbers)


def _labels_of(formulation: str, names: NameBook, numbers: frozenset[str]) -> frozenset[str]:
    """The held labels of a formulation: by their brand, or by a name that says it, and bears the
    numbers said behind it."""
    words = [word for word, means in product_words("formulation").items() if means == formulation]
    hits = [hit for held in names.find(_brands_of(formulation)).values() for hit in held]
    hits += [hit for word in words for hit in names.with_word(word.partition("-")[0])]
    bear = (hit for hit in hits if numbers.issubset(plain_key(hit.name).split()))
    return frozenset(label for hit in bear for label in hit.label_ids)


@cache
def _brands_of(formulation: str) -> Sequence[str]:
    rows = read_columns("brand_formulations", "key", "formulation")
    return [key for key, each in rows if each == formulation]
