"""SQL from .sql files, one statement a file, values bound by `$name`; what runs it; and how stored
rows become domain values and back."""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import astuple
from datetime import UTC, datetime
from functools import cache, lru_cache
from itertools import count, permutations
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Any, Protocol

from monograph_qa.domain.frame import Facet, FrameValue
from monograph_qa.domain.geometry import Box, PageBox
from monograph_qa.domain.journal import AuditRecord, IngestJob
from monograph_qa.domain.label import (
    Doubt,
    DoubtKind,
    DrugName,
    FactKind,
    FactSpan,
    Image,
    ImageKind,
    Label,
    LabelFormat,
    Monograph,
    Need,
    Product,
    Section,
)
from monograph_qa.domain.search import MOST_WORDS
from monograph_qa.vocabulary.name_keys import lookup_keys
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
    """The statements over the names known beyond the library: all rows of each, by its name."""

    def rows(self, name: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]: ...

    def close(self) -> None: ...


class Statements(NameStatements, Protocol):
    """What a `LibraryReader` reads by. `searches`: the statements `evidence/search_...` can be
    asked; within `at_once` every statement sees one and the same state of the library; `mark`
    changes whenever what is published does: what was read under another is outdated."""

    @property
    def searches(self) -> bool: ...

    def at_once(self) -> AbstractContextManager[None]: ...

    def mark(self) -> object: ...

    def names(self) -> NameStatements: ...


Columns = dict[str, list[Any]]
"""Rows of one table, column by column, for a bulk insert."""

_FACT_KINDS = {kind.value: kind for kind in FactKind}


def box_value(place: PageBox) -> dict[str, Any]:
    """`{"page": 1, "box": [left, top, right, bottom]}`, points to a tenth."""
    return {"page": place.page, "box": [round(edge, 1) for edge in astuple(place.box)]}


def place_of(value: dict[str, Any]) -> PageBox:
    return PageBox(int(value["page"]), Box(*value["box"]))


def compact_json(value: Any) -> str:
    """JSON without spaces, in the characters themselves."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def label_of(row: Sequence[Any]) -> Label:
    """A row of `{label}` (see `query`); its time is in seconds since 1970."""
    product = Product(*[*row[13:15], *map(words_of, row[15:19]), *row[19:21]])
    time = datetime.fromtimestamp(row[12], UTC)
    marks = (product, row[21], bool(row[22]))
    return Label(*[*row[:6], LabelFormat(row[6]), *row[7:12], time, *marks])


def section_of(row: Sequence[Any]) -> Section:
    return Section(*[*row[:-1], frame_of(row[-1])])


def sections_in_order(rows: Iterable[Sequence[Any]], label_id: str) -> list[Section]:
    return [section_of(r) for r in sorted((r for r in rows if r[1] == label_id), key=itemgetter(2))]


def facts_in_order(rows: Iterable[Sequence[Any]], label_id: str) -> list[FactSpan]:
    return [fact_of(r) for r in sorted((r for r in rows if r[2] == label_id), key=itemgetter(3))]


def fact_of(row: Sequence[Any]) -> FactSpan:
    """A row that begins with `{fact}`."""
    kind, attributes, page, boxes, context, frame, needs = row[7:14]
    read = (words_of(attributes), page, _places(boxes), context, frame_of(frame), needs_of(needs))
    return FactSpan(*[*row[:7], _FACT_KINDS[kind], *read])


def image_of(row: Sequence[Any]) -> Image:
    box = place_of(json.loads(row[4])) if row[4] else None
    return Image(*[*row[:4], box, ImageKind(row[5]), *row[6:]])


def doubt_of(row: Sequence[Any]) -> Doubt:
    return Doubt(*[*row[:3], DoubtKind(row[3]), row[4]])


# What one text of JSON says never changes, so to remember it is no memory of what is stored: the
# gate reads every row again, and most of a label's rows say of attributes the same.
@lru_cache(maxsize=1024)
def words_of(stored: str) -> tuple[str, ...]:
    return tuple(json.loads(stored))


@lru_cache(maxsize=8192)
def frame_of(stored: str) -> tuple[FrameValue, ...]:
    return tuple(
        FrameValue(Facet(facet), concept, low, high, unit, source)
        for facet, concept, low, high, unit, source in json.loads(stored)
    )


@lru_cache(maxsize=1024)
def needs_of(stored: str) -> tuple[Need, ...]:
    return tuple(Need(fact_id, why) for fact_id, why in json.loads(stored))


@lru_cache(maxsize=4096)
def _places(stored: str) -> tuple[PageBox, ...]:
    return tuple(place_of(value) for value in json.loads(stored))


@lru_cache(maxsize=8192)
def frame_json(frame: tuple[FrameValue, ...]) -> str:
    """A frame as it is stored: a list of facet, concept, low, high, unit and source."""
    values = [(v.facet.value, v.concept, v.low, v.high, v.unit, v.source) for v in frame]
    return compact_json(values)


_STORED: dict[str, Callable[[Any], Any]] = {
    "kind": attrgetter("value"),
    "format": attrgetter("value"),
    "box": lambda place: compact_json(box_value(place)) if place else None,
    "boxes": lambda places: compact_json([box_value(each) for each in places]),
    "frame": frame_json,
    "needs": lambda needs: compact_json([(need.fact_id, need.why) for need in needs]),
    **dict.fromkeys(("attributes", "forms", "strengths", "routes", "numbers"), compact_json),
}
"""What is stored of a field that is no text and no number."""


def table_columns(monographs: Sequence[Monograph]) -> dict[str, Columns]:
    values: dict[str, list[Any]] = {
        field: [value for each in monographs for value in getattr(each, field)]
        for field in ("names", "sections", "facts", "images", "doubts")
    }
    keyed = [(key, name) for name in values["names"] for key in lookup_keys(name.name)]
    ordinals: defaultdict[str, count[int]] = defaultdict(count)
    return {
        "label": label_columns([each.label for each in monographs]),
        "drug_name": _columns(DrugName.__match_args__, values["names"]),
        "drug_name_key": {
            "name_key": [key for key, _ in keyed],
            **_columns(DrugName.__match_args__, [name for _, name in keyed]),
        },
        "section": _columns(Section.__match_args__, values["sections"]),
        "fact_span": _columns(FactSpan.__match_args__, values["facts"]),
        "reading_doubt": {
            "ordinal": [next(ordinals[doubt.label_id]) for doubt in values["doubts"]],
            **_columns(Doubt.__match_args__, values["doubts"]),
        },
        "image": _columns(Image.__match_args__, values["images"]),
    }


def label_columns(labels: Sequence[Label]) -> Columns:
    names = [name for name in Label.__match_args__ if name != "product"]
    product = _columns(Product.__match_args__, [label.product for label in labels])
    return {**_columns(names, labels), **product}


def _columns(names: Iterable[str], values: Sequence[Any]) -> Columns:
    found: Columns = {}
    for name in names:
        column, stored = list(map(attrgetter(name), values)), _STORED.get(name)
        found[name] = list(map(stored, column)) if stored else column
    return found
