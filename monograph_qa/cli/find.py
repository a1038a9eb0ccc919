"""`find`, `dose`, `interactions`, `reactions`, `compare`, `sql`: what all labels say."""

from collections.abc import Callable, Mapping
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

from monograph_qa.cli.options import JsonOption, LibraryOption
from monograph_qa.cli.printing import end_withheld, note, print_json, print_table, say
from monograph_qa.cli.screen import width
from monograph_qa.cli.views import print_below, print_found, side_by_side
from monograph_qa.domain.search import FoundLines, Table, View
from monograph_qa.library import Library
from monograph_qa.store.inquiry.bounded import select_from_journal
from monograph_qa.table_files import Form, write_table

CsvOption = Annotated[
    Path | None, typer.Option("--csv", metavar="FILE", help="Write the rows to a CSV file.")
]
ParquetOption = Annotated[
    Path | None, typer.Option("--parquet", metavar="FILE", help="Write the rows to a Parquet file.")
]


def is_written(table: Table, csv: Path | None, parquet: Path | None, *, as_json: bool) -> bool:
    """Whether the table went into files, or to standard output as JSON; else it is to be shown."""
    for path, form in ((csv, Form.CSV), (parquet, Form.PARQUET)):
        if path is not None:
            held = table.to_arrow()
            write_table(path, form, held.schema, held.to_batches())
            if not as_json:
                say(f"{len(table)} rows written to {path}")
    if as_json:
        print_json(table.records())
    return as_json or bool(csv or parquet)


DrugArgument = Annotated[str, typer.Argument(metavar="DRUG", help="A drug, or words of a label.")]


