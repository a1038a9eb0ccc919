"""What is looked for across labels, the lines that fit, and views of labels side by side."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from monograph_qa.frozen import frozen
from monograph_qa.table_files import arrow

if TYPE_CHECKING:
    import pyarrow

MOST_WORDS = 4
"""Words that no concept explains, of one search; each costs its statement a branch."""
_SHOWN = 50  # rows in a notebook's cell


@frozen
class Table:
    """Rows under their columns, as values that JSON can carry; `truncated` where there were more
    rows or bytes than may be returned."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    truncated: bool = False

    def __len__(self) -> int:
        return len(self.rows)

    def records(self) -> list[dict[str, Any]]:
        """Each row as an object."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def to_arrow(self) -> "pyarrow.Table":
        """The rows as an Arrow table, which pandas, Polars and DuckDB read; a column whose values
        are of several types is text."""
        columns = zip(*self.rows, strict=True) if self.rows else ((),) * len(self.columns)
        arrays = [_array(column) for column in columns]
        return arrow().Table.from_arrays(arrays, names=list(self.columns))

    def _repr_html_(self) -> str:
        """The first rows as a table of HTML; nothing of a cell is taken for markup."""
        from html import escape  # not what is waited for at each question

        head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        body = "".join(f"<tr>{_cells(row)}</tr>" for row in self.rows[:_SHOWN])
        more = len(self.rows) - _SHOWN
        note = f"<p>… and {more} more rows</p>" if more > 0 else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{note}"


def _cells(row: Sequence[Any]) -> str:
    from html import escape

    shown = ("" if value is None else escape(str(value)) for value in row)
    return "".join(f'<td style="text-align:left">{value}</td>' for value in shown)


def _array(values: Sequence[Any]) -> "pyarrow.Array":
    pyarrow = arrow()
    try:
        return pyarrow.array(values)
    except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError):
        return pyarrow.array([None if value is None else str(value) for value in values])


SECTION, ATTRIBUTE = "section", "attribute"
"""What a line is found by beside the facets of its frame: its sections' keys, what it states."""


@frozen
class Mark:
    """A value that lines are found by: a facet and a concept, or a measure and its range; with
    `whole`, a line's range must take in all of it."""

    facet: str
    concept: str
    low: float | None = None
    high: float | None = None
    whole: bool = False


@frozen
class Criterion:
    """What a line must speak of, as `said`; any of the marks will do."""

    said: str
    marks: tuple[Mark, ...]


@frozen
class Search:
    """A need as it was read: a line must have all that is `criteria`, and all `words` literally, by
    their stems. The rest narrows: a section's key, a kind of line, a label's format, a drug."""

    need: str
    criteria: tuple[Criterion, ...]
    words: tuple[str, ...] = ()
    section: str | None = None
    kind: str | None = None
    format: str | None = None
    drug: str | None = None

    def read_as(self) -> str:
        """How the need was understood, on one line."""
        said = [each.said for each in self.criteria] + [f'the word "{word}"' for word in self.words]
        named = {name: getattr(self, name) for name in ("section", "kind", "format", "drug")}
        return "; ".join([*said, *(f"{name} {value}" for name, value in named.items() if value)])

    @property
    def link(self) -> str:
        """A link that asks for just this again."""
        narrow = ("section", "kind", "format", "drug")
        asked = {"need": self.need, **{name: getattr(self, name) for name in narrow}}
        return f"/find?{urlencode({name: value for name, value in asked.items() if value})}"


@frozen
class FoundLine:
    """A line that fits, with the place where it stands. `context` leads in to it."""

    label_id: str
    drug: str
    title: str
    section_key: str
    section_code: str | None
    heading_path: str
    page: int | None
    fact_id: str
    quote: str
    context: str | None


@frozen
class FoundLines:
    """The lines asked for, those first that say all of it themselves, of `total` that fit in
    `labels` labels; how many stand in which section, and how many labels are of which class of
    drugs."""

    search: Search
    lines: tuple[FoundLine, ...]
    total: int
    labels: int
    by_section: Mapping[str, int]
    by_class: Mapping[str, int]

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[FoundLine]:
        return iter(self.lines)

    def counts(self) -> dict[str, Any]:
        """What was looked for, and how much there is of it."""
        return {
            "link": self.search.link,
            "read_as": self.search.read_as(),
            "total": self.total,
            "labels": self.labels,
            "by_section": dict(self.by_section),
            "by_class": dict(self.by_class),
        }

    def table(self) -> Table:
        """The lines as rows."""
        return Table(FoundLine.__match_args__, tuple(map(astuple, self.lines)))

    def to_arrow(self) -> "pyarrow.Table":
        return self.table().to_arrow()

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def most_first(counts: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Counts summed by name, the largest first."""
    summed: Counter[str] = Counter()
    for name, count in counts:
        summed[name] += count
    return dict(sorted(summed.items(), key=lambda each: (-each[1], each[0])))


@frozen
class Block:
    """The lines of one label under one name, in its order; without any, `silence` says so."""

    name: str
    lines: tuple[FoundLine, ...]
    silence: str = ""


@frozen
class Side:
    """One label's part of a view; `label_id` is "" for a drug that no label here is of."""

    label_id: str
    title: str
    edition: str
    blocks: tuple[Block, ...]


@frozen
class View:
    """One label a side, never two drugs or two labels in one; `note` says what else there is."""

    title: str
    sides: tuple[Side, ...]
    note: str = ""

    @property
    def is_silent(self) -> bool:
        """Whether no side states anything."""
        return not any(self.lines())

    def lines(self) -> Iterator[FoundLine]:
        """All lines, side by side."""
        for side in self.sides:
            for block in side.blocks:
                yield from block.lines

    def table(self) -> Table:
        """A row a line, with the block that it stands in; a row without a quote for silence."""
        names = FoundLine.__match_args__
        return Table(("block", *names, "silence"), tuple(self._rows(names)))

    def _rows(self, names: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
        for side in self.sides:
            for block in side.blocks:
                for line in block.lines:
                    yield (block.name, *(getattr(line, name) for name in names), None)
                if not block.lines:
                    known = {"label_id": side.label_id or None, "title": side.title}
                    yield (block.name, *(known.get(name) for name in names), block.silence)

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()
