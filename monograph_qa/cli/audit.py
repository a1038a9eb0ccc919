"""`monograph-qa audit`: what was asked and said, and proof that nothing was changed."""

from collections.abc import Iterable, Iterator
from dataclasses import astuple
from pathlib import Path
from typing import Annotated, Any

import typer

from monograph_qa.audit.recording import quotes_of
from monograph_qa.cli.audit_proof import anchor, replay, report, verify
from monograph_qa.cli.find import audit_sql
from monograph_qa.cli.look import written_pages
from monograph_qa.cli.options import Filter, Shown, over_library, table
from monograph_qa.domain.journal import AuditRecord
from monograph_qa.library import Library
from monograph_qa.store.audit_search import match_records
from monograph_qa.table_files import Form, batches_of, schema_of, write_table
from monograph_qa.telling.records import caller_of, outcome_of, record_text
from monograph_qa.values import record_value

_EXPORTED = ("sequence", *AuditRecord.__match_args__)
_NUMBERS = {"sequence": "int64", "elapsed_ms": "float64"}
_BATCH = 200  # records; tens of kilobytes each


@over_library
def export(
    library: Library,
    asked: Filter,
    form: Form = typer.Option(Form.JSONL, "--format", help="What to write."),
    out: Path | None = typer.Option(
        None, metavar="FILE", help="Where to; standard output unless named."
    ),
    replays: bool = typer.Option(
        True, "--replays/--no-replays", help="Also what auditors asked again, or not."
    ),
    as_json: bool = False,
) -> Shown | None:
    """Write audit records to a file, oldest first: every column as stored, in bounded memory.

    JSON lines and Parquet hold the columns to the letter, so hashes can be reckoned again. In CSV,
    cells that a spreadsheet would run as a formula begin with an apostrophe.

    Examples:

      monograph-qa audit export --out log.jsonl

      monograph-qa audit export --format parquet --out march.parquet --since 2026-03-01
    """
    if out is None and (form is Form.PARQUET or as_json):
        what = "Parquet" if form is Form.PARQUET else "a summary in JSON"
        raise typer.BadParameter(f"{what} needs a file to write to", param_hint="--out")
    wanted = asked.wanted(library.journal, replays=replays)
    schema = schema_of({name: _NUMBERS.get(name, "string") for name in _EXPORTED})
    rows = _rows(match_records(library.journal, wanted, newest_first=False))
    count = write_table(out, form, schema, batches_of(rows, schema, _BATCH))
    if out is None:
        return None
    value = {"records": count, "file": str(out), "format": form.value}
    return Shown(value, [f"{count} records written to {out}"])


def _rows(records: Iterable[tuple[int, AuditRecord]]) -> Iterator[tuple[Any, ...]]:
    for sequence, record in records:
        values = zip(_EXPORTED, (sequence, *astuple(record)), strict=True)
        yield tuple(_cell(value, is_number=name in _NUMBERS) for name, value in values)


def _cell(value: Any, *, is_number: bool) -> Any:
    """What is no text or number any more was tampered with, and is shown as it can be."""
    if is_number:
        return value if isinstance(value, int | float) else None
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return None if value is None else str(value)


app = typer.Typer(
    no_args_is_help=True,
    help="The audit log: what was asked and said, why, and proof that nothing was changed.",
)


@app.command("list")
@over_library
def list_(
    library: Library,
    asked: Filter,
    most: int = typer.Option(50, "--limit", "--most", min=1, help="How many, newest first."),
    replays: bool = typer.Option(
        False,
        "--replays",
        help="Also what auditors asked again (audit replay), and agents looked up.",
    ),
) -> Shown:
    """List recorded questions, newest first.

    Examples:

      monograph-qa audit list --limit 10

      monograph-qa audit list --since 2026-03-01 --until 2026-03-31 --outcome withheld

      monograph-qa audit list --drug warfarin --finding verbatim --json
    """
    wanted = asked.wanted(library.journal, replays=replays)
    found = list(match_records(library.journal, wanted, most=most + 1))
    is_cut = len(found) > most
    notes = [f"the newest {most} are listed; --limit lists more, export all"] * is_cut
    del found[most:]
    rows = (
        (each.audit_id, each.at, caller_of(each), each.verdict, outcome_of(each), each.question)
        for _, each in found
    )
    columns = ("audit_id", "at", "caller", "verdict", "outcome", "question")
    value = [{"sequence": at, **record_value(record)} for at, record in found]
    return Shown(value, table(columns, rows), notes if found else ["no record fits"])


@app.command()
@over_library
def show(
    library: Library,
    audit_id: Annotated[str, typer.Argument(help="An audit id, as printed with an answer.")],
    pages: Path | None = typer.Option(
        None, metavar="DIR", help="Write the pages of its quotes, each boxed."
    ),
    as_json: bool = False,
) -> Shown:
    """Show one record: question, intent, evidence, draft, verdict, findings, answer, hashes.

    Each quote comes with label version, page and what the checks found wrong with it.

    Examples:

      monograph-qa audit show aud_0123456789abcdef0123

      monograph-qa audit show aud_0123456789abcdef0123 --pages evidence/
    """
    record = library.journal.get_record(audit_id)
    if pages is None:
        return Shown(record_value(record), [record_text(record)])
    facts = dict.fromkeys(quote.fact_id for quote in quotes_of(record))
    written = [
        str(path) for each in facts for path in written_pages(library, each, pages, quiet=as_json)
    ]
    return Shown({**record_value(record), "pages": written}, [record_text(record), *written])


for command in (verify, anchor, replay, export, report):
    app.command()(command)
app.command("sql")(audit_sql)
