"""`dose`, `interactions`, `reactions`, `compare`: what labels say, one label a side."""

from collections.abc import Callable
from typing import Annotated

import typer

from monograph_qa.cli.options import JsonOption, LibraryOption
from monograph_qa.cli.table_options import CsvOption, ParquetOption, is_written, print_found
from monograph_qa.domain.search import View
from monograph_qa.library import Library
from monograph_qa.visible import visible

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
