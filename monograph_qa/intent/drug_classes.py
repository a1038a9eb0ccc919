"""Classes that our vocabulary lists drugs and other things under, and terms: words by which a label
may name a thing. Both are data: `question_classes`."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from monograph_qa.vocabulary.question_words import stop_words
from monograph_qa.vocabulary.rows import read_rows, split_list

_WORD = re.compile(r"[^\W_]+\*?")
_START = 3  # letters by which terms are found again; shorter words lose no plural ending

Term = tuple[str, ...]
"""Words of which a sentence holds all, in any order; one that ends with `*` is a beginning."""


@dataclass(frozen=True, slots=True)
class DrugClass:
    """What our vocabulary lists a thing under, and the terms by which labels mean all of it;
    `strength` are words for how strong an inhibitor or inducer it is, where that is told."""

    name: str
    terms: tuple[Term, ...]
    strength: tuple[str, ...] = ()


class TermIndex:
    """Lists of terms, found again by the words of a question."""

    def __init__(self, lists: Iterable[Iterable[Term]]) -> None:
        self._by_start: dict[str, list[tuple[int, Term]]] = {}
        for at, terms in enumerate(lists):
            for term in filter(None, terms):
                start = term[0].removesuffix("*")[:_START]
                self._by_start.setdefault(start, []).append((at, term))

    def said_by(self, words: Sequence[str]) -> list[int]:
        """The places of the lists of which the words say a term, all of it, in order; a term that
        is part of a longer one that they say does not count."""
        said = {*words, *(w[:-1] for w in words if len(w) > _START and w.endswith("s"))}
        starts = {word[:letters] for word in said for letters in range(1, _START + 1)}
        likely = (each for start in starts for each in self._by_start.get(start, ()))
        found = [(at, frozenset(term)) for at, term in likely if is_said(term, said)]
        # "hepatitis b" is meant as that, and not as any hepatitis.
        return sorted({at for at, term in found if not any(_is_part(term, o) for _, o in found)})


def classes_of(words: Sequence[str]) -> list[DrugClass]:
    """The classes of which the words say a member."""
    classes, members, _ = _classes()
    return [classes[at] for at in members.said_by(words)]


def classes_called(words: Sequence[str]) -> list[DrugClass]:
    """The classes that the words call by a name: "MAOI", "NSAIDs"."""
    classes, _, own = _classes()
    return [classes[at] for at in own.said_by(words)]


@cache
def strengths() -> frozenset[str]:
    """Every word for how strong an inhibitor or inducer is."""
    classes, *_ = _classes()
    return frozenset(word for each in classes for word in each.strength)


def is_said(term: Term, words: Collection[str]) -> bool:
    """Whether the words say the term, all of it."""
    return all(stands_in(word, words) for word in term)


def _is_part(term: Collection[str], longer: Collection[str]) -> bool:
    """Whether a longer term says the term, and more: "cancer*" is part of "breast cancer"."""
    words = {word.removesuffix("*") for word in longer}
    return len(term) < len(longer) and is_said(tuple(term), words)


def stands_in(word: str, words: Collection[str]) -> bool:
    """Whether a word of a term, or one that it begins, is among the words."""
    if word.endswith("*"):
        return any(each.startswith(word[:-1]) for each in words)
    return word in words


def terms_in(cell: str) -> tuple[Term, ...]:
    """The terms of one cell of the vocabulary, without words that any sentence has."""
    return tuple(_telling(words) for words in _words_in(cell))


def terms_to_find(cell: str) -> tuple[Term, ...]:
    """The terms by which sentences are found: as `terms_in`, but whole where a single word would be
    left ("type I diabetes" is not any diabetes)."""
    return tuple(
        words if len(_telling(words)) == 1 < len(words) else _telling(words)
        for words in _words_in(cell)
    )


def _words_in(cell: str) -> list[Term]:
    written = (_WORD.findall(each.casefold()) for each in split_list(cell))
    return [tuple(words) for words in written if words]


def _telling(words: Term) -> Term:
    return tuple(word for word in words if word not in stop_words())


@cache
def _classes() -> tuple[tuple[DrugClass, ...], TermIndex, TermIndex]:
    """All classes, their members, and what the classes are called."""
    rows = list(read_rows("question_classes"))
    classes = tuple(
        DrugClass(row["name"], terms_in(row["class"]), tuple(split_list(row["strength"])))
        for row in rows
    )
    members = TermIndex(terms_in(row["members"]) for row in rows)
    return classes, members, TermIndex(each.terms for each in classes)
