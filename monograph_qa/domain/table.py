"""Columns and rows as values: what a statement or a search returned, fit for a notebook."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from monograph_qa.frozen import frozen
from monograph_qa.table_files import arrow

if TYPE_CHECKING:
    import pyarrow

_SHOWN = 50  # rows in a notebook's cell


@frozen
class Table:
    """Rows under their columns, as values that JSON can carry.

    `truncated` when there were more rows or bytes than may be returned.
    """

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
        head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        body = "".join(f"<tr>{_cells(row)}</tr>" for row in self.rows[:_SHOWN])
        more = len(self.rows) - _SHOWN
        note = f"<p>… and {more} more rows</p>" if more > 0 else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{note}"


def _cells(row: Sequence[Any]) -> str:
    shown = ("" if value is None else escape(str(value)) for value in row)
    return "".join(f'<td style="text-align:left">{value}</td>' for value in shown)


def _array(values: Sequence[Any]) -> "pyarrow.Array":
    pyarrow = arrow()
    try:
        return pyarrow.array(values)
    except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError):
        return pyarrow.array([None if value is None else str(value) for value in values])
