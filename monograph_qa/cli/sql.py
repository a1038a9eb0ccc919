"""`monograph-qa sql`: read-only SQL over the published library."""

from typing import Annotated

import typer

from monograph_qa.cli.options import JsonOption, LibraryOption, print_json, print_table


def sql(
    statement: Annotated[str, typer.Argument(metavar="SELECT", help="One SELECT statement.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run one SELECT against the library. It cannot write, attach, read files or use the network;
    rows, bytes, time and memory are bounded.

    Tables: label, drug_name, section, fact_span, image.

    Example: monograph-qa sql "SELECT drug, count(*) FROM label JOIN fact_span USING (label_id)
    GROUP BY drug"
    """
    from monograph_qa.library import Library
    from monograph_qa.store.inquiry.places import select_from_library

    table = select_from_library(Library.open(library).place, statement)
    if table.truncated:
        typer.echo(f"only the first {len(table.rows)} rows are shown", err=True)
    if as_json:
        print_json([dict(zip(table.columns, row, strict=True)) for row in table.rows])
    else:
        print_table(table.columns, table.rows)


def add_to(app: typer.Typer) -> None:
    app.command()(sql)
