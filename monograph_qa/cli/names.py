"""`monograph-qa names`: tables of drug names known beyond the library."""

from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from monograph_qa.cli.options import Shown, over_library, records_shown, table
from monograph_qa.domain.intent import KnownName
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
@over_library
def import_(
    library: Library,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The table, with column names.")],
) -> Shown:
    """Make the names of a table known; a table of the same file name is replaced.

    Read are the FDA's Drugs@FDA Products.txt, Orange Book products.txt and NDC product.txt, and
    any CSV with the columns name, kind (brand, generic, salt, synonym) and ingredient, several
    ingredients with ";" between them.

    Examples:

      monograph-qa names import Products.txt

      monograph-qa names import our_formulary.csv --json
    """
    read = read_name_table(file)
    import_names(library.place, read)
    count = len(read.names)
    value = {"source": read.source, "layout": read.layout, "names": count, "sha256": read.sha256}
    text = f"{count} names of {read.source} ({read.layout}) are known now"
    return Shown(value, [text])


@app.command("list")
@over_library
def list_(
    library: Library,
    beginning: str | None = typer.Argument(
        None, metavar="[BEGINNING]", help="List names that begin so."
    ),
    source: str = typer.Option("", help="Only names of this table."),
    most: int = typer.Option(100, min=1, help="The most names to list."),
) -> Shown:
    """List the imported tables, or the names that begin as asked.

    Examples:

      monograph-qa names list

      monograph-qa names list glu --source Products.txt
    """
    with closing(open_known_names(library.place)) as names:
        if beginning is None and not source:
            sources = [asdict(each) for each in names.sources()]
            return records_shown(sources, ("source", "layout", "names", "imported_at"))
        listed = names.listed(beginning or "", source, most)
    value = [{**asdict(known), "source": origin} for known, origin in listed]
    rows = ((*_cells(known), origin) for known, origin in listed)
    is_cut = len(listed) == most
    notes = [f"only the first {most} names are listed; --most lists more"] * is_cut
    return Shown(value, table(("name", "kind", "ingredients", "source"), rows), notes)


@app.command("show")
@over_library
def show_(library: Library, name: Annotated[str, typer.Argument(help="A drug's name.")]) -> Shown:
    """Show what is known of a name: the labels here that bear it, and what the tables say it is.

    Example: monograph-qa names show Glucophage
    """
    from monograph_qa.pipeline.question.held import look_up

    known, labels = look_up(name, library.reader)
    each = [{"name": x.drug, "label_id": x.label_id, "title": x.title} for x in labels]
    value = {"name": name, "known": [asdict(each) for each in known], "labels": each}
    lines = (
        *table(("known as", "kind", "ingredients"), map(_cells, known)),
        "",
        *table(("label_id", "drug", "title"), ((x.label_id, x.drug, x.title) for x in labels)),
    )
    return Shown(value, lines)


def _cells(known: KnownName) -> tuple[str, str, str]:
    return known.name, known.kind, "; ".join(known.ingredients)


@app.command("remove")
@over_library
def remove_(
    library: Library,
    source: Annotated[str, typer.Argument(help="The table, as `names list` calls it.")],
) -> Shown:
    """Forget the names of an imported table; labels and their names stay.

    Example: monograph-qa names remove Products.txt
    """
    remove_names(library.place, source)
    return Shown({"removed": source}, [f"the names of {source} are known no more"])