def dose(
    drug: DrugArgument,
    csv: CsvOption = None,
    parquet: ParquetOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a card of doses: by indication as the label heads them, by age and weight, for kidneys
    and liver, with other drugs, and how it is prepared. Every line is quoted with its page;
    silence is said.

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
    topic: Annotated[str, typer.Option(help="What to compare: half-life, storage, ...")],
    csv: CsvOption = None,
    parquet: ParquetOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what the labels of several drugs say on a topic: beside each other where the terminal is
    wide enough, else one label after the other.

    Example: monograph-qa compare axid zantac --topic half-life
    """
    _say(library, lambda opened: opened.compare(drugs, topic), csv, parquet, as_json, beside=True)


def _say(
    place: LibraryOption,
    of: Callable[[Library], View],
    csv: CsvOption,
    parquet: ParquetOption,
    as_json: bool,
    *,
    beside: bool = False,
) -> None:
    """Prints the view, with its labels beside each other where there is room and it is to be so, or
    writes it; exit code 3 where no label states anything."""
    with Library.open(place) as library:
        view = of(library)
    if not is_written(view.table(), csv, parquet, as_json=as_json):
        say(view.title)
        table = side_by_side(view, width()) if beside else None
        if table is None:
            print_below(view)
        else:
            say(f"\n{table}")
        if view.note:
            say(f"\n{view.note}")
    end_withheld(line.quote for line in view.lines())
    if view.is_silent:
        raise typer.Exit(3)


_FIRST, _COUNTED = 20, 8  # lines, and rows of counts, on the screen


def find(
    need: Annotated[str, typer.Argument(help="What the lines should say.")],
    section: Annotated[
        str | None, typer.Option(metavar="KEY", help="Only within these sections.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option(help="Only FACT, CONDITIONAL, DIRECTIVE or TABLE_ROW lines.")
    ] = None,
    format: Annotated[
        str | None, typer.Option(help="Only plr, old, hc, smpc, pil, otc or spl labels.")
    ] = None,
    drug: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only labels of this drug.")
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
    heading_path, page, fact_id, quote, context; with --counts it is one object: link, read_as,
    total, labels, by_section, by_class. In CSV, cells that a spreadsheet would run as a
    formula begin with an apostrophe. Nothing found is exit code 3.

    Examples:

      monograph-qa find "contraindicated below CrCl 30"

      monograph-qa find "doses for children under 20 kg" --format plr --json

      monograph-qa find "boxed warnings that name hepatotoxicity" --csv hepatotoxicity.csv

      monograph-qa find "labels that name fluconazole" --section drug_interactions --counts
    """
    if counts and (csv or parquet):
        raise typer.BadParameter("goes with the screen or --json", param_hint="--counts")
    is_shown = counts or not (as_json or csv or parquet)
    with Library.open(library) as opened:
        found = opened.find(
            need, section=section, kind=kind, format=format, drug=drug,
            most=most or (_FIRST if is_shown else None),
        )  # fmt: skip
    if counts and as_json:
        print_json(found.counts())
    elif not is_written(found.table(), csv, parquet, as_json=as_json):
        _show(found, only_counts=counts)
    end_withheld(line.quote for line in found)
    if not found.total:
        raise typer.Exit(3)


def _show(found: FoundLines, *, only_counts: bool) -> None:
    say(f"looked for: {found.search.read_as()}")
    say(f"{found.total} lines in {found.labels} labels")
    by_label = groupby(() if only_counts else found, key=lambda line: line.label_id)
    for label_id, lines in by_label:
        each = list(lines)
        say(f"\n{each[0].title} ({each[0].drug}, {label_id})")
        for line in each:
            print_found(line)
    if not only_counts and found.total > len(found):
        say(f"\nThe first {len(found)} are shown; --limit shows more, --json and --csv all.")
    _counts("section", "lines", found.by_section)
    _counts("class of drugs", "labels", found.by_class)


def _counts(what: str, counted: str, counts: Mapping[str, int]) -> None:
    if counts:
        say()
        print_table((what, counted), list(counts.items())[:_COUNTED])
    if len(counts) > _COUNTED:
        say(f"and {len(counts) - _COUNTED} more")


StatementArgument = Annotated[str, typer.Argument(metavar="SELECT", help="One SELECT statement.")]


def sql(
    statement: StatementArgument,
    csv: CsvOption = None,
    parquet: ParquetOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run one SELECT against the library. It cannot write, attach, read files or use the network;
    rows, bytes, time and memory are bounded.

    Tables: label, drug_name, section, fact_span, image (joined by label_id and section_id). Views:
    fact_frame and section_frame (facet, concept, low, high, unit, source: what a sentence or a
    heading speaks of), said_of (both, by fact_id), fact_link (needs_id, why). Facets: condition,
    people (age in months, weight in kg), organ (kidney in mL/min, liver as Child-Pugh 1 to 3),
    comedication, product, stance, amount.

    Examples:

      monograph-qa sql "SELECT drug, count(*) FROM label JOIN fact_span USING (label_id)
      GROUP BY drug"

      monograph-qa sql "SELECT page, quote FROM fact_span WHERE kind = 'CONDITIONAL' LIMIT 5"

      monograph-qa sql "SELECT page, quote FROM said_of JOIN fact_span USING (fact_id)
      WHERE facet = 'comedication' AND concept = 'warfarin'"

      monograph-qa sql "SELECT f.page, f.quote FROM fact_frame o JOIN fact_frame s USING (fact_id)
      JOIN fact_span f USING (fact_id) WHERE o.facet = 'organ' AND o.high <= 30
      AND s.concept IN ('forbids', 'advises against')"

      monograph-qa sql "SELECT heading_path, text FROM section WHERE section_code = '34070-3'"
      --parquet contraindications.parquet
    """
    _print(Library.open(library).sql(statement), csv, parquet, as_json)


def audit_sql(
    statement: StatementArgument,
    csv: CsvOption = None,
    parquet: ParquetOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run one SELECT (SQLite; PostgreSQL on a server) against the journal. It cannot write, or read
    anything else.

    Tables: audit_record (JSON columns: intent, routes, evidence, draft, findings, answer),
    ingest_job. Rows, bytes and time are bounded; use `audit export` for all of a large log.

    Example: monograph-qa audit sql "SELECT json_extract(answer, '$.outcome') AS outcome, count(*)
    FROM audit_record GROUP BY outcome"

    On a server, audit_json(answer) ->> 'outcome' says the same.
    """
    _print(select_from_journal(Library.open(library).place, statement), csv, parquet, as_json)


def _print(table: Table, csv: Path | None, parquet: Path | None, as_json: bool) -> None:
    if table.truncated:
        note(f"only the first {len(table.rows)} rows are shown")
    if not is_written(table, csv, parquet, as_json=as_json):
        print_table(table.columns, table.rows)
