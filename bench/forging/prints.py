"""Honest prints of a stored sentence: what a writer or a text layer may change, meaning nothing."""

import re
import textwrap
from collections.abc import Callable, Mapping
from random import Random

_LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ"}
_WORD = re.compile(r"[a-z]{6,}")


def _wrapped(text: str, chance: Random) -> str:
    return "\n".join(textwrap.wrap(text, chance.randrange(24, 90), break_long_words=False))


def _at_hyphens(text: str, chance: Random) -> str:
    return re.sub(r"(?<=[A-Za-z])-(?=[A-Za-z])", "-\n", text)


def _broken_words(text: str, chance: Random) -> str:
    return _WORD.sub(lambda word: f"{word[0][:3]}-\n{word[0][3:]}", text)


def _soft_hyphens(text: str, chance: Random) -> str:
    return _WORD.sub(lambda word: f"{word[0][:3]}\u00ad{word[0][3:]}", text)


def _spaces(text: str, chance: Random) -> str:
    return "".join(chance.choice(" \u00a0\u202f\u2009") if c == " " else c for c in text)


def _ligatures(text: str, chance: Random) -> str:
    for letters, one in _LIGATURES.items():
        text = text.replace(letters, one)
    return text


def _word_dashes(text: str, chance: Random) -> str:
    return re.sub(r"(?<=[A-Za-z])-(?=[A-Za-z])", lambda _: chance.choice("‐‑–"), text)


def _range_dashes(text: str, chance: Random) -> str:
    return re.sub(r"(?<=\d)-(?=\d)", lambda _: chance.choice("‑‒–"), text)


def _marks(text: str, chance: Random) -> str:
    text = text.replace("'", "’").replace("µ", "μ")
    return re.sub(r"(?<=[A-Za-z])’(?=[a-z])", "'", text) if chance.random() < 0.5 else text


PRINTS: Mapping[str, Callable[[str, Random], str]] = {
    "as stored": lambda text, chance: text,
    "lines wrapped": _wrapped,
    "wrapped at hyphens": _at_hyphens,
    "words broken over lines": _broken_words,
    "soft hyphens": _soft_hyphens,
    "other spaces": _spaces,
    "ligatures": _ligatures,
    "word dashes": _word_dashes,
    "range dashes": _range_dashes,
    "quote marks and micro": _marks,
}
