"""Frames for the labels of a file that an earlier version made: read from what is stored, so that
no label file is needed for it."""

import duckdb

from monograph_qa.domain.label import FactSpan, Section
from monograph_qa.frames.concepts import read_whole_tables
from monograph_qa.frames.framing import with_frames
from monograph_qa.store.files.columns import as_arrow
from monograph_qa.store.rows import facts_in_order, frame_json, needs_json, sections_in_order

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
