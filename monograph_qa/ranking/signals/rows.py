"""Whether a row of a table is the one that the question names: "colitis" has a row of its own, and
what the others say is of other reactions, whatever grade they are of; so has "12 mg daily"."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from monograph_qa.domain.evidence import SectionHead
from monograph_qa.domain.frame import Facet, FrameValue
from monograph_qa.domain.label import BLOCK_SEPARATOR, FactKind
from monograph_qa.frames.amounts import amounts_in
from monograph_qa.frames.fitting import condition_cell, fit
from monograph_qa.frames.lines import LabelLines, Line, stems_in_text
from monograph_qa.frames.measures import exact_spans_in, spans_in
from monograph_qa.frames.spans import LABS, ORGANS, Measure, Span
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.question_words import stop_words

_CELL = " | "
_DOSES = "dosage_and_administration"
_MEASURED = ("time", "temperature", "share")  # which are no doses

Table = tuple[SectionHead, str]


def row_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`other`, by how much less of the question than another row of its table it names in its
    first cell; altogether where, of doses, another is for the patient's kidneys or liver and this
    for none, under whatever heading they stand ("adults on hemodialysis" have a row beside "20
    years and older"), or takes in the patient's laboratory value more closely."""
    if candidate.fact.kind is not FactKind.TABLE_ROW:
        return
    line = candidate.line
    if _DOSES in line.head.line and (why := _who_else_has_a_row(asked, line)):
        yield Sign("other", 1.0, why, excludes=True)
        return
    named = _named_in_rows(asked.lines, asked.whole).get(table_of(line))
    if named:
        missing = max(named.values()) - named.get(line.at, 0.0)
        if missing > 0:
            yield Sign("other", missing / math.log(1 + len(asked.lines.lines)), "of another row")


def _who_else_has_a_row(asked: Asked, row: Line) -> str:
    """For which of the patient's values another row of a table of doses is, and not this one."""
    if asked.organs and not _on_organs(row) and _has_row_on(asked.organs, asked.lines, row):
        return "another row is for such kidneys or such a liver"
    if _is_of_another_lab(asked.spans, asked.lines, row):
        return "another row takes in the value"
    if _has_narrower_row(asked.spans, asked.lines, row):
        return "a narrower row takes in the value"
    return ""


def table_of(row: Line) -> Table:
    """Its section and the caption of its table, whatever block of that it stands in."""
    return row.head, row.lead_in.partition(BLOCK_SEPARATOR)[0]


def _has_row_on(organs: Sequence[Span], lines: LabelLines, row: Line) -> bool:
    """Whether a row of the same table is for one of these functions of an organ."""
    rows = _tables(lines).get(table_of(row), ())
    return any(one.meets(span) for each in rows for one in _on_organs(each) for span in organs)


def _has_narrower_row(told: Sequence[Span], lines: LabelLines, row: Line) -> bool:
    """Whether another row of the same table takes in a value of the patient's more closely: 12 ×
    ULN is above 5 × ULN and above 10 × ULN, and the row of the latter is for it."""
    owned = [(value, own) for value in told if (own := _taking_in(value, row)) is not None]
    labs = _labs(row) if owned else set()
    return any(
        one.low >= own.low and one.high <= own.high and one != own
        for value, own in owned
        for each in _tables(lines).get(table_of(row), ())
        if (one := _taking_in(value, each)) is not None and _labs(each) == labs
    )


def _is_of_another_lab(told: Sequence[Span], lines: LabelLines, row: Line) -> bool:
    """Whether a row is for laboratory values of which the patient's are none, and another row of
    its table is for one that is told: neutrophils beside hemoglobin."""
    values = [span for span in told if span.measure in LABS]
    own = _labs(row) if values else set()
    return (
        bool(own)
        and own.isdisjoint(each.measure for each in values)
        and any(
            fit([value], each.outwards) > 1
            for each in _tables(lines).get(table_of(row), ())
            for value in values
        )
    )


def _taking_in(value: Span, row: Line) -> Span | None:
    """The narrowest range of a row that takes in a value."""
    if value.measure not in LABS:
        return None
    told = exact_spans_in(condition_cell(row.quote, {value.measure}))
    spans = [span for span in told if span.measure is value.measure and span.meets(value)]
    return min(spans, key=lambda span: (-span.low, span.high), default=None)


def _labs(row: Line) -> set[Measure]:
    return {span.measure for span in exact_spans_in(condition_cell(row.quote, LABS))} & LABS


def _on_organs(row: Line) -> list[Span]:
    """The functions of organs that the first cell of a row tells of."""
    cell, separator, _ = row.quote.partition(_CELL)
    return [span for span in spans_in(cell) if span.measure in ORGANS] if separator else []


@lru_cache(maxsize=8)  # the labels that a question is asked of
def _tables(lines: LabelLines) -> Mapping[Table, Sequence[Line]]:
    """The rows of each table."""
    found: dict[Table, list[Line]] = {}
    for line in lines.lines:
        if _CELL in line.quote:
            found.setdefault(table_of(line), []).append(line)
    return found


@lru_cache(maxsize=8)  # the labels that a question is asked of
def _named_in_rows(lines: LabelLines, question: str) -> Mapping[Table, Mapping[int, float]]:
    """How telling the words and amounts of the question are that the first cells of rows say, by
    table and place; other numbers are told by their ranges."""
    meanings = (find_meaning(word) for word in question.replace(",", " ").split())
    text = " ".join([question, *filter(None, meanings)])  # "just started HD"
    words = {each for each in stems_in_text(text) if each.isalpha()} - stop_words()
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
