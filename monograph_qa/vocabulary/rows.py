"""The rows of one vocabulary file."""

import csv
import re
from collections.abc import Iterator
from functools import cache
from operator import itemgetter
from typing import Any

from monograph_qa.resources import resource


@cache
def read_rows(name: str) -> tuple[dict[str, str], ...]:
    """Every row of `schemas/vocabulary/<name>.csv`, keyed by its column names.

    Cells come stripped. Raises FileNotFoundError when the file is missing and ValueError, naming
    file and line, when a row has more or fewer cells than the header.
    """
    header, *rows = read_cells(name)
    return tuple([dict(zip(header, cells, strict=True)) for cells in rows])


def read_columns(name: str, *columns: str) -> Iterator[Any]:
    """Of every row only these columns, in this order: a third of the time of `read_rows`.

    Of one column its cells, of several tuples of them.
    """
    header, *rows = read_cells(name)
    return map(itemgetter(*map(header.index, columns)), rows)


@cache
def read_cells(name: str) -> list[list[str]]:
    """The cells of the header and of every row."""
    path = resource(f"schemas/vocabulary/{name}.csv")
    found: list[list[str]] = []
    with path.open(encoding="utf-8", newline="") as lines:
        reader = csv.reader(lines)
        for cells in reader:
            found.append(list(map(str.strip, cells)))
            if len(cells) != len(found[0]):
                raise ValueError(
                    f"{path.name}, line {reader.line_num}: {len(cells)} cells, not {len(found[0])}"
                )
    return found


def split_list(cell: str) -> tuple[str, ...]:
    """The members of a `;`-separated cell; an empty cell has none."""
    return tuple(member.strip() for member in cell.split(";") if member.strip())


def open_pattern(words: str) -> str:
    """The pattern of words of a cell, in which `*` leaves a word open: "prophyla*"."""
    return re.escape(words).replace(r"\*", r"\w*")
