"""Cues: words or patterns that show a sentence to speak about something, and where they match."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache

from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.rows import read_rows, split_list
from monograph_qa.vocabulary.tokens import Token, singular

_WORD = re.compile(r"\w+\*?|\*")
_BETWEEN = r"[\W_]{1,3}"
_STEM = 6  # letters of a word that the index looks at
_INNER_GROUP = re.compile(r"\((?:[^()\\]|\\.)*\)[?*+]?")
_LETTERS = re.compile(r"(?<!\\)[a-z]{4,}(?![a-z?*{])")

Test = Callable[[str], object]


@frozen
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


LAB = "<lab>"
_GAP = "~"
_LONGEST_GAP = 5


@frozen
class _Word:
    exact: frozenset[str]
    prefixes: tuple[str, ...]

    def matches(self, token: Token) -> bool:
        return (
            token.stem in self.exact
            or token.key in self.exact
            or (bool(self.prefixes) and token.key.startswith(self.prefixes))
        )


@frozen
class CueHit:
    """Cue number `cue` matched; `tokens` are the indexes of the words it names, gaps left out."""

    cue: int
    tokens: frozenset[int]


class CueIndex:
    """Many phrase cues, found in one pass over a question's tokens."""

    def __init__(self, phrases: Iterable[str]) -> None:
        """Raises ValueError for a cue that begins or ends with a gap."""
        self._exact: dict[str, list[tuple[int, str]]] = defaultdict(list)
        self._prefix: dict[str, list[tuple[int, str]]] = defaultdict(list)
        self._prefix_lengths: set[int] = set()
        for number, phrase in enumerate(phrases):
            self._add(number, phrase)

    def _add(self, number: int, phrase: str) -> None:
        """Keeps a phrase under its first word. A question meets few: the others stay unread."""
        first = phrase.partition(" ")[0]
        if first in ("", _GAP) or phrase.endswith(_GAP):
            raise ValueError(f"cue {phrase!r} is empty, or begins or ends with a gap")
        exact, prefixes = _choices(first)
        for word in exact:
            self._exact[word].append((number, phrase))
        for prefix in prefixes:
            self._prefix[prefix].append((number, phrase))
            self._prefix_lengths.add(len(prefix))

    def match(self, tokens: Sequence[Token]) -> tuple[CueHit, ...]:
        """Every match of every cue, in the order of the question."""
        hits: list[CueHit] = []
        for at, token in enumerate(tokens):
            for number, phrase in self._candidates(token):
                used = _matched(_words(phrase), tokens, at)
                if used is not None:
                    hits.append(CueHit(number, used))
        return tuple(dict.fromkeys(hits))

    def _candidates(self, token: Token) -> Iterable[tuple[int, str]]:
        yield from self._exact.get(token.key, ())
        if token.stem != token.key:
            yield from self._exact.get(token.stem, ())
        for length in self._prefix_lengths:
            if len(token.key) >= length:
                yield from self._prefix.get(token.key[:length], ())


def strongest(hits: Sequence[CueHit]) -> tuple[CueHit, ...]:
    """The hits whose words are not all inside another hit that names more words.

    "starting dose" silences "dose"; two cues on the very same words both stay, and signs ("->"),
    which are no words.
    """
    return tuple(
        hit for hit in hits if not (hit.tokens and any(hit.tokens < other.tokens for other in hits))
    )


@cache
def _words(phrase: str) -> tuple[_Word | None, ...]:
    return tuple(_compiled(word) for word in phrase.split())


@cache
def _compiled(word: str) -> _Word | None:
    if word == _GAP:
        return None
    exact, prefixes = _choices(word)
    return _Word(frozenset(exact), tuple(prefixes))


def _choices(word: str) -> tuple[set[str], Sequence[str]]:
    """The words that a word of a phrase stands for, and the beginnings of words."""
    if word.isalpha():  # as nearly all are
        return {word, singular(word)}, ()
    parts = [n for part in word.split("|") for n in (_lab_names() if part == LAB else (part,))]
    exact = [part for part in parts if not part.endswith("*")]
    return {*exact, *map(singular, exact)}, [part[:-1] for part in parts if part.endswith("*")]


@cache
def _lab_names() -> Sequence[str]:
    """What `<lab>` stands for: all that laboratory values are called by one word."""
    names = (each for row in read_rows("lab_values") for each in split_list(row["names"]))
    return tuple(name for name in names if name.isalnum())


def _matched(
    words: Sequence[_Word | None], tokens: Sequence[Token], at: int
) -> frozenset[int] | None:
    """Indexes of the tokens matched by `words` from `at` on; None when they do not match."""
    if not words:
        return frozenset()
    word = words[0]
    if word is None:
        # The shortest gap that works: a longer one would only reach past a nearer match.
        for skip in range(_LONGEST_GAP + 1):
            rest = _matched(words[1:], tokens, at + skip)
            if rest is not None:
                return rest
        return None
    if at >= len(tokens) or not word.matches(tokens[at]):
        return None
    rest = _matched(words[1:], tokens, at + 1)
    return None if rest is None else rest | {at}
