"""What a question calls a thing, and what a label may call it: spelt out, in short, in one word.

"PE", "pulmonary embolism" and a table row's "PE" are one. The short forms are the vocabulary's and
those that the label itself explains: "plaque psoriasis (PsO)".
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import pairwise

from monograph_qa.evidence.stems import stem, stems_of, words_of
from monograph_qa.intent.cues import topic_words
from monograph_qa.intent.lexicon import is_plain
from monograph_qa.vocabulary.abbreviations import abbreviations
from monograph_qa.vocabulary.rows import read_rows

_EXPLAINED = re.compile(r"([^()|:;]{4,80}?)\s?\(([A-Za-z][\w-]{1,9})\)")
_SHORT_WORD = re.compile(r"\b[A-Za-z][\w-]{1,9}\b")
_LEAST = 2  # capitals of a short form; "In" and "Or" are none
_LONG_PART = 4  # letters
_LEAST_INITIALS = 3
_LONGEST_SHORT = 6
_CAPITALISED = re.compile(r"[A-Z][a-z]+(?:[ -][A-Z]?[a-z]+)*(?:[ -][A-Z][a-z]+)")
_JOINED = 5  # letters; "post op" is the beginning of "postoperative"


Explained = tuple[str, frozenset[str]]
"""A short form as written, with the stems of what it stands for."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A text's words as they are compared: as stems, in lower case, and as written."""

    stems: frozenset[str]
    folded: frozenset[str]
    written: frozenset[str]

    @classmethod
    def of(cls, text: str) -> "Wanted":
        """The words of a text."""
        return cls(stems_of(text), words_of(text), frozenset(_SHORT_WORD.findall(text)))


@dataclass(frozen=True)
class Thing:
    """One thing that a question names: all its words, as stems, or any of its short forms; or what
    its one word, as said, is the beginning of."""

    words: tuple[str, ...]
    short: frozenset[str] = frozenset()
    is_beginning: bool = False
    asked: str = ""

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(self.words)

    def is_in(self, text: Wanted) -> bool:
        """Whether a text names the thing."""
        if self.is_beginning:
            return any(word.startswith(self.words[0]) for word in text.folded)
        return self._stems <= text.stems or not self.short.isdisjoint(text.written)


def explained_in(texts: Iterable[str]) -> list[Explained]:
    """The short forms that texts explain, with the stems of what they stand for, and of that with
    the word before it: "plaque psoriasis (PsO)" explains PsO for "psoriasis", too."""
    return list(dict.fromkeys(each for text in texts if "(" in text for each in _explained(text)))


@lru_cache(maxsize=4096)  # the same labels are asked again
def _explained(text: str) -> tuple[Explained, ...]:
    found: list[Explained] = []
    for match in _EXPLAINED.finditer(text):
        short, before = match[2], match[1]
        long = _long_form(short, before) if _has_capitals(short) else ""
        if long:
            wider = before[: len(before) - len(long)].split()[-1:]
            found += [(short, stems_of(long)), (short, stems_of(" ".join([*wider, long])))]
    return tuple(found)


def without_plain_words(words: Sequence[str]) -> list[str]:
    """The words of a question but for everyday ones ("heart attack") where the clinical ones that
    they mean ("myocardial infarction") stand among them."""
    told = set(words)
    plain: set[str] = set()
    for row in read_rows("question_clinical_words"):
        if told.issuperset(row["clinical"].split()):
            plain |= set(re.findall(r"[a-z]+", row["said"])) - set(row["clinical"].split())
    return [word for word in words if word not in plain]


def headed_by(words: Iterable[str], headings: Iterable[str], question: str) -> list[Explained]:
    """What short words that are explained nowhere may stand for in headings: "gca" for "Giant Cell
    Arteritis", "psa" for "Psoriatic Arthritis". Each word gives its first letter, or more. What is
    typed with capitals ("PsA") in the `question` is short though it may be a common word, too."""
    typed = {w.casefold() for w in _SHORT_WORD.findall(question) if _has_capitals(w)}
    asked = [
        word
        for word in words
        if _LEAST_INITIALS <= len(word) <= _LONGEST_SHORT
        if word in typed or not is_plain(word) or word not in topic_words()
    ]
    found: dict[Explained, None] = {}
    for heading in headings if asked else ():
        for names in _CAPITALISED.findall(heading):
            run = re.split(r"[\s-]+", names)
            for first in range(len(run) - 1):
                for last in range(first + 2, len(run) + 1):
                    for word in asked:
                        if _spells(word.casefold(), run[first:last]):
                            found[word, stems_of(" ".join(run[first:last]))] = None
    return list(found)


