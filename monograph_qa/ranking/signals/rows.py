"""Whether a row of a table is the one that the question names: "colitis" has a row of its own, and
what the others say is of other reactions, whatever grade they are of."""

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache

from monograph_qa.domain.evidence import SectionHead
from monograph_qa.domain.label import BLOCK_SEPARATOR, FactKind
from monograph_qa.frames.lines import LabelLines, Line, stems_in_text
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign
from monograph_qa.vocabulary.question_words import stop_words

_CELL = " | "

Table = tuple[SectionHead, str]


def row_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`other`, by how much less of the question than another row of its table it names in its
    first cell."""
    if candidate.fact.kind is not FactKind.TABLE_ROW:
        return
    line = candidate.line
    named = _named_in_rows(asked.lines, asked.whole).get(table_of(line))
    if named:
        missing = max(named.values()) - named.get(line.at, 0.0)
        if missing > 0:
            yield Sign("other", missing / math.log(1 + len(asked.lines.lines)), "of another row")


def table_of(row: Line) -> Table:
    """Its section and the caption of its table, whatever block of that it stands in."""
    return row.head, row.lead_in.partition(BLOCK_SEPARATOR)[0]


@lru_cache(maxsize=8)  # the labels that a question is asked of
def _named_in_rows(lines: LabelLines, question: str) -> Mapping[Table, Mapping[int, float]]:
    """How telling the words of the question are that the first cells of rows say, by table and
    place; numbers are told by their ranges."""
    named: dict[Table, dict[int, float]] = {}
    for word in {each for each in stems_in_text(question) if each.isalpha()} - stop_words():
        for at in lines.standing(word):
            row = lines.lines[at]
            if _CELL in row.quote and word in _first_cell(row.quote):
                found = named.setdefault(table_of(row), {})
                found[at] = found.get(at, 0.0) + lines.weight(word)
    return named


@lru_cache(maxsize=4096)
def _first_cell(quote: str) -> frozenset[str]:
    return frozenset(stems_in_text(quote.partition(_CELL)[0]))
