"""`monograph-qa labels` and `names`: what labels there are; withdrawing, removing, preferring,
comparing; tables of drug names known beyond them."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from monograph_qa.cli.options import LabelArgument, Shown, over_library, records_shown, table
from monograph_qa.domain.intent import KnownName
from monograph_qa.domain.label import Label
from monograph_qa.library import Library
from monograph_qa.names.name_table import read_name_table
from monograph_qa.store.place import import_names, open_known_names, remove_names
from monograph_qa.values import fields_of, label_value
from monograph_qa.visible import visible_line

app = typer.Typer(invoke_without_command=True)
ReasonOption = Annotated[str, typer.Option("--reason", help="Why; kept in the journal.")]
_COUNTED = ("sections", "facts", "table_rows", "images")
_SHOWN = ("label_id", "drug", "brand", "maker", "forms", "revision_date", "format", "version",
          "page_count", *_COUNTED, "doubts")  # fmt: skip


@app.callback()
@over_library
def labels(
    library: Library,
    context: typer.Context,
    all_versions: bool = typer.Option(
        False, "--all-versions", help="Superseded and withdrawn ones as well."
    ),
    as_json: bool = False,
) -> Shown | None:
    """List the labels: drug, brand, maker, form, revision, and what each holds.

    Examples:

      monograph-qa labels --json

      monograph-qa labels withdraw "lupin metformin" --reason "recalled 2026-03-01"
    """
    if context.invoked_subcommand is not None:
        return None
    every = library.reader.labels()
    counts, doubts = library.reader.counts(), library.reader.doubt_counts()
    rows = [
        {
            **label_value(label),
            **dict(zip(_COUNTED, counts[label.label_id], strict=True)),
            "doubts": doubts.get(label.label_id, 0),
        }
        for label in every
        if all_versions or label.is_current
    ]
    columns = (*_SHOWN, *(("withdrawn",) if all_versions else ()))
    lines = table(columns, ([_short(row[name]) for name in columns] for row in rows))
    withdrawn = sum(label.withdrawn is not None for label in every)
    is_noted = withdrawn and not (all_versions or as_json)
    notes = [f"{withdrawn} withdrawn: labels --all-versions"] if is_noted else []
    return Shown(rows, lines, notes)


def _short(value: object) -> object:
    text = ", ".join(value[:2]) if isinstance(value, list) else value
    return text[:39] + "…" if isinstance(text, str) and len(text) > 40 else text


@app.command()
@over_library
def withdraw(library: Library, label: LabelArgument, reason: ReasonOption) -> Shown:
    """Take a label out of every answer; it is kept for the audit, and who asks for it is told why.

    Example: monograph-qa labels withdraw lab_0123456789abcdef --reason "superseded by the maker"
    """
    from monograph_qa.pipeline import keeping

    return _done(keeping.withdraw(library.place, label, reason), "withdrawn")


@app.command()
@over_library
def restore(library: Library, label: LabelArgument) -> Shown:
    """Put a withdrawn label back.

    Example: monograph-qa labels restore lab_0123456789abcdef
    """
    from monograph_qa.pipeline import keeping

    return _done(keeping.restore(library.place, label), "restored")


@app.command()
@over_library
def prefer(
    library: Library,
    label: LabelArgument,
    no: bool = typer.Option(False, "--no", help="No longer."),
) -> Shown:
    """Have a label stand for the others of its drug, form and route, where there are many.

    Example: monograph-qa labels prefer "lupin metformin"
    """
    from monograph_qa.pipeline import keeping

    changed = keeping.prefer(library.place, label, preferred=not no)
    return _done(changed, "preferred no longer" if no else "preferred")


@app.command()
@over_library
def remove(
    library: Library,
    label: LabelArgument,
    reason: ReasonOption,
    yes: bool = typer.Option(False, "--yes", help="Do not ask."),
) -> Shown:
    """Remove a label that must not be kept: its text, tables and pictures are gone for good.

    The journal keeps that it was here, and what was answered from it.

    Example: monograph-qa labels remove lab_0123456789abcdef --reason "not ours to keep" --yes
    """
    from monograph_qa.pipeline import keeping

    if not yes:
        named = visible_line(_named(keeping.removable(library.place, label)))
        typer.confirm(f"Remove {named} for good?", abort=True)
    return _done(keeping.remove(library.place, label, reason), "removed")


@app.command()
@over_library
def diff(
    library: Library,
    old: LabelArgument,
    new: LabelArgument,
    section: str | None = typer.Option(None, help="Only sections whose heading says this."),
) -> Shown:
    """Show what two labels, or two versions of one, say differently: by section and sentence.

    Lines of the second label alone begin with "+", those of the first alone with "-".

    Example: monograph-qa labels diff lab_0123456789abcdef lab_fedcba9876543210
    """
    from monograph_qa.pipeline.changes import differences
    from monograph_qa.pipeline.question.choosing import get_label

    pair = get_label(library.reader, old), get_label(library.reader, new)
    found = list(differences(library.reader, *pair, section))
    sections = [
        {
            **fields_of(each, "heading section_key"),
            "added": [fields_of(fact, "fact_id quote page") for fact in each.added],
            "removed": [fields_of(fact, "fact_id quote page") for fact in each.removed],
        }
        for each in found
    ]
    value = {"old": pair[0].label_id, "new": pair[1].label_id, "sections": sections}

    def lines() -> Iterator[str]:
        yield f"- {_named(pair[0])}"
        yield f"+ {_named(pair[1])}"
        for each in found:
            yield each.heading
            for sign, facts in (("-", each.removed), ("+", each.added)):
                for fact in facts:
                    page = f", page {fact.page}" if fact.page else ""
                    yield f"  {sign} {fact.quote}  [{fact.fact_id}{page}]"

    nowhere = f" under headings with “{visible_line(section)}”" if section else ""
    same = [] if found else [f"\nThey say the same{nowhere}."]
    return Shown(value, (*map(visible_line, lines()), *same))


def _named(label: Label) -> str:
    named = ", ".join(filter(None, (label.title, label.product.maker, label.revision_date)))
    return f"{named}, version {label.version} ({label.label_id})"


def _done(label: Label, what: str) -> Shown:
    line = visible_line(f"{what}: {_named(label)}")
    return Shown({"done": what, **label_value(label)}, [line])


names_app = typer.Typer(
    no_args_is_help=True,
    help=(
        "Drug names known beyond the library, from a table of yours. With one, a drug that no "
        "label here is of is known to be a drug, and a brand to be a brand of its ingredient."
    ),
)


@names_app.command("import")
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


@names_app.command("list")
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


@names_app.command("show")
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


@names_app.command("remove")
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
