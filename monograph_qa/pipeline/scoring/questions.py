"""Questions with what is needed of their answers: read from JSON lines or CSV, and drafted from a
library, with the lines that answer, for a pharmacist to correct."""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

from monograph_qa.domain.label import FactKind, FactSpan, Label
from monograph_qa.errors import QuestionError
from monograph_qa.frozen import frozen
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.attributes import Attribute, attributes
from monograph_qa.vocabulary.name_keys import plain_key
from monograph_qa.vocabulary.sections import UNCLASSIFIED, ancestors
from monograph_qa.vocabulary.stems import stems_of

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
        expect=_expected(row.get("expect") or Expected.ANSWER),
        need=need,
        not_first=several["not_first"],
        labels=_several(row.get("label") or row.get("labels")),
        section=str(row.get("section") or ""),
        kind=str(row.get("kind") or ""),
    )


def _expected(value: Any) -> Expected:
    if value not in list(Expected):
        raise ValueError(f"expect is {value!r}, and none of {', '.join(Expected)}")
    return Expected(value)


def _several(cell: Any) -> tuple[str, ...]:
    listed = cell if isinstance(cell, list) else str(cell or "").split(BETWEEN)
    return tuple(each.strip() for each in map(str, listed) if each.strip())


_OF_ONE_LABEL = 5  # questions
_FEW_LINES = 2  # an attribute that more lines state is no question with a clear answer
_LONGEST = 300  # characters of a line that a cell should hold
_WORD = 3  # letters of a stem that says something
_NOTE = re.compile(r"[a-z][.)]\s|[*†‡§]")
_KINDS = (FactKind.FACT, FactKind.CONDITIONAL, FactKind.DIRECTIVE)


_Draft = tuple[dict[str, str], tuple[str, ...]]
"""A row of the table, and what it is one more of: its attribute, section and kinds of lines."""


def draft_questions(reader: LibraryReader, most: int) -> str:
    """CSV with up to `most` questions, each once; what few other labels were asked comes first."""
    out = io.StringIO()
    table = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    table.writeheader()
    for at, row in enumerate(_in_turn(reader, most), 1):
        table.writerow({"id": f"d-{at}", "expect": "answer", **row})
    return out.getvalue()


def _in_turn(reader: LibraryReader, most: int) -> Iterator[dict[str, str]]:
    labels = reader.current_labels()
    some = labels[:: max(1, len(labels) // most)]  # of a large library, from its beginning to end
    some = [each for each in some if _is_alone(reader, each)] or some
    open_drafts = [list(_of_label(reader, label)) for label in some]
    asked: Counter[str] = Counter()
    features: Counter[str] = Counter()
    for _ in range(_OF_ONE_LABEL):
        for drafts in open_drafts:
            fresh = [each for each in drafts if not asked[each[0]["question"].casefold()]]
            if not fresh:
                continue
            row, names = min(fresh, key=lambda each: [features[name] for name in each[1]])
            features.update(names)
            asked[row["question"].casefold()] += 1
            yield row
            if asked.total() == most:
                return


def _is_alone(reader: LibraryReader, label: Label) -> bool:
    """Whether a label is the only one that its question can be about."""
    return {row[3] for row in reader.names_by_keys([plain_key(_called(label))])} == {label.label_id}


def _called(label: Label) -> str:
    return label.product.brand or label.drug


def _of_label(reader: LibraryReader, label: Label) -> Iterator[_Draft]:
    stating: dict[str, list[FactSpan]] = {}
    for fact in reader.facts(label.label_id):
        if fact.kind in _KINDS and fact.context is None:
            for name in fact.attributes:
                stating.setdefault(name, []).append(fact)
    keys = ((head[0], head[7]) for head in reader.heads(label.label_id))
    places = {section_id: "" if key == UNCLASSIFIED else key for section_id, key in keys}
    names = stems_of(f"{label.title} {label.drug}")
    for each in attributes():
        facts = stating.get(each.key, [])
        stand = [places[fact.section_id] for fact in facts]
        if not (_is_clear(each, facts, stand) and all(_answers(each, f, names) for f in facts)):
            continue
        lines = dict.fromkeys(fact.quote for fact in facts)
        section = places[facts[0].section_id]
        row = {
            "question": f"{each.name} of {_called(label)}?",
            "label": label.drug,
            "section": section if len(facts) == 1 else "",
            "lines": f" {BETWEEN} ".join(lines),
            "kind": each.group,
        }
        kinds = dict.fromkeys(fact.kind.value for fact in facts)
        yield row, (each.key, section, each.group, *kinds)


def _is_clear(asked: Attribute, facts: Sequence[FactSpan], places: Sequence[str]) -> bool:
    """Whether few short lines state it, each where labels do and in all words of the question: what
    a line is found by may mean something else ("the upper bound" is no protein binding)."""
    words = _words_of(asked)
    usual = set(asked.section_keys)
    return 0 < len({fact.quote for fact in facts}) <= _FEW_LINES and all(
        len(fact.quote) <= _LONGEST
        and BETWEEN not in fact.quote
        and words
        and words <= stems_of(fact.quote)
        and not usual.isdisjoint((place, *ancestors(place)))
        for fact, place in zip(facts, places, strict=True)
    )


def _answers(asked: Attribute, fact: FactSpan, names: frozenset[str]) -> bool:
    """Whether a line answers by itself, and just this: it leads in to nothing, is no note to a
    table, says more than the names in the question, and does not say, too, what the question might
    be taken for (the treatment of an overdose for its signs)."""
    stems, words = stems_of(fact.quote), _words_of(asked)
    others = (e for e in attributes() if e.key in fact.attributes and e.group == asked.group)
    rivals = (other for each in others if (other := _words_of(each)) - words and other & words)
    return (
        not fact.quote.endswith(":")
        and _NOTE.match(fact.quote) is None
        and not stems <= names | stems_of(asked.name)
        and not any(other <= stems for other in rivals)
    )


def _words_of(asked: Attribute) -> frozenset[str]:
    return frozenset(stem for stem in stems_of(asked.name) if len(stem) >= _WORD)
