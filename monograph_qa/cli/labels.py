"""`monograph-qa labels`: what labels there are; withdrawing, removing, preferring, comparing."""

from typing import Annotated

import typer

from monograph_qa.answer.rendering import fields_of
from monograph_qa.cli.options import JsonOption, LabelArgument, LibraryOption
from monograph_qa.cli.printing import (
    end_withheld,
    note,
    print_json,
    print_records,
    print_result,
    say,
    say_line,
)
from monograph_qa.domain.label import Label
from monograph_qa.library import Library
from monograph_qa.values import label_value
from monograph_qa.visible import visible_line

app = typer.Typer(invoke_without_command=True)
ReasonOption = Annotated[
    str, typer.Option("--reason", help="Why; kept in the journal, and said when asked about.")
]
_COUNTED = ("sections", "facts", "table_rows", "images")
_SHOWN = ("label_id", "drug", "brand", "maker", "forms", "revision_date", "format", "version",
          "page_count", *_COUNTED, "doubts")  # fmt: skip


@app.callback()
def labels(
    context: typer.Context,
    library: LibraryOption = None,
    all_versions: Annotated[
        bool, typer.Option("--all-versions", help="Superseded and withdrawn ones as well.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """List the labels: drug, brand, maker, form, revision, and what each holds.

    Examples:

      monograph-qa labels --json

      monograph-qa labels withdraw "lupin metformin" --reason "recalled 2026-03-01"
    """
    if context.invoked_subcommand is not None:
        return

    with Library.open(library) as opened:
        every = opened.reader.labels()
        counts, doubts = opened.reader.counts(), opened.reader.doubt_counts()
        rows = [
            {
                **label_value(label),
                **dict(zip(_COUNTED, counts[label.label_id], strict=True)),
                "doubts": doubts.get(label.label_id, 0),
            }
            for label in every
            if all_versions or label.is_current
        ]
    withdrawn = sum(label.withdrawn is not None for label in every)
    columns = (*_SHOWN, *(("withdrawn",) if all_versions else ()))
    if not as_json:
        rows = [{name: _short(value) for name, value in row.items()} for row in rows]
    print_records(rows, columns, as_json=as_json)
    if withdrawn and not (all_versions or as_json):
        note(f"{withdrawn} withdrawn: labels --all-versions")


def _short(value: object) -> object:
    said = ", ".join(value[:2]) if isinstance(value, list) else value
    return said[:39] + "…" if isinstance(said, str) and len(said) > 40 else said


@app.command()
def withdraw(
    label: LabelArgument,
    reason: ReasonOption,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take a label out of every answer; it is kept for the audit.

    Example: monograph-qa labels withdraw lab_0123456789abcdef --reason "superseded by the maker"
    """
    from monograph_qa.pipeline import keeping

    _print_done(keeping.withdraw(Library.open(library).place, label, reason), "withdrawn", as_json)


@app.command()
def restore(
    label: LabelArgument, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """Put a withdrawn label back.

    Example: monograph-qa labels restore lab_0123456789abcdef
    """
    from monograph_qa.pipeline import keeping

    _print_done(keeping.restore(Library.open(library).place, label), "restored", as_json)


@app.command()
def prefer(
    label: LabelArgument,
    no: Annotated[bool, typer.Option("--no", help="No longer.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Have a label stand for the others of its drug, form and route, where there are many.

    Example: monograph-qa labels prefer "lupin metformin"
    """
    from monograph_qa.pipeline import keeping

    changed = keeping.prefer(Library.open(library).place, label, preferred=not no)
    _print_done(changed, "preferred no longer" if no else "preferred", as_json)


@app.command()
def remove(
    label: LabelArgument,
    reason: ReasonOption,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Remove a label that must not be kept: its text, tables and pictures are gone for good.

    The journal keeps that it was here, and what was answered from it.

    Example: monograph-qa labels remove lab_0123456789abcdef --reason "not ours to keep" --yes
    """
    from monograph_qa.pipeline import keeping

    place = Library.open(library).place
    if not yes:
        named = visible_line(_named(keeping.called(place, label)))
        typer.confirm(f"Remove {named} for good?", abort=True)
    _print_done(keeping.remove(place, label, reason), "removed", as_json)


@app.command()
def diff(
    old: LabelArgument,
    new: LabelArgument,
    section: Annotated[
        str | None, typer.Option(help="Only sections whose heading says this.")
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what two labels, or two versions of one, say differently: by section and sentence.

    Lines of the second label alone begin with "+", those of the first alone with "-".

    Example: monograph-qa labels diff lab_0123456789abcdef lab_fedcba9876543210
    """
    from monograph_qa.pipeline.changes import differences
    from monograph_qa.pipeline.question.choosing import get_label

    with Library.open(library) as opened:
        pair = get_label(opened.reader, old), get_label(opened.reader, new)
        found = differences(opened.reader, *pair, section)
    if as_json:
        sections = [
            {
                **fields_of(each, "heading section_key"),
                "added": [fields_of(fact, "fact_id quote page") for fact in each.added],
                "removed": [fields_of(fact, "fact_id quote page") for fact in each.removed],
            }
            for each in found
        ]
        print_json({"old": pair[0].label_id, "new": pair[1].label_id, "sections": sections})
        return
    say_line(f"- {_named(pair[0])}")
    say_line(f"+ {_named(pair[1])}")
    for each in found:
        say_line(each.heading)
        for sign, facts in (("-", each.removed), ("+", each.added)):
            for fact in facts:
                page = f", page {fact.page}" if fact.page else ""
                say_line(f"  {sign} {fact.quote}  [{fact.fact_id}{page}]")
    if not found:
        where = f" under headings with “{visible_line(section)}”" if section else ""
        say(f"\nThey say the same{where}.")
    end_withheld(fact.quote for each in found for fact in (*each.removed, *each.added))


def _named(label: Label) -> str:
    named = ", ".join(filter(None, (label.title, label.product.maker, label.revision_date)))
    return f"{named}, version {label.version} ({label.label_id})"


def _print_done(label: Label, what: str, as_json: bool) -> None:
    value = {"done": what, **label_value(label)}
    print_result(value, visible_line(f"{what}: {_named(label)}"), as_json=as_json)
