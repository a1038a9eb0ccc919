"""In what a claimed sentence differs from stored ones: the name of a finding and one sentence."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from monograph_qa.gate.typography import fold
from monograph_qa.vocabulary.telling_words import TellingKind, kind_of_word

_SMALL = "\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u208e\u2150-\u218b\u2460-\u249b"
_PARTS = re.compile(
    rf"""
    (?P<sign>(?<![\w)\]%°])[+\-−–‐‑⁻](?=[.,·]?\d))
    |(?P<number>(?:[.,·](?=\d))?(?:\d(?:[.,·](?=\d))?|[{_SMALL}])+)
    |(?P<comparator>[<>=≤≥≠≈≃≅~∼±×÷≪≫≮≯⩽⩾⋜⋝]\u0338?)
    |(?P<word>[^\W\d_]+|[%‰°])
    """,
    re.VERBOSE,
)


def figures(text: str) -> Mapping[str, tuple[str, ...]]:
    """The figures of `text` in order, by kind; `telling_words.csv` has units and negations."""
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for part in _PARTS.finditer(text):
        kind = part.lastgroup or ""
        if kind == "word":
            telling = kind_of_word(part[0])
            if telling is TellingKind.UNIT:
                found["unit"].append(part[0])
            elif telling in (TellingKind.NEGATION, TellingKind.EXCEPTION):
                found["negation"].append(part[0].casefold())
        else:
            found[kind].append(part[0])
    return {kind: tuple(each) for kind, each in found.items()}


KINDS = ("number", "sign", "comparator", "unit", "negation")
"""In the order in which a difference is reported."""


def differing_figure(kept: str, claimed: str) -> str | None:
    """The first kind of figure in which two sentences differ; None when they say the same ones."""
    if kept == claimed:
        return None
    one, other = figures(kept), figures(claimed)
    return next((kind for kind in KINDS if one[kind] != other[kind]), None)


_NEAR = 0.5  # share of a sentence's words that must recur before it counts as the one meant
_INVISIBLE = ("Cf", "Cc", "Co", "Cn", "Zl", "Zp")
_PLAIN_SPACES = "\n\r\t\u00ad"


def difference(kept: str, claimed: str) -> tuple[str, str]:
    """What is wrong with `claimed` as a quote of `kept`, which it is not: (finding, why).

    Findings: `invisible`, `look_alike`, `truncated`, `spliced`, `altered`, `fabricated`.
    """
    if has_unseen(claimed, kept):
        return "invisible", "holds a character that cannot be seen and is not stored"
    if has_foreign_letter(claimed, kept):
        return "look_alike", "holds a letter of another alphabet in place of the stored one"
    one, other = fold(kept), fold(claimed)
    if one == other:
        return "altered", _altered(kept, claimed)
    if other in one:
        return "truncated", "only a part of the stored sentence"
    if one in other:
        return "spliced", "holds the stored sentence with more words around it"
    if nearness(one, other) < _NEAR:
        return "fabricated", "has little in common with the stored sentence"
    return "altered", _altered(kept, claimed)


def _altered(kept: str, claimed: str) -> str:
    what = differing_figure(kept, claimed) or _telling(kept, claimed)
    if what is None:
        what = "print" if fold(kept) == fold(claimed) else "wording"
    pairs = enumerate(zip(kept, claimed, strict=False), 1)
    end = min(len(kept), len(claimed)) + 1
    start = next((at for at, (one, other) in pairs if one != other), end)
    return f"differs from the stored sentence in its {what}, from character {start} on"


def _telling(kept: str, claimed: str) -> str | None:
    """The kind of telling word that one of the two has and the other has not."""
    one, other = _words(kept), _words(claimed)
    if not one ^ other and fold(kept).casefold() == fold(claimed).casefold() != fold(kept):
        return "letter case"
    kinds = {kind for word in one ^ other if (kind := kind_of_word(word))}
    return min(kinds).value if kinds else None


def has_unseen(claimed: str, kept: str) -> bool:
    """Whether `claimed` holds an unseen character (control, format, private) that `kept` lacks."""
    return any(
        unicodedata.category(each) in _INVISIBLE and each not in _PLAIN_SPACES and each not in kept
        for each in claimed
        if not each.isascii() or not each.isprintable()
    )


def has_foreign_letter(claimed: str, kept: str) -> bool:
    """Whether `claimed` has a letter of an alphabet in which `kept` has none."""
    alphabets = {_alphabet(each) for each in kept if each.isalpha()}
    return any(_alphabet(each) not in alphabets for each in claimed if not each.isascii())


def _alphabet(letter: str) -> str:
    if letter.isascii() or not letter.isalpha() or letter in "\u00b5\u03bcªº":
        return "LATIN"
    return unicodedata.name(letter, "?").partition(" ")[0]


def nearness(one: str, other: str) -> float:
    """Share of the longer sentence's different words that the other has too, 0.0 to 1.0."""
    left, right = _words(one), _words(other)
    most = max(len(left), len(right))
    return len(left & right) / most if most else 0.0


def nearest(claimed: str, kept: Iterable[str]) -> str | None:
    """The sentence that holds `claimed`, or else shares most words with it; None without any."""
    plain = fold(claimed)
    return max(kept, key=lambda each: (plain in fold(each), nearness(each, claimed)), default=None)


def is_spliced(claimed: str, kept: Sequence[str]) -> bool:
    """Whether `claimed` is the run of one stored sentence followed by a run of another."""
    words = fold(claimed).split(" ")
    plain = holding = [f" {fold(each)} " for each in kept]
    for first in range(1, len(words) + 1):
        run = f" {' '.join(words[:first])} "
        holding = [each for each in holding if run in each]
        if not holding:
            rest = f" {' '.join(words[first - 1 :])} "
            return first > 2 and any(rest in each for each in plain)
    return False


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    return frozenset(word.strip(".,;:()[]\"'") for word in text.split())
