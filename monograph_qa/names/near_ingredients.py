"""Held names that a slip for an ingredient may mean, though no label bears its name by itself: one
of a held combination ("lamivudin"), or a national name of what is held ("thyroxin")."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cache

from monograph_qa.domain.intent import NameHit
from monograph_qa.domain.label import NameKind
from monograph_qa.names.combinations import keys_of_parts
from monograph_qa.names.namebook import NameBook
from monograph_qa.names.near import NearNames, allowed_edits, edits_between
from monograph_qa.names.words import abbreviations, called_elsewhere, drug_words
from monograph_qa.vocabulary.products import names_of, other_names, us_name
from monograph_qa.vocabulary.rows import read_columns

_TABLES = ("drug_classes", "ingredient_names", "substances")


def near_ingredients(key: str, names: NameBook) -> NearNames:
    """The held names of the one ingredient that `key` misspells; none where it may be several."""
    edits = allowed_edits(key)
    nothing = NearNames((), edits + 1)
    words = _words_by_start().get(key[0], ())
    if not edits or key in words:
        return nothing
    near = {word: edits_between(key, word, edits) for word in words}
    best = min(near.values(), default=edits + 1)
    if best > edits:
        return nothing
    meant = {_called(word) for word in near if near[word] == best}
    hits = _held(meant.pop(), names) if len(meant) == 1 else ()
    return NearNames(tuple(hits), best) if hits else nothing


def _called(word: str) -> frozenset[str]:
    """All names of the ingredient that a word is a name of."""
    words = (word, *called_elsewhere(word))
    return frozenset(name for each in words for name in names_of(us_name(each)))


def _held(called: Collection[str], names: NameBook) -> list[NameHit]:
    found = names.find(sorted(called))
    hits = [hit for held in found.values() for hit in held]
    return hits or [
        hit
        for name in sorted(called)
        for hit in names.with_word(name.split()[0])
        if hit.kind != NameKind.BRAND and name in keys_of_parts(hit.name)
    ]


@cache
def _words_by_start() -> Mapping[str, Sequence[str]]:
    """All names of ingredients that are one word, by their first letter."""
    words = {*drug_words(), *abbreviations(), *other_names()}
    words.update(*(read_columns(table, "key") for table in _TABLES))
    found: dict[str, list[str]] = defaultdict(list)
    for word in sorted(word for word in words if word.isalpha()):
        found[word[0]].append(word)
    return found
