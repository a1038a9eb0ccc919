"""`find`, `dose`, `interactions`, `reactions`, `compare`, `sql`: what all labels say."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

from monograph_qa.cli.options import Shown, over_library, table
from monograph_qa.cli.screen import width
from monograph_qa.cli.text_layout import found_line, lines_below, side_by_side
from monograph_qa.domain.search import FoundLines, Table, View
from monograph_qa.library import Library
from monograph_qa.store.inquiry.bounded import select
from monograph_qa.table_files import Form, write_table


@dataclass(frozen=True)
class RowFiles:
    csv: Path | None = typer.Option(None, metavar="FILE", help="Write the rows to a CSV file.")
    parquet: Path | None = typer.Option(
        None, metavar="FILE", help="Write the rows to a Parquet file."
    )

    def shown(self, rows: Table, lines: Iterable[str], code: int = 0) -> Shown:
        """The rows as JSON, or these lines; where a file is named they are written into it."""
        written = []
        for path, form in ((self.csv, Form.CSV), (self.parquet, Form.PARQUET)):
            if path is not None:
                held = rows.to_arrow()
                write_table(path, form, held.schema, held.to_batches())
                written.append(f"{len(rows)} rows written to {path}")
        return Shown(rows.records(), written or lines, code=code)


DrugArgument = Annotated[str, typer.Argument(metavar="DRUG", help="A drug, or words of a label.")]


@over_library
def dose(library: Library, drug: DrugArgument, files: RowFiles) -> Shown:
    """Show a card of doses: by indication as the label heads them, by age and weight, for kidneys
    and liver, with other drugs, and how it is prepared. Every line is quoted with its page;
    silence is said.

    Examples:

      monograph-qa dose warfarin

      monograph-qa dose metformin --csv metformin.csv
    """
    return _view_shown(library.doses(drug), files)


@over_library
def interactions(
    library: Library,
    one: DrugArgument,
    other: Annotated[str, typer.Argument(metavar="OTHER", help="The drug taken as well.")],
    files: RowFiles,
) -> Shown:
    """Show what each label of either drug says of the other, by its names and by its classes; each
    side is quoted with its page, or silent.

    Example: monograph-qa interactions warfarin fluconazole
    """
    return _view_shown(library.interactions(one, other), files)


@over_library
def reactions(
    library: Library,
    drug: DrugArgument,
    files: RowFiles,
    effect: str = typer.Argument("", metavar="[EFFECT]", help="Only this reaction, in any words."),
) -> Shown:
    """Show the tables of adverse reactions row by row, with all columns, the placebo's too; of one
    reaction, also the sentences that name it.

    Examples:

      monograph-qa reactions rivastigmine

      monograph-qa reactions rivastigmine nausea --json
    """
    return _view_shown(library.reactions(drug, effect), files)


@over_library
def compare(
    library: Library,
    drugs: Annotated[list[str], typer.Argument(metavar="DRUG...", help="Two drugs or more.")],
    topic: Annotated[str, typer.Option(help="What to compare: half-life, storage, ...")],
    files: RowFiles,
) -> Shown:
    """Show what the labels of several drugs say on a topic: beside each other where the terminal is
    wide enough, else one label after the other.

    Example: monograph-qa compare axid zantac --topic half-life
    """
    return _view_shown(library.compare(drugs, topic), files, beside=True)


def _view_shown(view: View, files: RowFiles, *, beside: bool = False) -> Shown:
    """The view, its labels beside each other if there is room; exit code 3 where all are silent."""

    def lines() -> Iterator[str]:
        yield view.title
        columns = side_by_side(view, width()) if beside else None
        if columns is None:
            yield from lines_below(view)
        else:
            yield f"\n{columns}"
        if view.note:
            yield f"\n{view.note}"

    return files.shown(view.table(), lines(), code=3 if view.is_silent else 0)


_FIRST, _COUNTED = 20, 8  # lines, and rows of counts, on the screen


@over_library
def find(
    library: Library,
    need: Annotated[str, typer.Argument(help="What the lines should say.")],
    files: RowFiles,
    section: str | None = typer.Option(None, metavar="KEY", help="Only within these sections."),
    kind: str | None = typer.Option(
        None, help="Only FACT, CONDITIONAL, DIRECTIVE or TABLE_ROW lines."
    ),
    format: str | None = typer.Option(
        None, help="Only plr, old, hc, smpc, pil, otc or spl labels."
    ),
    drug: str | None = typer.Option(None, metavar="NAME", help="Only labels of this drug."),
    most: int | None = typer.Option(
        None, "--limit", min=1, metavar="N", help="So many lines (20 on the screen)."
    ),
    counts: bool = typer.Option(False, "--counts", help="Only how many there are."),
    as_json: bool = False,
) -> Shown:
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
    if counts and (files.csv or files.parquet):
        raise typer.BadParameter("goes with the screen or --json", param_hint="--counts")
    is_shown = counts or not (as_json or files.csv or files.parquet)
    found = library.find(
        need, section=section, kind=kind, format=format, drug=drug,
        most=most or (_FIRST if is_shown else None),
    )  # fmt: skip
    code = 0 if found.total else 3
    if counts:
        return Shown(found.counts(), _found_lines(found, only_counts=True), code=code)
    return files.shown(found.table(), _found_lines(found), code)


def _found_lines(found: FoundLines, *, only_counts: bool = False) -> Iterator[str]:
    yield f"looked for: {found.search.read_as()}"
    yield f"{_so_many(found.total, 'line')} in {_so_many(found.labels, 'label')}"
    by_label = groupby(() if only_counts else found, key=lambda line: line.label_id)
    for label_id, lines in by_label:
        each = list(lines)
        yield f"\n{each[0].title} ({each[0].drug}, {label_id})"
        yield from map(found_line, each)
    if not only_counts and found.total > len(found):
        yield f"\nThe first {len(found)} are shown; --limit shows more, --json and --csv all."
    yield from _counts("section", "lines", found.by_section)
    yield from _counts("class of drugs", "labels", found.by_class)


def _so_many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _counts(what: str, counted: str, counts: Mapping[str, int]) -> Iterator[str]:
    if counts:
        yield ""
        yield from table((what, counted), list(counts.items())[:_COUNTED])
    if len(counts) > _COUNTED:
        yield f"and {len(counts) - _COUNTED} more"


StatementArgument = Annotated[str, typer.Argument(metavar="SELECT", help="One SELECT statement.")]


@over_library
def sql(library: Library, statement: StatementArgument, files: RowFiles) -> Shown:
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
    return _selected(library.sql(statement), files)


@over_library
def audit_sql(library: Library, statement: StatementArgument, files: RowFiles) -> Shown:
    """Run one SELECT (SQLite; PostgreSQL on a server) against the journal. It cannot write, or read
    anything else.

    Tables: audit_record (JSON columns: intent, routes, evidence, draft, findings, answer),
    ingest_job. Rows, bytes and time are bounded; use `audit export` for all of a large log.

    Example: monograph-qa audit sql "SELECT json_extract(answer, '$.outcome') AS outcome, count(*)
    FROM audit_record GROUP BY outcome"

    On a server, audit_json(answer) ->> 'outcome' says the same.
    """
    return _selected(select("journal", library.place, statement), files)


def _selected(rows: Table, files: RowFiles) -> Shown:
    shown = files.shown(rows, table(rows.columns, rows.rows))
    is_cut = rows.truncated
    return replace(shown, notes=[f"only the first {len(rows.rows)} rows are shown"] * is_cut)
