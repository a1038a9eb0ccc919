"""Rows below the first of a header that belong to it: those that tell its columns apart, and those
that go on with it."""

from collections.abc import Sequence
from itertools import pairwise

from monograph_qa.parse.table_row_kinds import (
    Filled,
    counts_on,
    is_counted,
    is_in_lower_case,
    is_of_figures,
    name_column,
    untold_columns,
)

MOST = 4  # rows
SHORT = 10  # words of a subhead


def with_subheads(filled: Sequence[Filled], found: int) -> int:
    """How many rows are headers with those that tell apart columns which have one name so far.

    They stand over the first row of bare figures, in bold or short: "Dose 1" and "Dose 2" below "7
    to 11 months", "5 mg" and "10 mg" below a drug's name said twice. Numbers of patients go with
    them, and so do names over several columns each, though the page ends before these are told.
    """
    columns = sorted({column for cells in filled for column in cells})
    untold = untold_columns(filled[:found], columns)
    figures = (
        at
        for at in range(found, len(filled))
        if is_of_figures(filled[at])
        and not counts_on(filled[at], untold_columns(filled[:at], columns))
    )
    # At the end of a page the figures are cut off.
    is_cut = len(untold) > 1 and (found == len(filled) - 1 or is_of_figures(filled[-1]))
    body = next(figures, len(filled) if is_cut else None)
    if not (found and untold and body is not None):
        return found
    stop = found
    for at in [at for at in range(found, body) if filled[at]][:MOST]:
        cells = filled[at]
        if not set(cells) - {0}:
            break
        stop = at + 1
    if untold & untold_columns(filled[:stop], columns):
        while stop > found and not _is_over_several(filled[stop - 1], columns):
            stop -= 1
    return stop


def _is_over_several(cells: Filled, columns: Sequence[int]) -> bool:
    """Has the row a name, and beside it others over several of the columns each?"""
    begun = [at for at, column in enumerate(columns) if at and column in cells]
    spans = [stop - start for start, stop in pairwise([*begun, len(columns)])]
    return 0 in cells and len(spans) > 1 and min(spans) > 1


def with_rest(filled: Sequence[Filled], found: int) -> int:
    """How many rows are headers with those that go on with them: no name, and no figures but
    numbers of patients, or doses over bare figures."""
    names = name_column(filled)
    while 0 < found < len(filled):
        cells = filled[found]
        if cells and min(cells) <= names and not is_counted(filled, found):
            break
        alone = len(cells) == 1 and not is_in_lower_case(cells)
        if alone or any(len(words) > SHORT for words in cells.values()):
            break
        found += 1
    return found
