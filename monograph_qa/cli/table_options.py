"""Options and lines of commands that look across labels: on the screen, as JSON, CSV or Parquet."""

from pathlib import Path
from typing import Annotated

import typer

from monograph_qa.cli.options import print_json
from monograph_qa.cli.screen import width
from monograph_qa.cli.wrapping import wrapped
from monograph_qa.domain.search import FoundLine, Table
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
