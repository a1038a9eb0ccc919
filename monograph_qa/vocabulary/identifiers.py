"""The words that give a person away: cues beside identifiers, and names that people bear."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from monograph_qa.resources import resource
from monograph_qa.vocabulary.rows import read_rows


@cache
def identifier_cues(kind: str) -> Mapping[str, str]:
    """The rows of `identifier_cues.csv` of one kind: words -> mark, longest words first.

    The mark names what stands beside the words ("phone"); "" where that is no identifier.
    """
    rows = [row for row in read_rows("identifier_cues") if row["kind"] == kind]
    rows.sort(key=lambda row: -len(row["words"]))
    return {row["words"]: row["mark"] for row in rows}


@cache
def identifier_shapes() -> tuple[tuple[str, str], ...]:
    """The rows of `identifier_shapes.csv`: (pattern, mark) of numbers that only people bear."""
    return tuple((row["shape"], row["mark"]) for row in read_rows("identifier_shapes"))


@dataclass(frozen=True, slots=True)
class PersonNames:
    """Names in lower case. `words` are those that are words of questions and labels as well."""

    given: frozenset[str]
    family: frozenset[str]
    words: frozenset[str]


@cache
def person_names() -> PersonNames:
    """The rows of `person_names.csv`: the most frequent names in the United States.

    Ten thousand lines: read only once something looks like a name.
    """
    given: set[str] = set()
    family: set[str] = set()
    words: set[str] = set()
    text = resource("schemas/vocabulary/person_names.csv").read_text(encoding="utf-8")
    for line in text.splitlines()[1:]:
        name, kind, is_word = line.split(",")
        if kind != "family":
            given.add(name)
        if kind != "given":
            family.add(name)
        if is_word:
            words.add(name)
    return PersonNames(frozenset(given), frozenset(family), frozenset(words))
