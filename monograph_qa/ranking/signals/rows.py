"""Whether a row of a table is the one that the question names: "colitis" has a row of its own, and
what the others say is of other reactions, whatever grade they are of; so has "12 mg daily"."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from monograph_qa.domain.evidence import SectionHead
from monograph_qa.domain.frame import Facet, FrameValue
from monograph_qa.domain.label import BLOCK_SEPARATOR, FactKind
from monograph_qa.frames.amounts import amounts_in
from monograph_qa.frames.lines import LabelLines, Line, stems_in_text
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign
from monograph_qa.vocabulary.question_words import stop_words

_CELL = " | "
_MEASURED = ("time", "temperature", "share")  # which are no doses

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
    """How telling the words and amounts of the question are that the first cells of rows say, by
    table and place; other numbers are told by their ranges."""
    words = {each for each in stems_in_text(question) if each.isalpha()} - stop_words()
    asked = [(word, word) for word in words] + [(f"{v.low:g}", v) for v in _amounts(question)]
    named: dict[Table, dict[int, float]] = {}
    for word, said in asked:
        for at in lines.standing(word):
            row = lines.lines[at]
            if _CELL in row.quote and said in _first_cell(row.quote):
                found = named.setdefault(table_of(row), {})
                found[at] = found.get(at, 0.0) + lines.weight(word)
    return named


@lru_cache(maxsize=4096)
def _first_cell(quote: str) -> frozenset[str | FrameValue]:
    cell = quote.partition(_CELL)[0]
    return frozenset((*stems_in_text(cell), *_amounts(cell)))


def _amounts(text: str) -> Iterator[FrameValue]:
    """The amounts of a text, of doses and strengths alike."""
    for value in amounts_in(text):
        if value.low == value.high and value.concept not in _MEASURED:
            unit = value.unit.removesuffix("/day").removesuffix(" daily")
            yield replace(value, facet=Facet.AMOUNT, concept="", unit=unit)
