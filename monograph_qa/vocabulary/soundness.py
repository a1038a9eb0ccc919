"""Whether the vocabulary holds together: tables readable, codes right, references that resolve."""

import re
from collections import Counter
from collections.abc import Iterator

from monograph_qa.domain.intent import QuestionKind
from monograph_qa.domain.label import ImageKind
from monograph_qa.frozen import frozen
from monograph_qa.resources import resource
from monograph_qa.vocabulary.rows import read_columns, read_rows

_LOINC = re.compile(r"(\d{1,7})-(\d)")
_BETWEEN = re.compile(r"[;>]")

# A table's column, and the columns that name its values, several with ";" or ">".
_REFERENCES = (
    ("label_sections.key", "label_sections.parent_key section_headings.key openfda_fields.key"),
    ("label_sections.key", "section_headings.within attributes.section_keys"),
    ("attributes.key", "attribute_cues.attribute"),
    ("label_sections.key", "attribute_cues.sections question_topics.section_keys"),
    ("label_sections.key", "question_topics.whole_sections"),
    ("attributes.key", "question_topics.attributes"),
    ("question_topics.topic", "question_cues.topic population_cues.topic topic_pairs.topic"),
    ("question_topics.topic", "topic_pairs.population topic_pairs.together"),
)
_CHOICES = (
    ("question_topics.image_kinds", {kind.value for kind in ImageKind}),
    ("question_topics.kind", {kind.value for kind in QuestionKind}),
)
_KEYS = ("label_sections.key", "attributes.key", "question_topics.topic")


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
    for code, times in Counter(filter(None, _column("label_sections.code"))).items():
        if not is_loinc(code):
            yield f"label_sections.csv: {code} is no LOINC code"
        if times > 1:
            yield f"label_sections.csv: {code} stands for {times} sections"


def _repeated() -> Iterator[str]:
    for key in _KEYS:
        for value, times in Counter(_column(key)).items():
            if times > 1:
                yield f"{key.split('.')[0]}.csv: {value!r} has {times} rows"


def _references() -> Iterator[str]:
    for key, places in _REFERENCES:
        for place in places.split():
            yield from _unresolved(place, set(_column(key)), f"{key.split('.')[0]}.csv")
    for place, choices in _CHOICES:
        yield from _unresolved(place, choices, "what the program knows")


def _unresolved(place: str, known: set[str], where: str) -> Iterator[str]:
    table, column = place.split(".")
    named = {each.strip() for cell in _column(place) for each in _BETWEEN.split(cell)}
    for name in sorted(named - known - {""}):
        yield f"{table}.csv: {column} names {name!r}, which is not in {where}"


def _column(place: str) -> Iterator[str]:
    return read_columns(*place.split("."))


def _patterns(name: str) -> Iterator[str]:
    """Regular expressions that Python cannot read."""
    for row in read_rows(name):
        pattern = row.get("cue") if row.get("type") == "regex" else row.get("pattern")
        if pattern:
            try:
                re.compile(pattern.replace("<drug>", "x"))
            except re.error as error:
                yield f"{name}.csv: {pattern!r} is no pattern ({error})"
