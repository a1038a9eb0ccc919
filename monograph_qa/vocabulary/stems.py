"""Words as stems, so that "dose", "dosing" and "dosage" are one: to look with, never to show."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from monograph_qa.vocabulary.name_keys import without_accents
from monograph_qa.vocabulary.rows import read_columns

_WORD = re.compile(r"[^\W_]+")
_ENDINGS = (
    "ations", "ation", "ions", "ion", "ings", "ages", "ing", "age", "ies", "ed", "es", "s", "e", "y"
)  # fmt: skip
_BEGUN_ENDINGS = ("ati", "at", "a", "io", "i", "ag")  # of "-ation", "-ion", "-age"
_SHORTEST, _CUT = 3, 4
_LAST = "\U0010ffff"  # of all characters
# British spelling -> American, but where few letters stand around: "hour", "does", "toe".
_SPELLINGS = (
    (re.compile(r"[ao]e(?=\w\w|[^\Ws])"), "e"),  # anaemia, oedema
    (re.compile(r"(?<=\w\w)our"), "or"),  # tumour
    (re.compile(r"(?<=\w[bt])r$"), "er"),  # titr(e)
    (re.compile(r"sulph"), "sulf"),
)
_MADE = re.compile(r"(?<=\w\w)(?:is|(?<=l)ys)$")  # stabilis(e), dialys(e)
_ADVERB = re.compile(r"(?<=...[cdhklnrst])ly$")  # "intravenously", and not "family", "supply"


@lru_cache(maxsize=16384)  # a label says the same few thousand words again and again
def stem(word: str) -> str:
    """The word in lower case without its ending, spelt as Americans do; what is left has three
    letters at least."""
    return _made(as_americans_spell(beginning(word)))


def beginning_with(words: Sequence[str], begins: str) -> Sequence[str]:
    """Those of the words, which come in order, that begin so."""
    return words[bisect_left(words, begins) : bisect_left(words, f"{begins}{_LAST}")]


def begun_alike(text: str) -> tuple[str, ...]:
    """How stems begin that begin with a text, in whatever spelling: "stabilis" and "stabiliz"; as a
    beginning "hyponatr" goes on, and is no "hyponatre"."""
    spelt = as_americans_spell(text)
    return tuple(
        dict.fromkeys((spelt, _made(spelt), as_americans_spell(f"{text}\0").removesuffix("\0")))
    )


def cut_short(text: str) -> tuple[str, ...]:
    """The stems of words that begin with a text and whose ending begins in it: of "hypertensi" that
    of "hypertension", of "dehydrat" that of "dehydration"."""
    spelt = as_americans_spell(text)
    ends = (spelt.removesuffix(each) for each in _BEGUN_ENDINGS if spelt.endswith(each))
    return tuple(each for each in ends if len(each) >= _CUT)


def as_americans_spell(text: str) -> str:
    """A word, or the beginning of one, in American spelling: "gynecomastia" for
    "gynaecomastia"."""
    for british, american in _SPELLINGS:
        text = british.sub(american, text)
    return text


def _made(text: str) -> str:
    return _MADE.sub(lambda end: f"{end[0][0]}z", text)


def beginning(word: str) -> str:
    """The word in lower case without its ending, as it is spelt: texts have words that begin so."""
    folded = without_accents(word.casefold(), "NFD")  # "Guillain Barre" asks for Barré
    if folded.endswith("ae"):  # Haemophilus influenzae is no influenza
        return folded
    folded = _ADVERB.sub("", folded)
    for ending in _ENDINGS:
        if folded.endswith(ending) and len(folded) - len(ending) >= _SHORTEST:
            return folded[: -len(ending)]
    return folded


def stems_of(text: str) -> frozenset[str]:
    """The stems of all words of a text."""
    return frozenset(stem(word) for word in _WORD.findall(text))


def base_of(word: str) -> str:
    """The dictionary form of an irregular word ("fall" for "fell"), else the word itself."""
    return _irregular().get(word.casefold(), word)


@cache
def _irregular() -> dict[str, str]:
    return dict(read_columns("irregular_words", "said", "base"))


def stems_in(words: Iterable[str]) -> tuple[str, ...]:
    """The stems of several words or short phrases, in their order, each once."""
    return tuple(dict.fromkeys(stem(w) for word in words for w in _WORD.findall(word)))
