"""The rows of one vocabulary file."""

import csv
import re
from functools import cache

from monograph_qa.resources import resource


@cache
def read_rows(name: str) -> tuple[dict[str, str], ...]:
    """Every row of `schemas/vocabulary/<name>.csv`, keyed by its column names.

    Cells come stripped. Raises FileNotFoundError when the file is missing and ValueError, naming
    file and line, when a row has more or fewer cells than the header.
    """
    path = resource(f"schemas/vocabulary/{name}.csv")
    rows: list[dict[str, str]] = []
    with path.open(encoding="utf-8", newline="") as lines:
        reader = csv.reader(lines)
        header = next(reader)
        for cells in reader:
            if len(cells) != len(header):
                raise ValueError(
                    f"{path.name}, line {reader.line_num}: {len(cells)} cells, not {len(header)}"
                )
            rows.append(dict(zip(header, map(str.strip, cells), strict=True)))
    return tuple(rows)


def split_list(cell: str) -> tuple[str, ...]:
    """The members of a `;`-separated cell; an empty cell has none."""
    return tuple(member.strip() for member in cell.split(";") if member.strip())


def open_pattern(words: str) -> str:
    """The pattern of words of a cell, in which `*` leaves a word open: "prophyla*"."""
    return re.escape(words).replace(r"\*", r"\w*")
