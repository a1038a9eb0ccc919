"""`find`, `dose`, `interactions`, `reactions`, `compare`: lines and views across labels."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated

import typer

from monograph_qa.cli.options import JsonOption, LibraryOption, print_json, print_table
from monograph_qa.cli.screen import width
from monograph_qa.cli.wrapping import wrapped
from monograph_qa.domain.search import FoundLine, FoundLines, Table, View
from monograph_qa.library import Library
from monograph_qa.table_files import Form, write_table
from monograph_qa.visible import visible

CsvOption = Annotated[
    Path | None, typer.Option("--csv", metavar="FILE", help="Write the rows to a CSV file.")
]
ParquetOption = Annotated[
    Path | None, typer.Option("--parquet", metavar="FILE", help="Write the rows to a Parquet file.")
]


def is_written(table: Table, csv: Path | None, parquet: Path | None, *, as_json: bool) -> bool:
    """Whether the table went into files, or to standard output as JSON; else it is to be shown."""
    named = ((csv, Form.CSV), (parquet, Form.PARQUET))
    files = [(path, form) for path, form in named if path is not None]
    for path, form in files:
        held = table.to_arrow()
        write_table(path, form, held.schema, held.to_batches())
        if not as_json:
            print(f"{len(table)} rows written to {path}")
    if as_json:
        print_json(table.records())
    return as_json or bool(files)


def print_found(line: FoundLine, under: str = "") -> None:
    """Prints a line with its lead-in, heading, page and id; what it stands under is not said."""
    place = "" if line.heading_path == under else f"{line.heading_path}, "
    page = f"page {line.page}, " if line.page else ""
    lead_in = f"({line.context}) " if line.context and line.context != under else ""
    said = f"{lead_in}“{line.quote}” [{place}{page}{line.fact_id}]"
    print(visible(wrapped(said, "    ", width(), first="  - ")))


DrugArgument = Annotated[str, typer.Argument(metavar="DRUG", help="A drug, or words of a label.")]


def dose(
    drug: DrugArgument,
    csv: CsvOption = None,
    parquet: ParquetOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a card of doses: by indication as the label heads them, by age and weight, for kidneys
    and liver, and with other drugs. Every line is quoted with its page; silence is said.

    Examples:

      monograph-qa dose warfarin

      monograph-qa dose metformin --csv metformin.csv
    """
    _say(library, lambda opened: opened.doses(drug), csv, parquet, as_json)


