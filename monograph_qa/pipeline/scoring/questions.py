"""Questions with what is needed of their answers, read from JSON lines or CSV."""

import csv
import json
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

from monograph_qa.errors import QuestionError
from monograph_qa.frozen import frozen

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
    """A question and what its answer must have: patterns `need`ed within one shown line (its
    heading and lead-in count) and those that must `not_first` stand before; `labels` of which all
    lines must be, the `section` (key, or words of its heading) where what is needed must stand."""

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
