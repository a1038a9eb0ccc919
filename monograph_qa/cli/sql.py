"""`monograph-qa sql` and `audit sql`: read-only SQL over the library and over its journal."""

from pathlib import Path
from typing import Annotated

import typer

from monograph_qa.cli.find import CsvOption, ParquetOption, is_written
from monograph_qa.cli.options import JsonOption, LibraryOption, open_library, print_table
from monograph_qa.domain.search import Table

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
    _print(open_library(library).sql(statement), csv, parquet, as_json)


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
    from monograph_qa.store.inquiry.bounded import select_from_journal

    _print(select_from_journal(open_library(library).place, statement), csv, parquet, as_json)


def _print(table: "Table", csv: Path | None, parquet: Path | None, as_json: bool) -> None:
    if table.truncated:
        typer.echo(f"only the first {len(table.rows)} rows are shown", err=True)
    if not is_written(table, csv, parquet, as_json=as_json):
        print_table(table.columns, table.rows)
