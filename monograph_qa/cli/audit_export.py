"""`audit export`: the log as JSON lines, CSV or Parquet, record by record."""

from collections.abc import Iterable, Iterator
from dataclasses import astuple
from pathlib import Path
from typing import Annotated, Any

import typer

from monograph_qa.cli.audit_options import (
    DrugOption,
    FindingOption,
    OutcomeOption,
    SinceOption,
    UntilOption,
    period,
    say_unknown_finding,
)
from monograph_qa.cli.options import JsonOption, LibraryOption, open_library, print_result
from monograph_qa.domain.audit import AuditRecord
from monograph_qa.table_files import Form, batches_of, schema_of, write_table

_COLUMNS = ("sequence", *AuditRecord.__match_args__)
_NUMBERS = {"sequence": "int64", "elapsed_ms": "float64"}
_BATCH = 200  # records; tens of kilobytes each


def export(
    form: Annotated[Form, typer.Option("--format", help="What to write.")] = Form.JSONL,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Where to; standard output unless named."),
    ] = None,
    since: SinceOption = None,
    until: UntilOption = None,
    drug: DrugOption = None,
    outcome: OutcomeOption = None,
    finding: FindingOption = None,
    replays: Annotated[
        bool,
        typer.Option("--replays/--no-replays", help="Also what auditors asked again, or not."),
    ] = True,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write audit records to a file, oldest first: every column as stored, in bounded memory.

    JSON lines and Parquet hold the columns to the letter, so hashes can be reckoned again. In CSV,
    cells that a spreadsheet would run as a formula begin with an apostrophe.

    Examples:

      monograph-qa audit export --out log.jsonl

      monograph-qa audit export --format parquet --out march.parquet --since 2026-03-01
    """
    from monograph_qa.store.audit_search import Wanted, match_records

    if out is None and (form is Form.PARQUET or as_json):
        what = "Parquet" if form is Form.PARQUET else "a summary in JSON"
        raise typer.BadParameter(f"{what} needs a file to write to", param_hint="--out")
    wanted = Wanted(*period(since, until), drug, outcome, finding, replays)
    with open_library(library) as opened:
        say_unknown_finding(opened.journal, finding)
        schema = schema_of({name: _NUMBERS.get(name, "string") for name in _COLUMNS})
        rows = _rows(match_records(opened.journal, wanted, newest_first=False))
        count = write_table(out, form, schema, batches_of(rows, schema, _BATCH))
    if out is not None:
        value = {"records": count, "file": str(out), "format": form.value}
        print_result(value, f"{count} records written to {out}", as_json=as_json)


def _rows(records: Iterable[tuple[int, AuditRecord]]) -> Iterator[tuple[Any, ...]]:
    """Columns as stored. What is no text or number any more was tampered with, and is shown as it
    can be, or not at all."""
    for sequence, record in records:
        values = zip(_COLUMNS, (sequence, *astuple(record)), strict=True)
        yield tuple(_number(value) if name in _NUMBERS else _shown(value) for name, value in values)


def _number(value: Any) -> Any:
    return value if isinstance(value, int | float) else None


def _shown(value: Any) -> str | None:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return None if value is None else str(value)
