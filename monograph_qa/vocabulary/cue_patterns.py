"""Cue phrases as patterns over tokens, and where they match.

The language of a phrase cue, word by word: a plain word matches itself, singular or plural;
`crush*` matches any word that begins so; `a|b` matches either; `~` up to five words that the cue
does not care about; `<drug>` a drug's name. A cue never matches across another sentence's words:
questions are short, and a gap is five words at most.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache

from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.tokens import Token, singular

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
        first = _compiled(phrase.partition(" ")[0]) if phrase else None
        if first is None or phrase.endswith(_GAP):
            raise ValueError(f"cue {phrase!r} is empty, or begins or ends with a gap")
        for word in first.exact:
            self._exact[word].append((number, phrase))
        for prefix in first.prefixes:
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

    "starting dose" silences "dose"; two cues on the very same words both stay.
    """
    return tuple(hit for hit in hits if not any(hit.tokens < other.tokens for other in hits))


@cache
def _words(phrase: str) -> tuple[_Word | None, ...]:
    return tuple(_compiled(word) for word in phrase.split())


@cache
def _compiled(word: str) -> _Word | None:
    if word == _GAP:
        return None
    parts = word.split("|")
    exact = [part for part in parts if not part.endswith("*")]
    return _Word(
        exact=frozenset(exact) | {singular(part) for part in exact},
        prefixes=tuple(part[:-1] for part in parts if part.endswith("*")),
    )


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
