"""Which rows at the top of a table are headers: by face, by rules, by what stands in them."""

import re
from collections.abc import Mapping, Sequence

from monograph_qa.parse.layout.glyphs import Word
from monograph_qa.parse.table_rows import Rows
from monograph_qa.parse.table_values import is_value

_MOST = 4  # rows
_LONGEST_NAME = 12  # words
_LISTED = 3  # commas at the ends of words
_SAID = 4  # words of a cell that name no column if a row below has them too
_BOLD = 0.8  # share of the words
_VALUES = 0.6  # share of the cells beside the first that are values, in a row of them
_TELEPHONES = 3  # rows
_TELEPHONE = re.compile(r"\+ ?\(?\d{1,3}\)?(?:[ ()./-]*\d){6,}")  # with its country's code
_COUNT = re.compile(r"\(?[Nn](?:[a-f*†‡§]?=.*|\(%\))?$")  # opens a number of patients: "(N = 87)"


def header_rows(
    rows: Rows,
    columns: int,
    texts: Mapping[tuple[int, int], Sequence[Word]],
    level: Sequence[float],
) -> int:
    """How many rows at the top are headers: the bold ones, else those above the first of the
    rules at `level` (y in points), else those above the first row of values; the first by default.

    None where they would fill the first column alone, or one cell from there over the others: that
    names the group of rows below it, and no column.
    """
    filled = [
        {column: words for (at, column), words in sorted(texts.items()) if at == row and words}
        for row in range(len(rows.edges) - 1)
    ]
    if sum(map(_has_telephone, filled)) >= _TELEPHONES:
        return 0  # a directory: each country in it stands over an entry, and over no column
    found = _header_rows(rows, columns, filled, level)
    found = _with_subheads(filled, found)
    names_columns = columns == 1 or any(set(cells) - {0} for cells in filled[:found])
    return found if names_columns else 0


def _has_telephone(cells: Mapping[int, Sequence[Word]]) -> bool:
    return any(_TELEPHONE.search(" ".join(word.text for word in words)) for words in cells.values())


def _header_rows(
    rows: Rows,
    columns: int,
    filled: Sequence[Mapping[int, Sequence[Word]]],
    level: Sequence[float],
) -> int:
    count = len(filled)
    ruled = [at for at in range(1, min(count, _MOST + 1)) if rows.edges[at] in level]
    bold = _bold_rows(filled[:_MOST], columns, ruled)
    if 0 < bold < count:
        return bold
    if _is_said_again(filled):
        return 0
    values = next((at for at in range(count) if _is_of_values(filled[at])), None)
    if ruled and (values is None or ruled[0] <= values):
        return ruled[0]
    first = next((at for at in range(count) if filled[at]), 0)
    if values == first and first + 1 < count and _names_doses(filled[first], filled[first + 1]):
        return first + 1
    if values is not None and values <= _MOST:
        while values > first + 1 and _names_group(filled[values - 1]):
            values -= 1
        return values
    if first + 1 >= count or _is_in_lower_case(filled[first]) or _is_prose(filled[first]):
        return 0
    return first + 1


def _with_subheads(filled: Sequence[Mapping[int, Sequence[Word]]], found: int) -> int:
    """How many rows are headers with those that tell apart columns which have one name so far.

    They stand over the first row of bare figures, and a cell of theirs begins in bold: "Dose 1" and
    "Dose 2" below "7 to 11 months", "5 mg" and "10 mg" below a drug's name said twice. Numbers of
    patients go with them.
    """
    said = [at for at, cells in enumerate(filled) if cells]
    columns = sorted({column for cells in filled for column in cells})
    untold = _untold(filled[:found], columns)
    below = [at for at in said if at >= found]
    figures = next((at for at in below if _is_of_figures(filled[at])), None)
    if not (found and untold and figures is not None):
        return found
    stop = found
    for at in [at for at in said[:_MOST] if found <= at < figures]:
        cells = filled[at]
        beside = [words for column, words in cells.items() if column]
        counts = bool(beside) and all(_COUNT.match(words[0].text) for words in beside)
        tells = untold <= set(cells) and any(words[0].bold for words in cells.values())
        if _is_prose(cells) or not (counts or tells):
            break
        stop = at + 1
    return found if untold & _untold(filled[:stop], columns) else stop


def _untold(header: Sequence[Mapping[int, Sequence[Word]]], columns: Sequence[int]) -> set[int]:
    """Those of `columns`, beside the first, that no word tells from their left neighbour."""
    names = [
        tuple(word.text for cells in header for word in cells.get(column, ())) for column in columns
    ]
    return {columns[at] for at in range(2, len(columns)) if names[at] in ((), names[at - 1])}


def _is_of_figures(cells: Mapping[int, Sequence[Word]]) -> bool:
    return _is_of_values(cells) and _united(cells) < 1 - _VALUES


def _bold_rows(
    filled: Sequence[Mapping[int, Sequence[Word]]], columns: int, ruled: Sequence[int]
) -> int:
    bold = 0
    for row, cells in enumerate(filled):
        words = [word for held in cells.values() for word in held]
        if bold and cells and max(cells) <= int(columns > 3 and row in ruled):
            break  # names the group of rows below it
        if words and sum(word.bold for word in words) >= _BOLD * len(words):
            bold = row + 1
        elif words:
            break
    return bold


def _is_of_values(cells: Mapping[int, Sequence[Word]]) -> bool:
    """Do figures stand beside the first column, which names them?"""
    beside = [words for column, words in cells.items() if column > 0]
    if 0 not in cells or not beside:
        return False
    return sum(map(is_value, beside)) >= _VALUES * len(beside)


def _names_doses(cells: Mapping[int, Sequence[Word]], below: Mapping[int, Sequence[Word]]) -> bool:
    """Are its figures doses ("5 mg", "10 mg") over figures that have no unit?"""
    return _united(cells) >= _VALUES and _united(below) < 1 - _VALUES


def _united(cells: Mapping[int, Sequence[Word]]) -> float:
    """The share of cells beside the first with a letter in them."""
    beside = [words for column, words in cells.items() if column > 0]
    held = sum(any(char.isalpha() for word in words for char in word.text) for words in beside)
    return held / len(beside) if beside else 0.0


def _names_group(cells: Mapping[int, Sequence[Word]]) -> bool:
    """Is it a line in the first column alone, that does not go on from the line above?"""
    return set(cells) == {0} and cells[0][0].text[:1].isupper()


def _is_said_again(filled: Sequence[Mapping[int, Sequence[Word]]]) -> bool:
    """Does a row below say word for word what the first says beside its first column?"""
    first = next((cells for cells in filled if cells), {})
    for column, words in first.items():
        said = [word.text for word in words]
        if column and len(said) >= _SAID and not any(word.bold for word in words):
            below = (cells.get(column, ()) for cells in filled if cells is not first)
            if any([word.text for word in other] == said for other in below):
                return True
    return False


def _is_prose(cells: Mapping[int, Sequence[Word]]) -> bool:
    """Does one of its cells say too much for the name of a column: many words, or a list?"""
    return any(
        len(words) > _LONGEST_NAME or sum(word.text.endswith(",") for word in words) >= _LISTED
        for words in cells.values()
    )


def _is_in_lower_case(cells: Mapping[int, Sequence[Word]]) -> bool:
    return all(words[0].text[:1].islower() for words in cells.values()) and len(cells) > 1
