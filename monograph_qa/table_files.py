"""Files written whole or not at all; tables as JSON lines, CSV or Parquet, a batch in memory at a
time."""

import csv
import errno
import json
import os
import sys
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from monograph_qa.errors import MonographError

if TYPE_CHECKING:
    import pyarrow


_FULL = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the quota of this disk is used up",
    errno.EFBIG: "no file may grow so large here (ulimit -f)",
}


def why_full(error: BaseException) -> str:
    """For want of which room, or of what allowance for more, something could not be written: as the
    system says itself, or in its words what wrote; "" for any other error."""
    number, message = getattr(error, "errno", None), str(error)
    return next((why for n, why in _FULL.items() if n == number or os.strerror(n) in message), "")


@contextmanager
def failing_as(
    failure: type[Exception], place: object, what: str = "cannot be written"
) -> Iterator[None]:
    """Within the block, what the system complains of becomes a `failure` that names the place."""
    try:
        yield
    except OSError as error:
        raise failure(f"{place}: {what} ({error.strerror})") from error


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Within the block, a place beside `path` to write to: what stands there takes the name of
    `path` at the end, or goes again when the block fails. Raises OSError."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield part
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


# As spreadsheets read them; the wide forms are taken for the others in East Asian settings.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


class Form(StrEnum):
    JSONL = "jsonl"
    CSV = "csv"
    PARQUET = "parquet"


class ExportUnwritable(MonographError):
    """The file of an export cannot be written."""


def write_table(
    out: Path | None,
    form: Form,
    schema: "pyarrow.Schema",
    batches: "Iterable[pyarrow.RecordBatch]",
) -> int:
    """Writes the batches to `out`, or to standard output without one; returns how many rows. JSON
    lines and Parquet hold every value to the letter. In CSV, cells that a spreadsheet would run as
    a formula begin with an apostrophe. Raises ExportUnwritable."""
    count = 0
    if form is Form.PARQUET:
        if out is None:
            raise ExportUnwritable("Parquet needs a file to write to")
        parquet = arrow().parquet
        with _part(out) as part, parquet.ParquetWriter(part, schema) as writer:
            for batch in batches:
                writer.write_batch(batch)
                count += batch.num_rows
        return count
    with _opened(out) as file:
        lines = csv.writer(file)
        if form is Form.CSV:
            lines.writerow(schema.names)
        for row in (row for batch in batches for row in batch.to_pylist()):
            if form is Form.CSV:
                lines.writerow([_cell(value) for value in row.values()])
            else:
                file.write(json.dumps(row, ensure_ascii=False, default=_plain) + "\n")
            count += 1
    return count


def arrow() -> Any:
    """The pyarrow package with its Parquet part; imported only for who writes or hands on tables.
    Pandas, which questions do without, may be found again: pyarrow must find it whole."""
    if sys.modules.get("pandas", sys) is None:
        del sys.modules["pandas"]
    import pyarrow
    import pyarrow.parquet

    return pyarrow


def batches_of(
    rows: Iterable[Sequence[Any]], schema: "pyarrow.Schema", size: int = 2000
) -> "Iterator[pyarrow.RecordBatch]":
    waiting = iter(rows)
    while batch := list(islice(waiting, size)):
        columns = zip(*batch, strict=True)
        arrays = [
            arrow().array(list(column), field.type)
            for column, field in zip(columns, schema, strict=True)
        ]
        yield arrow().record_batch(arrays, schema=schema)


def schema_of(types: Mapping[str, str]) -> "pyarrow.Schema":
    """A schema from names of columns and of their types, as Arrow calls these."""
    made = {"timestamp": arrow().timestamp("us", "UTC")}
    return arrow().schema([(n, made.get(k) or getattr(arrow(), k)()) for n, k in types.items()])


def _cell(value: Any) -> Any:
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    shown = _plain(value) if isinstance(value, bytes | date) else value
    return f"'{shown}" if isinstance(shown, str) and shown.startswith(_FORMULA) else shown


def _plain(value: Any) -> str:
    if isinstance(value, bytes):
        return b64encode(value).decode()
    return value.isoformat() if isinstance(value, date) else str(value)


@contextmanager
def _opened(out: Path | None) -> Iterator[IO[str]]:
    if out is None:
        yield sys.stdout
        return
    with _part(out) as part, part.open("w", encoding="utf-8", newline="") as file:
        yield file


@contextmanager
def _part(out: Path) -> Iterator[Path]:
    """A file beside `out` that takes its name at the end, or goes again."""
    with failing_as(ExportUnwritable, out), whole_file(out) as part:
        yield part
