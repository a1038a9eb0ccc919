"""One cue: words or a pattern that show a sentence to speak about something.

A phrase cue is written as words. Between them any hyphen or space may stand, letter case does not
matter, and they match whole words only. `*` ends a word open ("metaboli*"); alone it stands for
one to three words; `|` separates choices; ` + ` joins parts that must all occur, in any order.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

_WORD = re.compile(r"\w+\*?|\*")
_BETWEEN = r"[\W_]{1,3}"
_STEM = 6  # letters of a word that the index looks at
_INNER_GROUP = re.compile(r"\((?:[^()\\]|\\.)*\)[?*+]?")
_LETTERS = re.compile(r"(?<!\\)[a-z]{4,}(?![a-z?*{])")

Test = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Cue:
    """A cue ready to be tried.

    `stems` are word beginnings of which the sentence must have one before the cue is worth trying;
    an empty set means it always is. Of each of its `parts`, a sentence must begin all words of one
    choice before `tests`, all of which must hold, are worth their time.
    """

    written: str
    stems: frozenset[str]
    parts: tuple[tuple[frozenset[str], ...], ...]
    tests: tuple[Test, ...]

    def is_in(self, sentence: str, stems: set[str]) -> bool:
        """Whether it is in a sentence with these `stems` (`stems_of`)."""
        for choices in self.parts:
            if not any(map(stems.issuperset, choices)):
                return False
        for test in self.tests:  # noqa: SIM110 (tried a hundred times a sentence)
            if test(sentence) is None:
                return False
        return True


def read_phrase(written: str) -> Cue:
    """The cue that a phrase spells. Raises ValueError when it spells none."""
    parts = [
        [choice.strip() for choice in part.split("|")] for part in written.split(" + ") if part
    ]
    if not parts or not all(choice for part in parts for choice in part):
        raise ValueError(f"empty phrase in cue {written!r}")
    tests = tuple(re.compile("|".join(map(_spell, part)), re.IGNORECASE).search for part in parts)
    stems = tuple(tuple(map(_stems, part)) for part in parts)
    # Any one part can serve to find candidates; the one with the fewest choices finds fewest.
    usable = [{max(choice, key=len) for choice in part} for part in stems if all(part)]
    return Cue(written, frozenset(min(usable, key=len, default=())), stems, tests)


def read_pattern(written: str) -> Cue:
    """The cue that a regular expression spells. Raises re.error when it is not one."""
    search = re.compile(written, re.DOTALL).search
    letters = _letters_needed(written)

    def test(sentence: str) -> object:
        return search(sentence) if letters in sentence.casefold() else None

    return Cue(written, frozenset(), (), (test if letters else search,))


def _letters_needed(pattern: str) -> str:
    """Small letters that stand in all that a pattern matches, where it plainly has some: they are
    looked for in a tenth of its time."""
    rest, groups = pattern, 1
    while groups:
        rest, groups = _INNER_GROUP.subn("·", rest)
    found = _LETTERS.search(rest)
    return found[0] if found and not set("|[").intersection(rest) else ""


def _spell(choice: str) -> str:
    words = _WORD.findall(choice)
    if not words:
        return re.escape(choice)
    spelled = [
        r"\w+(?:\W{1,3}\w+){0,2}?"
        if word == "*"
        else re.escape(word.rstrip("*")) + (r"\w*" if word.endswith("*") else "")
        for word in words
    ]
    return rf"(?<!\w){_BETWEEN.join(spelled)}(?!\w)"


def _stems(choice: str) -> frozenset[str]:
    """What `stems_of` gives for each sentence that has the words of a choice."""
    words = (word.casefold() for word in _WORD.findall(choice) if word != "*")
    return frozenset((w.removesuffix("*") if w.endswith("*") else f"{w} ")[:_STEM] for w in words)


def stems_of(sentence: str) -> set[str]:
    """The beginnings, of up to six letters, of every word in `sentence`; a blank ends a word."""
    return set[str]().union(*map(_beginnings, set(re.findall(r"\w+", sentence.casefold()))))


@lru_cache(maxsize=16_384)  # labels say the same few thousand words again and again
def _beginnings(word: str) -> tuple[str, ...]:
    return tuple(f"{word} "[:length] for length in range(1, min(_STEM, len(word) + 1) + 1))


def plain(sentence: str) -> str:
    """`sentence` with ligatures, wide forms and fractions written out, for cues to look at."""
    return unicodedata.normalize("NFKC", sentence) if not sentence.isascii() else sentence
