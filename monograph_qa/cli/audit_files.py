"""Audit records as files: one record held at a time (Parquet: one batch), whole files or none."""

import csv
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import astuple
from itertools import islice
from pathlib import Path
from typing import IO, Any

from monograph_qa.domain.audit import AuditRecord
from monograph_qa.errors import MonographError

_COLUMNS = ("sequence", *AuditRecord.__slots__)
_BATCH = 200  # records; tens of kilobytes each
# As spreadsheets read them; the wide forms are taken for the others in East Asian settings.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

Numbered = Iterable[tuple[int, AuditRecord]]


class ExportUnwritable(MonographError):
    """The file of an export cannot be written."""


def write_jsonl(out: Path | None, records: Numbered) -> int:
    """Writes one JSON object a line and returns how many. Raises ExportUnwritable."""
    count = 0
    with _opened(out) as file:
        for row in _rows(records):
            line = json.dumps(dict(zip(_COLUMNS, row, strict=True)), ensure_ascii=False)
            file.write(line + "\n")
            count += 1
    return count


def write_csv(out: Path | None, records: Numbered) -> int:
    """Writes a heading and one line a record, as RFC 4180 has it; returns how many records."""
    count = 0
    with _opened(out) as file:
        writer = csv.writer(file)
        writer.writerow(_COLUMNS)
        for row in _rows(records):
            writer.writerow(["'" + c if _is_formula(c) else c for c in row])
            count += 1
    return count


def write_parquet(out: Path | None, records: Numbered) -> int:
    """Writes a Parquet file, a batch of records at a time; returns how many records."""
    if out is None:
        raise ExportUnwritable("Parquet needs a file to write to")
    if sys.modules.get("pandas", sys) is None:
        del sys.modules["pandas"]  # kept out by `options.start_lean`; pyarrow must find it whole
    import pyarrow
    import pyarrow.parquet

    kinds = {"sequence": pyarrow.int64(), "elapsed_ms": pyarrow.float64()}
    schema = pyarrow.schema([(name, kinds.get(name, pyarrow.string())) for name in _COLUMNS])
    count = 0
    rows = _rows(records)
    with _part(out) as part, pyarrow.parquet.ParquetWriter(part, schema) as writer:
        while batch := list(islice(rows, _BATCH)):
            columns = [list(column) for column in zip(*batch, strict=True)]
            arrays = [
                pyarrow.array([_typed(v, f.type, pyarrow) for v in column], f.type)
                for column, f in zip(columns, schema, strict=True)
            ]
            writer.write_batch(pyarrow.record_batch(arrays, schema=schema))
            count += len(batch)
    return count


def _rows(records: Numbered) -> Iterator[tuple[Any, ...]]:
    """Columns as stored. What is no text any more was tampered with, and is shown as it can be."""
    for sequence, record in records:
        yield (sequence, *(_shown(value) for value in astuple(record)))


def _shown(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return value


def _typed(value: Any, kind: Any, pyarrow: Any) -> Any:
    if kind == pyarrow.string():
        return value if isinstance(value, str) else str(value)
    return value if isinstance(value, int | float) else None


def _is_formula(cell: Any) -> bool:
    return isinstance(cell, str) and cell.startswith(_FORMULA)


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
    part = out.with_name(f".{out.name}.{os.getpid()}.part")
    try:
        yield part
        part.replace(out)
    except OSError as error:
        raise ExportUnwritable(f"{out}: cannot be written ({error.strerror})") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
