"""Which rows at the top of a table are headers, by face, by rules, by what stands in them; with the
rows below the first that tell its columns apart or go on with it."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from monograph_qa.frozen import frozen
from monograph_qa.parse.table_row_kinds import (
    Filled,
    Lettered,
    are_shorter,
    caption_rows,
    counts_on,
    counts_up,
    is_bold,
    is_counted,
    is_in_lower_case,
    is_labelled,
    is_list_of_names,
    is_named,
    is_of_counts,
    is_of_figures,
    is_of_values,
    is_over_names,
    is_prose,
    is_said_again,
    is_value,
    name_column,
    names_doses,
    names_frequencies,
    names_group,
    opens_like_all,
    rows_above_figures,
    rows_of_all,
    says_heads,
    text_of,
    untold_columns,
)

_MOST_BOLD = 0.7  # share of the rows, where bold ones are headers
_SPOKEN = 3  # words that say more than a unit
_BOLD = 0.8  # share of the words


@frozen
class Heads:
    """The first `top` rows of a table are headers, and those of the rows below in `inner`."""

    top: int = 0
    inner: frozenset[int] = frozenset()

    def parts(self, row: int, stop: int) -> list[tuple[int, int]]:
        """The rows [row, stop) of a cell, those of the header apart from those below it."""
        cut = row < self.top < stop
        return [(row, self.top), (self.top, stop)] if cut else [(row, stop)]

    def hold(self, row: int, stop: int) -> bool:
        """Is a cell over the rows [row, stop) one of a header?"""
        return stop <= self.top or row in self.inner


def heads_of(
    texts: Mapping[tuple[int, int], Sequence[Lettered]],
    size: tuple[int, int],
    stops: Iterable[tuple[int, int, int]],
    ruled: Sequence[int] = (),
    *,
    titled: bool = False,
    stated: int = 0,
) -> Heads:
    """The headers among the rows of a table of that `size`, so many rows and columns. texts: what
    cells say, by row and column; stops: the row and column of each cell, and the row after its
    last; ruled: rows with a rule above them; titled: the first row is a title over the whole table;
    stated: how many rows at the top the file calls headers. Rows count from 0."""
    count, columns = size
    worded = sorted({row for row, _ in texts})  # rules drawn double leave rows without a word
    filled: list[dict[int, Sequence[Lettered]]] = [{} for _ in worded]
    for (row, column), words in sorted(texts.items()):
        filled[worded.index(row)][column] = words
    if of_all := rows_of_all(filled):
        return Heads(0, frozenset(worded[at] for at in _inner_rows(filled, of_all + 1) | {of_all}))
    if not (ruled or stated or titled) and is_list_of_names(filled, columns):
        return Heads()
    below = sorted({bisect_left(worded, row) for row in ruled} - {len(worded)})
    top = _top_rows(filled, columns, below, titled=titled, stated=bisect_left(worded, stated))
    last = worded[top - 1] + 1 if top else 0
    # A cell of the header ends it. One that goes on beside values is left open below its words, or
    # is the name of a row below the first.
    values = (row for row, cells in zip(worded, filled, strict=True) if is_of_values(cells))
    body = next((row for row in values if row >= last), count - 1)
    begun = [(row, at, stop) for row, at, stop in stops if row < last and (row, at) in texts]
    last = min([last, *(row for row, at, stop in begun if row > 0 == at and stop > body + 1)])
    last = max([last, *(stop for row, _, stop in begun if row < last and stop <= body)])
    inner = _inner_rows(filled, bisect_left(worded, last))
    return Heads(last, frozenset(worded[at] for at in inner))


def _top_rows(
    filled: Sequence[Filled], columns: int, ruled: Sequence[int], *, titled: bool, stated: int
) -> int:
    """How many rows at the top are headers: the `stated` ones, else the bold ones, else those above
    the first of the `ruled` rows, else those above the first row of values; the first by default.
    None where they would fill the first column alone, or one cell from there over the others: that
    names the group of rows below it, and no column."""
    stated = max(stated, int(counts_up(filled)))
    found = stated
    if not _name_columns(filled[:stated], columns):
        found = max(stated, _header_rows(filled, columns, ruled))
        title = 1 if titled else caption_rows(filled)
        if found <= title > 0:
            found = title + _header_rows(filled[title:], columns, ruled)
    found = with_rest(filled, with_subheads(filled, with_rest(filled, found)))
    found += rows_above_figures(filled[found:])
    found = _to_rule(filled, found, ruled)
    return found if _name_columns(filled[:found], columns) else stated


def _to_rule(filled: Sequence[Filled], found: int, ruled: Sequence[int]) -> int:
    """The number of header rows up to the next rule, if no value is among them."""
    above = max((at for at in ruled if at < found), default=None)
    below = next((at for at in ruled if at >= found), found)
    is_within = above is not None and found < below <= above + MOST
    values = any(map(is_of_values, filled[found:below]))
    return below if is_within and not values else found


def _name_columns(header: Sequence[Filled], columns: int) -> bool:
    return any(set(cells) - {0} for cells in header) or (columns == 1 and bool(header))


def _header_rows(filled: Sequence[Filled], columns: int, ruled: Sequence[int]) -> int:
    count = len(filled)
    if not count:
        return 0
    ruled = [at for at in ruled if 0 < at <= min(count - 1, MOST)]
    bold = _bold_rows(filled[:MOST], columns, ruled)
    if 0 < bold < count or (bold == count and set(filled[0]) != {0}):
        return bold
    values = next((at for at in range(count) if is_of_values(filled[at])), None)
    cells, *below = filled
    are_doses = values == 0 < count - 1 and (
        names_doses(cells, below[0]) or is_over_names(cells, below[0])
    )
    labelled = all(map(is_labelled, filled[:2]))
    if is_said_again(filled) or (labelled and not are_doses):
        return 0
    if ruled and (values is None or ruled[0] <= values):
        return ruled[0]
    if are_doses:
        return 1
    if values is not None and values <= MOST:
        while values > 1 and names_group(filled[values - 1]):
            values -= 1
        return next((at for at in range(1, values) if _is_said(filled, at)), values)
    if not below or (len(cells) > 1 and is_in_lower_case(cells)) or is_prose(cells):
        return 0
    like = opens_like_all(cells, below) or (len(below) == 1 and not are_shorter(cells, below[0]))
    return 0 if like else 1


def _is_said(filled: Sequence[Filled], at: int) -> bool:
    """Does the row name a figure, or say something beside its name, below a whole header?"""
    if not is_named(filled, at):
        return False
    columns = sorted({column for row in filled for column in row})
    beside = [words for column, words in filled[at].items() if column]
    spoken = any(sum(word.text.isalpha() for word in words) >= _SPOKEN for words in beside)
    return is_value(filled[at][0]) or (spoken and not untold_columns(filled[:at], columns))


def _inner_rows(filled: Sequence[Filled], first: int) -> set[int]:
    """Which rows from `first` on head those below: in bold, with words wherever the next has some,
    or those that tell apart columns which the header does not. In a table that is mostly bold the
    first do not, nor does what stands out right below the header."""
    header = filled[:first]
    named = any(set(cells) - {0} for cells in header)
    first_column = [text_of(cells[0]) for cells in header if 0 in cells]
    rows, filled = range(first, len(filled)), filled[first:]
    names = name_column(filled)
    several = [len(cells) > 1 or min(cells) > names for cells in filled]
    bold = [
        many and is_bold(cells) and not is_of_values(cells)
        for many, cells in zip(several, filled, strict=True)
    ]
    again = _said_again(rows, filled, first_column)
    found = set(again)
    for at, cells in zip(rows, filled, strict=True):
        may_tell = names == 0 or names_frequencies(cells)
        if says_heads(header, cells) or (may_tell and _tells_apart(header, cells)):
            found.add(at)
    if sum(bold) > _MOST_BOLD * sum(several):
        return found
    counted = any(is_of_counts(cells) and 0 in cells for cells in header)
    for at, cells in zip(rows, filled, strict=True):
        if is_of_counts(cells) and (counted or cells[min(cells)][0].bold):
            found.add(at)
    at = 0
    while at < len(rows):
        stop = at
        while stop < len(rows) and bold[stop]:
            stop += 1
        # Below a header that is said again a bold name is that of the rows below.
        while stop > at + 1 and rows[at] in again and 0 in filled[stop - 1]:
            stop -= 1
        begun = {0}.union(*filled[at:stop])
        columns = begun.union(range(min(begun - {0}, default=0)))  # names stand in those left of it
        below = filled[stop:]
        valued = [cells for cells in below if set(cells) - {0}]
        fits = any(each[0].keys() <= columns for each in (below, valued) if each)
        # At the end of a page what it heads is cut off, but not the name above it.
        fits = fits or (at > 0 and stop > at and not below and len(filled[at - 1]) == 1)
        if fits and (at or not named):
            found.update(rows[at:stop])
        at = stop + 1
    for at, cells in zip(rows, filled, strict=True):
        is_short = all(len(words) <= SHORT and not is_value(words) for words in cells.values())
        if at - 1 in found and min(cells) > names and is_short:
            found.add(at)  # goes on with the header above
    return found


def _tells_apart(header: Sequence[Filled], cells: Filled) -> bool:
    """Has the row no name and no value, but a word for each column the header leaves untold? How
    often something comes may stand beside the first group's name."""
    is_named = 0 in cells and not names_frequencies(cells)
    if not header or is_named or len(cells) < 2 or any(map(is_value, cells.values())):
        return False
    columns = sorted({0}.union(cells, *header))
    untold = untold_columns(header, columns)
    return bool(untold) and not untold & untold_columns([*header, cells], columns)


