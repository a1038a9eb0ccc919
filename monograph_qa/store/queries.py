"""SQL from .sql files, one statement a file, values bound by `$name`; and the protocols of what
runs it: a published file, or a server."""

import re
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any, Protocol

from monograph_qa.domain.journal import AuditRecord, IngestJob
from monograph_qa.domain.label import FactSpan, Image, Label, Product, Section
from monograph_qa.domain.search import MOST_WORDS
from monograph_qa.vocabulary.stems import beginning

_PACKAGE = Path(__file__).resolve().parent.parent
_BOUND = re.compile(r"\$([a-z_][a-z_0-9]*)")
_IN_PLACE = {
    "product": ", ".join(Product.__match_args__),
    # As seconds since 1970: to read a time with its zone, DuckDB needs an extension.
    "ingested_at": "CAST(extract(epoch FROM ingested_at) AS DOUBLE PRECISION) AS ingested_at",
}
_COLUMNS = {
    "{label}": ", ".join(_IN_PLACE.get(name, name) for name in Label.__match_args__),
    "{section}": ", ".join(Section.__match_args__),
    "{fact}": ", ".join(FactSpan.__match_args__),
    "{image}": ", ".join(Image.__match_args__),
    "{job}": ", ".join(IngestJob.__match_args__),
    "{record}": ", ".join(AuditRecord.__match_args__),
    "{$job}": ", ".join(f"${name}" for name in IngestJob.__match_args__),
    "{$record}": ", ".join(f"${name}" for name in AuditRecord.__match_args__),
}
# A server finds a label's rows by an index over labels; a file, by the numbers of the rows.
_ROWS_OF_LABEL = ("row_no BETWEEN $first AND $last", "label_id = $label_id")
_NO_WORDS = ("",) * MOST_WORDS
# A server has no `IN` of a list; DuckDB takes twice the time for `ANY`, which it makes a join of.
_ONE_OF = re.compile(r"IN string_split\((\$\w+), chr\(31\)\)")


@cache
def query(name: str) -> str:
    """The statement of `room/sql/name.sql`, asked for as "room/name". Kinds of rows are replaced:
    `{fact}` by the columns of a FactSpan in the order of its fields, `{$job}` by a job's bound
    values."""
    room, _, stem = name.partition("/")
    return _with_columns(_PACKAGE / room / "sql" / f"{stem}.sql")


@cache
def bound_names(name: str) -> frozenset[str]:
    return frozenset(_BOUND.findall(query(name)))


@cache
def server_query(name: str) -> str:
    """As `query`, for PostgreSQL: of `room/sql/postgresql/` where its words differ there, with the
    values written as psycopg binds them."""
    room, _, stem = name.partition("/")
    differing = _PACKAGE / room / "sql" / "postgresql" / f"{stem}.sql"
    statement = _with_columns(differing) if differing.is_file() else query(name)
    statement = _ONE_OF.sub(r"= ANY (string_to_array(\1, chr(31)))", statement)
    return _BOUND.sub(r"%(\1)s", statement.replace(*_ROWS_OF_LABEL).replace("%", "%%"))


def _with_columns(path: Path) -> str:
    statement = path.read_text(encoding="utf-8")
    for name, columns in _COLUMNS.items():
        statement = statement.replace(name, columns)
    return statement


def several(values: Iterable[str]) -> str:
    """Several values as one bound string, split again in the statement by `chr(31)`: to bind a list
    DuckDB imports pandas, which costs more than the question."""
    return "\x1f".join(values)


def word_values(words: Iterable[str]) -> dict[str, Any]:
    """Bound values to find the lines that hold all words in any order, compared by stems: `pattern`
    is a regular expression ("" for no words); `word_1` and so on are looked up in a file's index of
    words; `reads`: the index does not decide ("0.5", two words that begin alike), so read the
    text."""
    stems = [beginning(word) for word in words]
    orders = permutations(rf"\b{re.escape(each)}" for each in stems)
    begun = [each.partition(".")[0] for each in stems]
    return {
        "words": len(stems),
        "pattern": "|".join(".*".join(order) for order in orders),
        "reads": begun != stems or any(a.startswith(b) for a, b in permutations(stems, 2)),
        **{f"word_{n}": each for n, each in enumerate([*begun, *_NO_WORDS][:MOST_WORDS], 1)},
    }


class NameStatements(Protocol):
    """The statements over the names known beyond the library."""

    def rows(self, name: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]: ...

    def close(self) -> None: ...


class Statements(NameStatements, Protocol):
    """What a `LibraryReader` reads by."""

    @property
    def searches(self) -> bool:
        """Whether the statements `evidence/search_...` can be asked."""
        ...

    def rows(self, name: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """All rows of the named statement."""
        ...

    def at_once(self) -> AbstractContextManager[None]:
        """Within the block every statement sees one and the same state of the library."""
        ...

    def mark(self) -> object:
        """Changes whenever what is published changes: what was read under another is outdated."""
        ...

    def names(self) -> NameStatements: ...
