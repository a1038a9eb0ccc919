"""A question as tokens that remember where they stood."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.name_keys import plain_key
from monograph_qa.vocabulary.rows import either, read_rows

DRUG = "<drug>"

_WORD = r"\d+(?:[.,]\d+)+|[^\W_]+(?:['’`][^\W_]+)*"
_PLAIN_WORD = re.compile(_WORD)
_IRREGULAR = ("ss", "us", "is", "os")


@frozen
class Token:
    """One word or number: `text == question[start:stop]`; `key` is its plain spelling.

    `stem` is the key without a plural ending, or DRUG where a drug's name stands.
    """

    text: str
    key: str
    stem: str
    start: int
    stop: int


def singular(word: str) -> str:
    """`word` without a plural ending; short words and Latin endings stay as they are."""
    if len(word) < 4 or not word.endswith("s") or word.endswith(_IRREGULAR):
        return word
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("xes", "ches", "shes", "sses")):
        return word[:-2]
    return word[:-1]


def tokenize(question: str) -> tuple[Token, ...]:
    """The words and numbers of a question, in order; punctuation is left out.

    Shorthand with a stroke ("w/", "w/o") is one token, its key the word that it stands for.
    """
    found = []
    words, shorthand = _words()
    for match in words.finditer(question):
        word = shorthand.get(match.group().lower(), match.group())
        key, stem = _spelled(word)
        if key:
            found.append(Token(match.group(), key, stem, match.start(), match.end()))
    return tuple(found)


def keys_of(text: str) -> list[str]:
    """The keys of the tokens of a text, for who reads thousands of sentences."""
    folded = text.lower()
    _, shorthand = _words()
    if any("/" in each and each in folded for each in shorthand):
        return [token.key for token in tokenize(text)]
    words = (shorthand.get(word.lower(), word) for word in _PLAIN_WORD.findall(text))
    return [key for word in words if (key := _spelled(word)[0])]


@lru_cache(maxsize=16_384)
def _spelled(word: str) -> tuple[str, str]:
    """The key of a word, and its stem."""
    key = plain_key(word).replace(" ", "")
    return key, singular(key)


@cache
def _words() -> tuple[re.Pattern[str], Mapping[str, str]]:
    """The pattern of a word, and what shorthand with a stroke in it stands for."""
    meant = {row["written"]: row["meaning"] for row in read_rows("question_shorthand")}
    strokes = either(meant, _shorthand)
    return re.compile(rf"(?i:{strokes})|{_WORD}"), meant


def _shorthand(written: str) -> str:
    """The pattern of one shorthand; with a stroke ahead it stands behind an antiviral ("DRV/r")."""
    before = r"(?:(?<=vir)|(?<=[a-z]v))" if written.startswith("/") else r"\b"
    return rf"{before}{re.escape(written)}" + (r"(?!\w)" if written[-1].isalpha() else "")


def between(question: str, left: Token, right: Token) -> str:
    """What stands in the question between two tokens."""
    return question[left.stop : right.start]


def token_before(tokens: Sequence[Token], start: int) -> Token | None:
    """The last token that ends before this offset."""
    return next((token for token in reversed(tokens) if token.stop <= start), None)


def token_after(tokens: Sequence[Token], stop: int) -> Token | None:
    """The first token that begins at or behind this offset."""
    return next((token for token in tokens if token.start >= stop), None)


def with_drugs_hidden(
    tokens: Sequence[Token], spans: Sequence[tuple[int, int]]
) -> tuple[Token, ...]:
    """The tokens, each span (offsets into the question) folded into one token whose stem is DRUG.

    Cues may then speak of `<drug>` whatever its name is, and no cue is read inside a name.
    """
    folded: list[Token] = []
    for token in tokens:
        span = next((s for s in spans if s[0] <= token.start < s[1]), None)
        if span is None:
            folded.append(token)
        elif folded and folded[-1].stem == DRUG and folded[-1].start == span[0]:
            continue
        else:
            folded.append(Token(token.text, DRUG, DRUG, span[0], span[1]))
    return tuple(folded)
