"""Questions with what is needed of their answers: read from JSON lines or CSV, or drafted from a
library for a pharmacist to correct.
"""

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

from monograph_qa.domain.label import FactKind, FactSpan, Label
from monograph_qa.errors import QuestionError
from monograph_qa.frozen import frozen
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.attributes import attributes
from monograph_qa.vocabulary.sections import UNCLASSIFIED

COLUMNS = ("id", "question", "label", "section", "need", "lines", "not_first", "expect", "kind")
BETWEEN = ";;"  # what stands between several patterns in a cell of CSV
_SEVERAL = ("need", "lines", "not_first")


class Expected(StrEnum):
    """What a question should come to."""

    ANSWER = "answer"
    SILENT = "silent"  # the label does not say it, and the answer must say so
    NOT_HELD = "not_held"  # no label here is of the drug
    ANSWER_OR_SILENT = "answer_or_silent"
    OUT_OF_SCOPE = "out_of_scope"
    CLARIFY = "clarify"


@frozen
class ScoredQuestion:
    """A question and what its answer must have: patterns of what is `need`ed, each within one shown
    line or within the line behind its heading and lead-in; patterns that must `not_first` stand
    before it. `labels` say of which labels all lines must be (id, or words of title, drug, file),
    `section` where what is needed must stand (key, or words of its heading)."""

    id: str
    question: str
    expect: Expected
    need: tuple[str, ...] = ()
    not_first: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    section: str = ""
    kind: str = ""


def read_questions(path: Path) -> list[ScoredQuestion]:
    """The questions of a `.csv` file, or of JSON lines; see COLUMNS. `lines` are lines as printed,
    where `need` are patterns. Raises QuestionError, naming the line, for what is neither."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise QuestionError(f"{path}: cannot be read: {error}") from error
    found = []
    for at, row in _rows(path, text):
        try:
            found.append(_question(row, at))
        except (ValueError, re.error) as error:
            raise QuestionError(f"{path}, line {at}: {error}") from error
    if not found:
        raise QuestionError(f"{path}: no question in it; a draft: monograph-qa eval init")
    doubled = {each.id for each in found if sum(e.id == each.id for e in found) > 1}
    if doubled:
        raise QuestionError(f"{path}: several questions are called {', '.join(sorted(doubled))}")
    return found


def _rows(path: Path, text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    if path.suffix.lower() == ".csv":
        reader = csv.DictReader(text.splitlines(keepends=True))
        if "question" not in (reader.fieldnames or ()):
            raise QuestionError(f"{path}: no column `question`; columns are: {', '.join(COLUMNS)}")
        for row in reader:
            yield reader.line_num, {name: cell or "" for name, cell in row.items() if name}
        return
    for at, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except ValueError as error:
            raise QuestionError(f"{path}, line {at}: no JSON: {error}") from error
        if not isinstance(value, dict):
            raise QuestionError(f"{path}, line {at}: no JSON object")
        yield at, value


def _question(row: Mapping[str, Any], at: int) -> ScoredQuestion:
    question = str(row.get("question") or "").strip()
    if not question:
        raise ValueError("no question")
    several = {name: _several(row.get(name)) for name in _SEVERAL}
    printed = tuple(r"\s+".join(map(re.escape, line.split())) for line in several["lines"])
    need = (*several["need"], *printed)
    for pattern in (*need, *several["not_first"]):
        re.compile(pattern)
    return ScoredQuestion(
        id=str(row.get("id") or at),
        question=question,
        expect=Expected(row.get("expect") or Expected.ANSWER),
        need=need,
        not_first=several["not_first"],
        labels=_several(row.get("label") or row.get("labels")),
        section=str(row.get("section") or ""),
        kind=str(row.get("kind") or ""),
    )


def _several(cell: Any) -> tuple[str, ...]:
    listed = cell if isinstance(cell, list) else str(cell or "").split(BETWEEN)
    return tuple(each.strip() for each in map(str, listed) if each.strip())


_FEW_LINES = 2  # an attribute that more lines state is no question with a clear answer
_LONGEST = 300  # characters of a line that a cell should hold


def draft_questions(reader: LibraryReader, most: int, of_one: int = 5) -> str:
    """CSV with at most so many questions, of one label at most `of_one`, attributes in turn."""
    out = io.StringIO()
    table = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    table.writeheader()
    drafts = (_of_label(reader, label, of_one) for label in reader.current_labels())
    in_turn = (row for rows in zip_longest(*drafts) for row in rows if row is not None)
    for at, row in enumerate(islice(in_turn, most), 1):
        table.writerow({"id": f"d-{at}", "expect": "answer", **row})
    return out.getvalue()


def _of_label(reader: LibraryReader, label: Label, of_one: int) -> Iterator[dict[str, str]]:
    stating: dict[str, list[FactSpan]] = {}
    for fact in reader.facts(label.label_id):
        if fact.kind in (FactKind.FACT, FactKind.DIRECTIVE) and fact.context is None:
            for name in fact.attributes:
                stating.setdefault(name, []).append(fact)
    keys = ((head[0], head[7]) for head in reader.heads(label.label_id))
    places = {section_id: "" if key == UNCLASSIFIED else key for section_id, key in keys}
    named = label.product.brand or label.drug
    drafted = 0
    for each in attributes():
        facts = stating.get(each.key, [])
        lines = list(dict.fromkeys(fact.quote for fact in facts))
        fits = 0 < len(lines) <= _FEW_LINES and all(len(line) <= _LONGEST for line in lines)
        if not fits or BETWEEN in "".join(lines) or drafted == of_one:
            continue
        drafted += 1
        yield {
            "question": f"{each.name} of {named}?",
            "label": label.drug,
            "section": places[facts[0].section_id] if len(facts) == 1 else "",
            "lines": f" {BETWEEN} ".join(lines),
            "kind": each.group,
        }
