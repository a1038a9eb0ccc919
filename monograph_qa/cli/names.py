"""`monograph-qa names`: tables of drug names known beyond the library."""

from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from monograph_qa.cli.options import JsonOption, LibraryOption
from monograph_qa.cli.printing import (
    note,
    print_json,
    print_records,
    print_result,
    print_table,
    say,
)
from monograph_qa.library import Library
from monograph_qa.names.name_table import read_name_table
from monograph_qa.store.place import import_names, open_known_names, remove_names

app = typer.Typer(
    no_args_is_help=True,
    help=(
        "Drug names known beyond the library, from a table of yours. With one, a drug that no "
        "label here is of is known to be a drug, and a brand to be a brand of its ingredient."
    ),
)


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The table, with column names.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make the names of a table known; a table of the same file name is replaced.

    Read are the FDA's Drugs@FDA Products.txt, Orange Book products.txt and NDC product.txt, and
    any CSV with the columns name, kind (brand, generic, salt, synonym) and ingredient, several
    ingredients with ";" between them.

    Examples:

      monograph-qa names import Products.txt

      monograph-qa names import our_formulary.csv --json
    """
    table = read_name_table(file)
    import_names(Library.open(library).place, table)
    count = len(table.names)
    value = {"source": table.source, "layout": table.layout, "names": count, "sha256": table.sha256}
    text = f"{count} names of {table.source} ({table.layout}) are known now"
    print_result(value, text, as_json=as_json)


@app.command("list")
def list_(
    beginning: Annotated[
        str | None, typer.Argument(metavar="[BEGINNING]", help="List names that begin so.")
    ] = None,
    source: Annotated[str, typer.Option(help="Only names of this table.")] = "",
    most: Annotated[int, typer.Option(min=1, help="The most names to list.")] = 100,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the imported tables, or the names that begin as asked.

    Examples:

      monograph-qa names list

      monograph-qa names list glu --source Products.txt
    """
    with closing(open_known_names(Library.open(library).place)) as known:
        if beginning is None and not source:
            sources = [asdict(each) for each in known.sources()]
            print_records(sources, ("source", "layout", "names", "imported_at"), as_json=as_json)
            return
        listed = known.listed(beginning or "", source, most)
    if as_json:
        print_json([{**asdict(each.known), "source": each.source} for each in listed])
        return
    rows = (
        (each.known.name, each.known.kind, "; ".join(each.known.ingredients), each.source)
        for each in listed
    )
    print_table(("name", "kind", "ingredients", "source"), rows)
    if len(listed) == most:
        note(f"only the first {most} names are listed; --most lists more")


@app.command("show")
def show_(
    name: Annotated[str, typer.Argument(help="A drug's name.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what is known of a name: the labels here that bear it, and what the tables say it is.

    Example: monograph-qa names show Glucophage
    """
    from monograph_qa.pipeline.question.held import look_up

    with Library.open(library) as opened:
        known, labels = look_up(name, opened.reader)
    if as_json:
        each = [{"name": x.drug, "label_id": x.label_id, "title": x.title} for x in labels]
        print_json({"name": name, "known": [asdict(each) for each in known], "labels": each})
        return
    rows = ((each.name, each.kind, "; ".join(each.ingredients)) for each in known)
    print_table(("known as", "kind", "ingredients"), rows)
    say()
    print_table(("label_id", "drug", "title"), ((x.label_id, x.drug, x.title) for x in labels))


@app.command("remove")
def remove_(
    source: Annotated[str, typer.Argument(help="The table, as `names list` calls it.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Forget the names of an imported table; labels and their names stay.

    Example: monograph-qa names remove Products.txt
    """
    remove_names(Library.open(library).place, source)
    print_result({"removed": source}, f"the names of {source} are known no more", as_json=as_json)
