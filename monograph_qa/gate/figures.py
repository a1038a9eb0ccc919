"""The figures of a sentence: numbers, signs, comparators, units, and the words that turn it about.

Read from the characters as they stand, without any folding: a second opinion, owed to nothing that
found the sentence.
"""

import re
from collections.abc import Mapping

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
    """What `text` says in figures, in order, by kind: number, sign, comparator, unit, negation.

    Units and negations are words of `schemas/vocabulary/telling_words.csv`.
    """
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


def differing_figure(kept: str, said: str) -> str | None:
    """The first kind of figure in which two sentences differ; None when they say the same ones."""
    if kept == said:
        return None
    one, other = figures(kept), figures(said)
    return next((kind for kind in KINDS if one[kind] != other[kind]), None)