def _said_again(rows: Sequence[int], filled: Sequence[Filled], names: Sequence[str]) -> set[int]:
    """The rows that begin with a name of the first column, said again, and beside it with words;
    with those above them that have no name, up to the one that has."""
    found: set[int] = set()
    for at, cells in enumerate(filled):
        if len(cells) > 1 and 0 in cells and text_of(cells[0]) in names and not is_of_values(cells):
            above = at
            while above and 0 not in filled[above - 1]:
                above -= 1
            found.update(rows[above : at + 1])
    return found


def _bold_rows(filled: Sequence[Filled], columns: int, ruled: Sequence[int]) -> int:
    bold = 0
    for row, cells in enumerate(filled):
        words = [word for held in cells.values() for word in held]
        if bold and max(cells) <= int(columns > 3 and row in ruled):
            break  # names the group of rows below it
        untold = bold and untold_columns(filled[:row], range(columns))
        if bold and is_of_figures(cells) and not untold:
            break  # the first row of the body is bold as well
        is_title = row == 0 and len(cells) == 1 and words[0].bold
        if untold:
            words = [word for column, held in cells.items() if column for word in held] or words
        if not is_title and sum(word.bold for word in words) < _BOLD * len(words):
            break
        bold = row + 1
    return bold


MOST = 4  # rows
SHORT = 10  # words of a subhead


def with_subheads(filled: Sequence[Filled], found: int) -> int:
    """How many rows are headers with those that tell apart columns which have one name so far. They
    stand over the first row of bare figures, in bold or short: "Dose 1" and "Dose 2" below "7 to 11
    months", "5 mg" and "10 mg" below a drug's name said twice. Numbers of patients go with them,
    and so do names over several columns each, though the page ends before these are told."""
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
    while stop < min(body, found + MOST) and set(filled[stop]) - {0}:
        stop += 1
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
    """The number of header rows with those that go on with them: no name, and hardly figures."""
    names = name_column(filled)
    while 0 < found < len(filled):
        cells = filled[found]
        is_row = min(cells) <= names and not is_counted(filled, found)
        is_alone = len(cells) == 1 and not is_in_lower_case(cells)
        if is_row or is_alone or any(len(words) > SHORT for words in cells.values()):
            break
        found += 1
    return found
