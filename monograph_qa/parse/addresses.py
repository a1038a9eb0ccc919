"""Directories: addresses with telephone numbers, set side by side, are no rows of a table."""

import re
from collections.abc import Iterator
from itertools import pairwise

from monograph_qa.parse.layout.lines import Found, Line
from monograph_qa.parse.layout.rows import gaps_of, rows_of
from monograph_qa.parse.table_columns import slot

_TELEPHONES = 2
_NAMES = 3  # lines
_TELEPHONE = re.compile(r"(?<!\w)\+ ?\(?\d{1,3}\)?(?:[ ()./-]*\d){6,}")  # with its country's code


def addresses_of(table: Found) -> list[list[Line]]:
    """The lines of each address, column by column; none where the table is no directory.

    They begin with names in bold, else below telephone numbers.
    """
    if sum(len(_TELEPHONE.findall(line.text)) for line in table.lines) < _TELEPHONES:
        return []
    words = [word for line in table.lines for word in line.words]
    xs = [table.box.left, *gaps_of(words, table.box), table.box.right]
    columns: dict[int, list[Line]] = {}
    for row in rows_of(table.lines):
        for line in row:
            columns.setdefault(slot(xs, line.box.left), []).append(line)
    named = sum(line.bold for line in table.lines) >= _NAMES
    return [part for _, lines in sorted(columns.items()) for part in _entries(lines, named)]


def _entries(lines: list[Line], named: bool) -> Iterator[list[Line]]:
    entry = lines[:1]
    for above, line in pairwise(lines):
        begins = line.bold and not above.bold if named else _ends(above) and not _ends(line)
        if begins:
            yield entry
            entry = []
        entry.append(line)
    yield entry


def _ends(line: Line) -> bool:
    return _TELEPHONE.search(line.text) is not None
