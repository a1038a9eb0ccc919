"""One cue: words or a pattern that show a sentence to speak about something.

A phrase cue is written as words. Between them any hyphen or space may stand, letter case does not
matter, and they match whole words only. `*` ends a word open ("metaboli*"); alone it stands for
one to three words; `|` separates choices; ` + ` joins parts that must all occur, in any order.
"""

import re
import unicodedata
from collections.abc import Callable

from monograph_qa.frozen import frozen

_WORD = re.compile(r"\w+\*?|\*")
_BETWEEN = r"[\W_]{1,3}"
_STEM = 6  # letters of a word that the index looks at

Test = Callable[[str], object]


@frozen
class Cue:
    """A cue ready to be tried.

    `stems` are word beginnings of which the sentence must have one before `tests`, all of which
    must hold, are worth trying; an empty set means they always are.
    """

    written: str
    stems: frozenset[str]
    tests: tuple[Test, ...]

    def is_in(self, sentence: str) -> bool:
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
    stems = [{_rarest_stem(choice) for choice in part} for part in parts]
    # Any one part can serve to find candidates; the one with the fewest choices finds fewest.
    usable = [part for part in stems if "" not in part]
    return Cue(written, frozenset(min(usable, key=len, default=())), tests)


def read_pattern(written: str) -> Cue:
    """The cue that a regular expression spells. Raises re.error when it is not one."""
    return Cue(written, frozenset(), (re.compile(written, re.DOTALL).search,))


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


def _rarest_stem(choice: str) -> str:
    words = [word.rstrip("*") for word in _WORD.findall(choice)]
    # The longest word is the rarest, near enough.
    return max(words, key=len, default="")[:_STEM].casefold()


def stems_of(sentence: str) -> set[str]:
    """The beginnings, of up to six letters, of every word in `sentence`."""
    words = set(re.findall(r"\w+", sentence.casefold()))
    return {word[:length] for word in words for length in range(1, _STEM + 1)}


def plain(sentence: str) -> str:
    """`sentence` with ligatures, wide forms and fractions written out, for cues to look at."""
    return unicodedata.normalize("NFKC", sentence) if not sentence.isascii() else sentence
