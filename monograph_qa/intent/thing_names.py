"""The words by which a label may name one thing: as asked, spelt out, in other words for it."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from monograph_qa.intent.drug_classes import (
    Term,
    TermIndex,
    classes_called,
    classes_of,
    terms_in,
    terms_to_find,
)
from monograph_qa.intent.lexicon import abbreviations, is_drug_word, is_plain
from monograph_qa.intent.vaccines import vaccine_names
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.brand_names import brands_among
from monograph_qa.vocabulary.question_words import stop_words
from monograph_qa.vocabulary.rows import read_rows

_WORD = re.compile(r"[^\W_]+")
_LETTERS_AND_NUMBER = re.compile(r"([a-z]{2,})(\d{1,2})")


def names_of(words: Sequence[str]) -> tuple[Term, ...]:
    """Terms for what the words name, the words themselves first."""
    names: dict[Term, None] = {tuple(words): None}
    found, asking = _synonyms()
    variants = [tuple(words), *_spelt_out(words), *_made_of(words)]
    for variant in variants:
        for at in asking.said_by(variant):
            names.update(dict.fromkeys(found[at]))
    return tuple(names | dict.fromkeys(variants))


def tells(word: str) -> bool:
    """Whether a word names something by itself: a drug, a class, what the vocabulary has other
    words for, or no everyday word at all."""
    if not is_plain(word) or is_drug_word(word):
        return any(c.isalpha() for c in word) and not word[0].isdigit()
    _, asking = _synonyms()
    if len(word) > 1 and find_meaning(word):
        return True
    return bool(classes_of([word]) or classes_called([word]) or asking.said_by([word]))


def _made_of(words: Sequence[str]) -> Iterator[Term]:
    """The ingredients of the brands among the words; of a longer name also what it begins with,
    where that is a drug ("insulin glargine")."""
    for brand in brands_among(words):
        for ingredient in brand.ingredients:
            parts = tuple(_WORD.findall(ingredient.casefold()))
            yield parts
            if is_drug_word(parts[0]):
                yield parts[:1]
            yield from vaccine_names(ingredient)


def _spelt_out(words: Sequence[str]) -> Iterator[Term]:
    """The words with what an abbreviation among them stands for, and "MEN2" as two words."""
    for at, word in enumerate(words):
        parts = _LETTERS_AND_NUMBER.fullmatch(word)
        if parts:
            yield (*words[:at], *parts.groups(), *words[at + 1 :])
        for drug in abbreviations().get(word, ()):  # "HCTZ"
            yield (*words[:at], *drug.name.split(), *words[at + 1 :])
        meaning = find_meaning(word) if len(word) > 1 else None
        long = [w for w in _WORD.findall((meaning or "").casefold()) if w not in stop_words()]
        if long and long != [word]:
            yield (*words[:at], *long, *words[at + 1 :])


@cache
def _synonyms() -> tuple[tuple[tuple[Term, ...], ...], TermIndex]:
    """Groups of words for one thing: as they may stand in a label, and as one asks with them."""
    rows = [*read_rows("question_synonyms"), *read_rows("condition_names")]
    found = tuple((*terms_to_find(r["words"]), *terms_to_find(r["found_only"])) for r in rows)
    asking = ((*terms_to_find(r["words"]), *terms_in(r["asked_only"])) for r in rows)
    return found, TermIndex(asking)
