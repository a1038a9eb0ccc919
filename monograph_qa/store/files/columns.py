"""Columns for a bulk insert into a file, with the row numbers and frames that only files have."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

import duckdb
import pyarrow as pa

from monograph_qa.domain.frame import FrameValue
from monograph_qa.domain.label import FactKind, FactSpan, Monograph, Section
from monograph_qa.domain.search import ATTRIBUTE, SECTION
from monograph_qa.frames.concepts import read_whole_tables
from monograph_qa.frames.framing import with_frames
from monograph_qa.store.rows import (
    Columns,
    facts_in_order,
    frame_json,
    needs_json,
    sections_in_order,
)
from monograph_qa.vocabulary.sections import UNCLASSIFIED

_PLACES = (
    "facet", "concept", "low", "high", "section_no", "home_no", "first_fact", "last_fact",
)  # fmt: skip
_RANGES = ("label_id", "first_fact", "last_fact", "first_section", "last_section")
_Named = tuple[str, str, float | None, float | None]
_Row = tuple[str, str, float | None, float | None, int, int, int, int]

# Columns that may be empty throughout: Arrow cannot tell their type from the values.
_TEXTS = (
    "parent_id", "section_number", "section_code", "context", "caption", "box", "section_id",
    "superseded_by", "revision_date", "brand", "maker", "set_id", "revised_as_printed", "withdrawn",
)  # fmt: skip
_TYPES: Mapping[str, pa.DataType] = {
    **dict.fromkeys(_TEXTS, pa.string()),
    **dict.fromkeys(("page", "page_first", "page_last"), pa.int32()),
    **dict.fromkeys(("low", "high"), pa.float64()),
    "png": pa.binary(),
}


def as_arrow(columns: Mapping[str, Iterable[Any]]) -> pa.Table:
    """The columns, by name, as a table that DuckDB reads."""
    return pa.table({name: pa.array(values, _TYPES.get(name)) for name, values in columns.items()})


def numbered(columns: Columns, first: int) -> Columns:
    """Columns with the numbers of their rows (see ddl.library_ddl)."""
    count = len(next(iter(columns.values())))
    return {**columns, "row_no": list(range(first, first + count))}


def ranges(monographs: Iterable[Monograph], fact: int, section: int) -> Columns:
    """Columns of `label_rows`, where the next rows bear these numbers."""
    rows = []
    for each in monographs:
        facts, sections = fact + len(each.facts), section + len(each.sections)
        rows.append((each.label.label_id, fact, facts - 1, section, sections - 1))
        fact, section = facts, sections
    return {name: [row[at] for row in rows] for at, name in enumerate(_RANGES)}


def frame_places(monographs: Iterable[Monograph], fact: int, section: int) -> Columns:
    """Columns of `frame_place`: what the labels speak of and where, in order of what it is.

    The next FactSpan and section bear these numbers. A section's home is the nearest one above
    whose key is known.
    """
    rows: list[_Row] = []
    for each in monographs:
        rows += _places(each.sections, each.facts, fact, section)
        fact, section = fact + len(each.facts), section + len(each.sections)
    rows.sort(key=itemgetter(0, 1, 4, 5))
    return {name: [row[at] for row in rows] for at, name in enumerate(_PLACES)}


def _places(
    sections: Sequence[Section], facts: Sequence[FactSpan], fact: int, section: int
) -> Iterator[_Row]:
    places: dict[str, tuple[int, int]] = {}  # of each section: its number, and that of its home
    runs: dict[str, list[list[int]]] = {}
    headed: list[tuple[str, set[_Named]]] = []
    lines: dict[str, tuple[str, ...]] = {}
    for no, each in enumerate(sections, section):
        above = each.parent_id or ""
        line = lines[each.section_id] = (each.section_key, *lines.get(above, ()))
        is_own = each.section_key != UNCLASSIFIED or above not in places
        places[each.section_id] = (no, no if is_own else places[above][1])
        keys = ((SECTION, key, None, None) for key in line)
        headed.append((each.section_id, {*_named(each.frame), *keys}))
    for at, fact_span in enumerate(facts, fact):
        if fact_span.kind is FactKind.OTHER:
            continue  # it is never quoted
        stretches = runs.setdefault(fact_span.section_id, [])
        if stretches and stretches[-1][1] == at - 1:
            stretches[-1][1] = at
        else:
            stretches.append([at, at])
        stated = ((ATTRIBUTE, name, None, None) for name in fact_span.attributes)
        for what in {*_named(fact_span.frame), *stated}:
            yield (*what, *places[fact_span.section_id], at, at)
    for section_id, named in headed:
        for first, last in runs.get(section_id, ()):
            yield from ((*what, *places[section_id], first, last) for what in named)


def _named(frame: Iterable[FrameValue]) -> Iterator[_Named]:
    return ((v.facet.value, v.concept, v.low, v.high) for v in frame if v.facet != "amount")


_UPDATE = """
UPDATE {table} SET {fields} FROM incoming
WHERE {table}.{key} = incoming.{key} AND label_id = ?
"""


def frame_labels(connection: duckdb.DuckDBPyConnection) -> int:
    """Gives every sentence and heading its frame; how many labels there were."""
    read_whole_tables()
    labels = [row[0] for row in connection.execute("SELECT label_id FROM label").fetchall()]
    for label_id in labels:
        _frame_label(connection, label_id)
    return len(labels)


def _frame_label(connection: duckdb.DuckDBPyConnection, label_id: str) -> None:
    def rows(columns: tuple[str, ...], table: str) -> list[tuple[object, ...]]:
        statement = f"SELECT {', '.join(columns)} FROM {table} WHERE label_id = ?"  # noqa: S608
        return connection.execute(statement, [label_id]).fetchall()

    names = [str(name) for (name,) in rows(("name",), "drug_name")]
    sections, facts = with_frames(
        names,
        sections_in_order(rows(Section.__match_args__, "section"), label_id),
        facts_in_order(rows(FactSpan.__match_args__, "fact_span"), label_id),
    )
    framed = {
        "fact_id": [fact.fact_id for fact in facts],
        "frame": [frame_json(fact.frame) for fact in facts],
        "needs": [needs_json(fact.needs) for fact in facts],
    }
    headed = {
        "section_id": [section.section_id for section in sections],
        "frame": [frame_json(section.frame) for section in sections],
    }
    for table, columns in (("fact_span", framed), ("section", headed)):
        key, *changed = columns
        fields = ", ".join(f"{name} = incoming.{name}" for name in changed)
        connection.register("incoming", as_arrow(columns))
        try:
            connection.execute(_UPDATE.format(table=table, fields=fields, key=key), [label_id])
        finally:
            connection.unregister("incoming")