def interactions(
    one: DrugArgument,
    other: Annotated[str, typer.Argument(metavar="OTHER", help="The drug taken as well.")],
    csv: CsvOption = None,
    parquet: ParquetOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what each label of either drug says of the other, by its names and by its classes; each
    side is quoted with its page, or silent.

    Example: monograph-qa interactions warfarin fluconazole
    """
    _say(library, lambda opened: opened.interactions(one, other), csv, parquet, as_json)


def reactions(
    drug: DrugArgument,
    effect: Annotated[
        str, typer.Argument(metavar="[EFFECT]", help="Only this reaction, in any words.")
    ] = "",
    csv: CsvOption = None,
    parquet: ParquetOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the tables of adverse reactions row by row, with all columns, the placebo's too; of one
    reaction, also the sentences that name it.

    Examples:

      monograph-qa reactions rivastigmine

      monograph-qa reactions rivastigmine nausea --json
    """
    _say(library, lambda opened: opened.reactions(drug, effect), csv, parquet, as_json)


def compare(
    drugs: Annotated[list[str], typer.Argument(metavar="DRUG...", help="Two drugs or more.")],
    topic: Annotated[str, typer.Option("--topic", help="What to compare: half-life, storage, ...")],
    csv: CsvOption = None,
    parquet: ParquetOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what the labels of several drugs say on a topic, one label after the other.

    Example: monograph-qa compare axid zantac --topic half-life
    """
    _say(library, lambda opened: opened.compare(drugs, topic), csv, parquet, as_json)


def _say(
    place: LibraryOption,
    of: Callable[[Library], View],
    csv: CsvOption,
    parquet: ParquetOption,
    as_json: bool,
) -> None:
    """Prints the view or writes it; exit code 3 where no label states anything."""
    with Library.open(place) as library:
        view = of(library)
    if not is_written(view.table(), csv, parquet, as_json=as_json):
        print(visible(view.title))
        for side in view.sides:
            print(visible(f"\n# {side.title}" + (f" · {side.edition}" if side.edition else "")))
            for block in side.blocks:
                print(visible(f"\n## {block.name}"))
                if not block.lines:
                    print(visible(f"  {block.silence}"))
                for line in block.lines:
                    print_found(line, block.name)
        if view.note:
            print(visible(f"\n{view.note}"))
    if view.is_silent:
        raise typer.Exit(3)


_FIRST, _COUNTED = 20, 8  # lines, and rows of counts, on the screen


def find(
    need: Annotated[str, typer.Argument(help="What the lines should say.")],
    section: Annotated[
        str | None, typer.Option("--section", metavar="KEY", help="Only within these sections.")
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option("--kind", help="Only FACT, CONDITIONAL, DIRECTIVE or TABLE_ROW lines."),
    ] = None,
    format: Annotated[
        str | None,
        typer.Option("--format", help="Only plr, old, hc, smpc, pil, otc or spl labels."),
    ] = None,
    drug: Annotated[
        str | None, typer.Option("--drug", metavar="NAME", help="Only labels of this drug.")
    ] = None,
    most: Annotated[
        int | None,
        typer.Option("--limit", min=1, metavar="N", help="So many lines (20 on the screen)."),
    ] = None,
    counts: Annotated[bool, typer.Option("--counts", help="Only how many there are.")] = False,
    csv: CsvOption = None,
    parquet: ParquetOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find the lines of all labels that fit a need: drugs and diseases by all their names, kidney
    function, weight and age by range, sections and stances; what else is said, by its words.

    Each line comes with label, section, page and quote; a summary counts them by section and class
    of drugs. JSON is an array of objects: label_id, drug, title, section_key, section_code,
    heading_path, page, fact_id, quote, context. In CSV, cells that a spreadsheet would run as a
    formula begin with an apostrophe. Nothing found is exit code 3.

    Examples:

      monograph-qa find "contraindicated below CrCl 30"

      monograph-qa find "doses for children under 20 kg" --format plr --json

      monograph-qa find "boxed warnings that name hepatotoxicity" --csv hepatotoxicity.csv

      monograph-qa find "labels that name fluconazole" --section drug_interactions --counts
    """
    is_shown = not (as_json or csv or parquet)
    with Library.open(library) as opened:
        found = opened.find(
            need, section=section, kind=kind, format=format, drug=drug,
            most=most or (_FIRST if is_shown else None),
        )  # fmt: skip
    if not is_written(found.table(), csv, parquet, as_json=as_json):
        _show(found, only_counts=counts)
    if not found.total:
        raise typer.Exit(3)


def _show(found: FoundLines, *, only_counts: bool) -> None:
    print(visible(f"looked for: {found.search.read_as()}"))
    print(f"{found.total} lines in {found.labels} labels")
    label = None
    for line in () if only_counts else found:
        if line.label_id != label:
            label = line.label_id
            print(visible(f"\n{line.title} ({line.drug}, {line.label_id})"))
        print_found(line)
    if not only_counts and found.total > len(found):
        print(f"\nThe first {len(found)} are shown; --limit shows more, --json and --csv all.")
    _counts("section", "lines", found.by_section)
    _counts("class of drugs", "labels", found.by_class)


def _counts(what: str, counted: str, counts: Mapping[str, int]) -> None:
    if counts:
        print()
        print_table((what, counted), list(counts.items())[:_COUNTED])
        if len(counts) > _COUNTED:
            print(f"and {len(counts) - _COUNTED} more")
