"""`monograph-qa audit`: what was asked and said, and proof that the log is whole."""

from typing import Annotated, Any

import typer

from monograph_qa.cli.options import JsonOption, LibraryOption, print_json, print_table

app = typer.Typer(no_args_is_help=True, help="The audit log: list, show and verify.")


@app.command("list")
def list_(
    most: Annotated[int, typer.Option("--most", min=1, help="How many, newest first.")] = 50,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """List recorded questions, newest first.

    Example: monograph-qa audit list --most 10
    """
    from monograph_qa.cli.showing import record_value
    from monograph_qa.library import Library

    with Library.open(library) as opened:
        each = [record_value(record) for record in opened.journal.recent(most)]
    if as_json:
        print_json(each)
        return
    columns = ("audit_id", "at", "verdict", "outcome", "question")
    print_table(columns, ([{**r, "outcome": _outcome(r)}[c] for c in columns] for r in each))


def _outcome(record: dict[str, Any]) -> str:
    answer = record["answer"]
    return str(answer.get("outcome")) if isinstance(answer, dict) else "unreadable"


@app.command()
def show(
    audit_id: Annotated[str, typer.Argument(help="An audit id, as printed with an answer.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show one record: question, intent, evidence, draft, verdict, findings, answer, hashes.

    Example: monograph-qa audit show aud_0123456789abcdef0123
    """
    from monograph_qa.cli.audit_text import record_text
    from monograph_qa.cli.showing import record_value
    from monograph_qa.errors import NotFound
    from monograph_qa.library import Library

    with Library.open(library) as opened:
        record = opened.journal.find_record(audit_id)
    if record is None:
        raise NotFound(f"no audit record {audit_id!r}")
    if as_json:
        print_json(record_value(record))
    else:
        print(record_text(record))


@app.command()
def verify(library: LibraryOption = None, as_json: JsonOption = False) -> None:
    """Check the whole chain: every record's content, order and link. Exit code 1 if it is broken.

    Example: monograph-qa audit verify
    """
    from dataclasses import asdict

    from monograph_qa import audit
    from monograph_qa.library import Library

    with Library.open(library) as opened:
        count, breaks = audit.verify(opened.journal.records(), opened.journal.appended())
    if as_json:
        print_json({"records": count, "sound": not breaks, "breaks": [asdict(b) for b in breaks]})
    else:
        for each in breaks:
            print(f"record {each.sequence} ({each.audit_id}): {each.problem}")
        print(f"{count} records: " + ("the chain is broken" if breaks else "the chain is whole"))
    raise typer.Exit(1 if breaks else 0)
