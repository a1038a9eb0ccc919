"""The words that identify a person: cues beside identifiers, and personal names."""

from collections.abc import Mapping
from functools import cache, lru_cache

from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.rows import read_columns, read_rows, sorted_table


def identifier_cues(kind: str) -> Mapping[str, str]:
    """The rows of `identifier_cues.csv` of one kind: words -> mark, longest words first.

    The mark names what stands beside the words ("phone"); "" where that is no identifier.
    """
    return _by_kind().get(kind, {})


@cache
def _by_kind() -> Mapping[str, Mapping[str, str]]:
    found: dict[str, dict[str, str]] = {}
    rows = read_columns("identifier_cues", "kind", "words", "mark")
    for kind, words, mark in sorted(rows, key=lambda row: -len(row[1])):
        found.setdefault(kind, {})[words] = mark
    return found


@cache
def identifier_shapes() -> tuple[tuple[str, str], ...]:
    """The rows of `identifier_shapes.csv`: (pattern, mark) of numbers that identify a person."""
    return tuple((row["shape"], row["mark"]) for row in read_rows("identifier_shapes"))


@frozen
class PersonName:
    """How a word serves as a name of persons; nothing for a word that does not."""

    given: int = 0
    """2 for a usual given name, 1 for a rare one, 0 for none."""
    family: int = 0
    is_word: bool = False
    """Whether questions and labels use it as a word as well (Will, Young, Rose)."""

    @property
    def is_usual(self) -> bool:
        """Whether it is well known for a name, given or family."""
        return 2 in (self.given, self.family)

    def __bool__(self) -> bool:
        return bool(self.given or self.family)


_NOBODY = PersonName()


@lru_cache(maxsize=4096)
def person_name(key: str) -> PersonName:
    """The row of `person_names.csv` of a word in lower case and plain letters.

    142,000 rows, searched where they lie: nothing of them is read for a question without names.
    """
    for given, family, is_word in sorted_table("person_names").rows(key):
        return PersonName(int(given or 0), int(family or 0), bool(is_word))
    return _NOBODY
