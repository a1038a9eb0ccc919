"""What an answer shows, held against the library's file by SQL alone, without the gate."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import duckdb

from monograph_qa import Answer
from monograph_qa.values import answer_value

_SPAN = """
    SELECT s.text, f.start, f.stop, f.label_id, f.section_id, f.page, f.context, s.heading,
           s.heading_path, l.title
    FROM fact_span f JOIN section s USING (section_id) JOIN label l ON l.label_id = f.label_id
    WHERE f.fact_id = ?
"""
_MUST = """
    SELECT f.fact_id FROM fact_span f
    WHERE f.label_id = ? AND f.kind IN ('FACT', 'CONDITIONAL')
      AND list_contains(CAST(f.attributes AS VARCHAR[]), ?)
"""


class Stored:
    """A library's file, read by a cursor of its own."""

    def __init__(self, library: Path) -> None:
        self._cursor = duckdb.connect(str(library), read_only=True).cursor()

    def unsupported(self, answer: Answer, label_id: str, plain: Answer) -> Iterator[str]:
        """What `answer` shows that no stored sentence, heading or fixed word supports.

        `plain` is the template's answer to the same question: notes and messages must be its own.
        """
        sources = {source.n: source for source in answer.sources}
        for group in answer.groups:
            for quote in group.quotes:
                row = self._cursor.execute(_SPAN, [quote.fact_id]).fetchone()
                if row is None:
                    yield f"no such sentence: {quote.text!r}"
                    continue
                text, start, stop, owner, section, page, context, heading, path, title = row
                source = sources[quote.source]
                pairs = {
                    "quote": (quote.text, text[start:stop]),
                    "label": (owner, label_id),
                    "lead-in": (quote.context, context),
                    "page": ((quote.page, source.page), (page, page)),
                    "heading": ((group.heading, group.heading_path), (heading, path)),
                    "source": (
                        (source.section_id, source.heading_path, source.title, source.label_id),
                        (section, path, title, owner),
                    ),
                }
                for name, (said, kept) in pairs.items():
                    if said != kept:
                        yield f"{name}: {said!r} for {kept!r}"
        if answer.message != plain.message:
            yield f"message: {answer.message!r}"
        fixed = [(part.subject, part.title, part.note) for part in plain.parts]
        if [(part.subject, part.title, part.note) for part in answer.parts] != fixed:
            yield "notes of the parts"

    def lost(self, answer: Answer, label_id: str) -> set[str]:
        """The fact_ids that the asked attributes demand and that `answer` does not show."""
        asked = {name for part in answer.parts for name in part.attributes}
        must = {
            str(fact_id)
            for name in asked
            for (fact_id,) in self._cursor.execute(_MUST, [label_id, name]).fetchall()
        }
        return must - {quote.fact_id for group in answer.groups for quote in group.quotes}


def everything_shown(answer: Answer) -> str:
    """All characters that leave with an answer, its trace and its JSON; not the question itself or
    its reading, which names words of it."""
    return repr(
        answer_value(replace(answer, question="", intent=None), lambda image: image.image_id)
    )
