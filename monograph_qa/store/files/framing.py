"""Frames for the labels of a file that an earlier version made: read from what is stored, so that
no label file is needed for it."""

import duckdb

from monograph_qa.frames.concepts import read_whole_tables
from monograph_qa.frames.framing import with_frames
from monograph_qa.store.files.columns import as_arrow
from monograph_qa.store.rows import (
    FACT_COLUMNS,
    SECTION_COLUMNS,
    compact_json,
    fact_of,
    frame_json,
    section_of,
)


def frame_labels(connection: duckdb.DuckDBPyConnection) -> int:
    """Gives every sentence and heading its frame; how many labels there were."""
    read_whole_tables()
    labels = [row[0] for row in connection.execute("SELECT label_id FROM label").fetchall()]
    for label_id in labels:
        _frame_label(connection, label_id)
    return len(labels)


def _frame_label(connection: duckdb.DuckDBPyConnection, label_id: str) -> None:
    def rows(columns: str, table: str, order: str = "") -> list[tuple[object, ...]]:
        statement = f"SELECT {columns} FROM {table} WHERE label_id = ? {order}"  # noqa: S608
        return connection.execute(statement, [label_id]).fetchall()

    names = [str(name) for (name,) in rows("name", "drug_name")]
    sections = [
        section_of(r) for r in rows(", ".join(SECTION_COLUMNS), "section", "ORDER BY ordinal")
    ]
    facts = [fact_of(r) for r in rows(", ".join(FACT_COLUMNS), "fact_span", "ORDER BY ordinal")]
    framed, spans = with_frames(names, sections, facts)
    incoming = as_arrow(
        {
            "fact_id": [fact.fact_id for fact in spans],
            "frame": [frame_json(fact.frame) for fact in spans],
            "needs": [compact_json([(n.fact_id, n.why) for n in fact.needs]) for fact in spans],
        }
    )
    headed = as_arrow(
        {
            "section_id": [section.section_id for section in framed],
            "frame": [frame_json(section.frame) for section in framed],
        }
    )
    connection.register("incoming", incoming)
    connection.register("headed", headed)
    try:
        connection.execute(
            "UPDATE fact_span SET frame = incoming.frame, needs = incoming.needs FROM incoming "
            "WHERE fact_span.fact_id = incoming.fact_id AND label_id = ?",
            [label_id],
        )
        connection.execute(
            "UPDATE section SET frame = headed.frame FROM headed "
            "WHERE section.section_id = headed.section_id AND label_id = ?",
            [label_id],
        )
    finally:
        connection.unregister("incoming")
        connection.unregister("headed")
