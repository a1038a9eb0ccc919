"""Whether the vocabulary holds together: tables readable, codes right, references that resolve."""

import re
from collections import Counter
from collections.abc import Iterator

from monograph_qa.domain.intent import QuestionKind
from monograph_qa.domain.label import ImageKind
from monograph_qa.frozen import frozen
from monograph_qa.resources import resource
from monograph_qa.vocabulary.rows import read_rows

_LOINC = re.compile(r"(\d{1,7})-(\d)")
_BETWEEN = re.compile(r"[;>]")

# (table, column) -> (table, column) whose values it names, several with ";" or ">".
_REFERENCES = (
    (("label_sections", "parent_key"), ("label_sections", "key")),
    (("section_headings", "key"), ("label_sections", "key")),
    (("openfda_fields", "key"), ("label_sections", "key")),
    (("section_headings", "within"), ("label_sections", "key")),
    (("attributes", "section_keys"), ("label_sections", "key")),
    (("attribute_cues", "attribute"), ("attributes", "key")),
    (("attribute_cues", "sections"), ("label_sections", "key")),
    (("question_topics", "section_keys"), ("label_sections", "key")),
    (("question_topics", "whole_sections"), ("label_sections", "key")),
    (("question_topics", "attributes"), ("attributes", "key")),
    (("question_cues", "topic"), ("question_topics", "topic")),
    (("population_cues", "topic"), ("question_topics", "topic")),
    (("topic_pairs", "topic"), ("question_topics", "topic")),
    (("topic_pairs", "population"), ("question_topics", "topic")),
    (("topic_pairs", "together"), ("question_topics", "topic")),
)
_CHOICES = (
    (("question_topics", "image_kinds"), {kind.value for kind in ImageKind}),
    (("question_topics", "kind"), {kind.value for kind in QuestionKind}),
)
_KEYS = (("label_sections", "key"), ("attributes", "key"), ("question_topics", "topic"))


@frozen
class VocabularyState:
    """How many tables and rows were read, and each fault in words."""

    tables: int
    rows: int
    faults: tuple[str, ...]


def examine_vocabulary() -> VocabularyState:
    """What holds and what does not of every table in `schemas/vocabulary`."""
    rows, faults = 0, []
    names = sorted(path.stem for path in resource("schemas/vocabulary").glob("*.csv"))
    for name in names:
        try:
            read = read_rows(name)
        except (OSError, ValueError, StopIteration) as error:
            faults.append(f"{name}.csv cannot be read: {error}")
            continue
        rows += len(read)
        if not read:
            faults.append(f"{name}.csv has no rows")
        faults += _patterns(name)
    if not faults:  # of tables that cannot be read there is nothing more to say
        faults = [*_codes(), *_repeated(), *_references()]
    return VocabularyState(len(names), rows, tuple(faults))


def is_loinc(code: str) -> bool:
    """Whether a code is a number, a hyphen and the check digit (mod 10) that belongs to it."""
    parts = _LOINC.fullmatch(code)
    if parts is None:
        return False
    digits = parts[1][::-1]
    doubled = str(int(digits[0::2][::-1]) * 2)
    total = sum(map(int, digits[1::2] + doubled))
    return (10 - total % 10) % 10 == int(parts[2])


def _codes() -> Iterator[str]:
    codes = [row["code"] for row in read_rows("label_sections") if row["code"]]
    for code, times in Counter(codes).items():
        if not is_loinc(code):
            yield f"label_sections.csv: {code} is no LOINC code"
        if times > 1:
            yield f"label_sections.csv: {code} stands for {times} sections"


def _repeated() -> Iterator[str]:
    for table, column in _KEYS:
        for key, times in Counter(row[column] for row in read_rows(table)).items():
            if times > 1:
                yield f"{table}.csv: {key!r} has {times} rows"


def _references() -> Iterator[str]:
    for place, (table, column) in _REFERENCES:
        yield from _unresolved(place, {row[column] for row in read_rows(table)}, f"{table}.csv")
    for place, choices in _CHOICES:
        yield from _unresolved(place, choices, "what the program knows")


def _unresolved(place: tuple[str, str], known: set[str], where: str) -> Iterator[str]:
    table, column = place
    named = {each.strip() for row in read_rows(table) for each in _BETWEEN.split(row[column])}
    for name in sorted(named - known - {""}):
        yield f"{table}.csv: {column} names {name!r}, which is not in {where}"


def _patterns(name: str) -> Iterator[str]:
    """Regular expressions that Python cannot read."""
    for row in read_rows(name):
        pattern = row.get("cue") if row.get("type") == "regex" else row.get("pattern")
        if pattern:
            try:
                re.compile(pattern.replace("<drug>", "x"))
            except re.error as error:
                yield f"{name}.csv: {pattern!r} is no pattern ({error})"