def _has_capitals(word: str) -> bool:
    return sum(c.isupper() for c in word) >= _LEAST


def _spells(letters: str, words: Sequence[str]) -> bool:
    """Whether letters are the first ones of all the words, with others of each in their order."""
    if not words or not letters:
        return not words and not letters
    own, rest = words[0].casefold(), words[1:]
    if own[0] != letters[0]:
        return False
    for taken in range(1, len(letters) + 1):
        left = iter(own[1:])
        if not all(letter in left for letter in letters[1:taken]):
            return False
        if _spells(letters[taken:], rest):
            return True
    return False


def things_in(words: Sequence[str], explained: Iterable[Explained]) -> tuple[Thing, ...]:
    """The things that words of a question name; a short form and its long form are one thing."""
    told = list(dict.fromkeys(words))
    things: list[Thing] = []
    meanings = _meanings(explained)
    # Spelt out, the longest that is said is meant; a short form by itself means no more than it is.
    tries = [(True, each) for each in meanings] + [(False, each) for each in meanings[::-1]]
    for is_spelt, (stems, short) in tries:
        own = [w for w in told if stem(w) in stems or w.casefold() in _folded(short)]
        spells = stems <= {stem(w) for w in own}
        if not own or not (spells if is_spelt else _is_short(own, short)):
            continue
        long = tuple(sorted(stems))
        spelt = [word for word in own if word.casefold() not in _folded(short)]
        told = [word for word in told if word not in own]
        things.append(Thing(long, short, asked=" ".join(spelt or own)))
    joined = list(_joined(told))
    taken = {word for pair in joined for word in pair}
    things += [Thing(("".join(p),), is_beginning=True, asked=" ".join(p)) for p in joined]
    alone = (word for word in told if word not in taken and len(word) > 2)
    return (*things, *(Thing((stem(word),), asked=word) for word in alone))


def _is_short(words: Sequence[str], short: frozenset[str]) -> bool:
    return any(word.casefold() in _folded(short) for word in words)


def _folded(short: Iterable[str]) -> frozenset[str]:
    """In lower case; of "nr-axSpA" also the last part, for words have no hyphens."""
    folded = {each.casefold() for each in short}
    parts = {each.rpartition("-")[2] for each in folded}
    return frozenset(folded | {part for part in parts if len(part) >= _LONG_PART})


def _joined(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Neighbours of which the second is but a syllable: "post op", "pre op"."""
    for first, second in pairwise(words):
        if len(second) == 2 and second == "op" and len(first + second) >= _JOINED:
            yield first, second


def _meanings(
    explained: Iterable[Explained],
) -> list[tuple[frozenset[str], frozenset[str]]]:
    """What short forms stand for, the longest first, with all short forms of it."""
    found: dict[frozenset[str], set[str]] = {}
    for short, stems in (*_listed(), *explained):
        found.setdefault(stems, set()).add(short)
    longest = sorted(found.items(), key=lambda each: (-len(each[0]), sorted(each[0])))
    return [(stems, frozenset(short)) for stems, short in longest]


@cache
def _listed() -> tuple[tuple[str, frozenset[str]], ...]:
    return tuple(
        (each.written, stems_of(each.meaning))
        for each in abbreviations()
        if "." not in each.written and _has_capitals(each.written)
    )


def _long_form(short: str, before: str) -> str:
    """The words right before a short form whose letters it bears, the first at a word's start
    (Schwartz and Hearst, 2003); nothing where they do not."""
    at = len(before)
    letters = [c for c in short.casefold() if c.isalnum()]
    text = before.casefold()
    for n in range(len(letters) - 1, -1, -1):
        at -= 1
        while at >= 0 and (
            text[at] != letters[n] or (n == 0 and at > 0 and text[at - 1].isalnum())
        ):
            at -= 1
        if at < 0:
            return ""
    return before[at:]
