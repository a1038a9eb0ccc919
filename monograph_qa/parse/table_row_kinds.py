"""What a row of a table says, by itself and among the others: values, counts, prose, a name."""

import re
from collections.abc import Mapping, Sequence, Set
from itertools import pairwise
from statistics import mode
from typing import Protocol

from monograph_qa.parse.layout.signs import CAPTION, is_mark


class Lettered(Protocol):
    """A word of a table, wherever it is read from."""

    @property
    def text(self) -> str: ...
    @property
    def bold(self) -> bool: ...


_VALUE = re.compile(r"(?:[<>≤≥~±+\-–−]|[pP] ?[<>=≤≥])?\s?\d")
_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_NONE = re.compile(r"[-–—−]+|N/?A|NR|ND|NE|NS", re.IGNORECASE)
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_WHOLE = re.compile(r"(\d{1,4})(\D?)")
_STEPS = 3  # figures of a row that counts up
_LONGEST = 8  # words of a value: "1.86 (±0.52)", "12 (10 to 15) %"


def is_value(words: Sequence[Lettered]) -> bool:
    """Is it a figure with what may stand around one: "12 (10 to 15) %", "4 mg", "NA"?"""
    if _NONE.fullmatch(words[0].text):
        return len(words) == 1
    spoken = sum(len(word.text) > 2 and word.text.isalpha() for word in words)
    begins = _VALUE.match(text_of(words[:2])) is not None
    return begins and len(words) <= _LONGEST and 3 * spoken <= len(words)


def is_figure(words: Sequence[Lettered]) -> bool:
    """Is it a value, or one in brackets: "(0.39, 0.59)", "(n = 48)"?"""
    bracketed = words[0].text[:1] in "([" and any(char.isdigit() for w in words for char in w.text)
    return is_value(words) or bracketed


def is_none(words: Sequence[Lettered]) -> bool:
    """Says it that there is no value: "NA", "-"?"""
    return len(words) == 1 and _NONE.fullmatch(words[0].text) is not None


# The cells of one row that say something, by column; a row that says nothing is none.
Filled = Mapping[int, Sequence[Lettered]]

_FREQUENCIES = ("very common", "common", "uncommon", "rare", "very rare", "not known")
_SAID = 4  # words of a cell that name no column if a row below has them too
_LONGEST_NAME = 12  # words
_LISTED = 3  # commas at the ends of words
_VALUES = 0.6  # share of the cells beside the first that are values, in a row of them
_COUNT = re.compile(
    r"\(?[Nn](?:[a-f*†‡§ᵃᵇᶜᵈᵉᶠ]?=.*|\(%\))?$"
)  # opens a number of patients: "(N = 87)"


def is_labelled(cells: Filled) -> bool:
    """Is the name set off from what stands beside it, as in a list of its own?"""
    if len(cells) < 2 or 0 not in cells:
        return False
    name, value = (words for _, words in sorted(cells.items())[:2])
    return (name[0].bold and not value[0].bold) or name[-1].text.endswith(":")


def are_shorter(cells: Filled, below: Filled) -> bool:
    """Do the cells have less than half the words of those below them?"""
    return all(
        2 * len(cells[column]) < len(below[column]) for column in cells.keys() & below.keys()
    )


def opens_like_all(cells: Filled, below: Sequence[Filled]) -> bool:
    """Do all cells of a column begin with one word: bullets, or "NDC" in a list of packs?"""
    return any(
        all(row[column][0].text == words[0].text for row in below if column in row)
        for column, words in cells.items()
        if any(column in row for row in below)
    )


def is_bold(cells: Filled) -> bool:
    """Is every word bold?"""
    return all(word.bold for words in cells.values() for word in words)


def is_of_counts(cells: Filled) -> bool:
    """Do numbers of patients stand in all cells beside the first column that say something?"""
    beside = [words for column, words in cells.items() if column and not is_none(words)]
    return bool(beside) and all(
        _COUNT.match(words[0].text) and sum(any(map(str.isdigit, word.text)) for word in words) < 2
        for words in beside
    )


def is_of_figures(cells: Filled) -> bool:
    """Are they values without a unit?"""
    return is_of_values(cells) and _united(cells) < 1 - _VALUES


def is_of_values(cells: Filled) -> bool:
    """Do figures stand beside the first column, which names them, or the next that does?"""
    name, *beside = [words for _, words in sorted(cells.items())] or [()]
    is_named = bool(beside) and (0 in cells or not is_figure(name))
    return is_named and sum(map(is_value, beside)) >= _VALUES * len(beside)


def names_doses(cells: Filled, below: Filled) -> bool:
    """Are its figures doses ("5 mg", "10 mg") over bare figures, or all different over words?"""
    over_words = len(cells) > 2 and len(below) > 2 and not any(map(is_figure, below.values()))
    is_apart = len({text_of(words) for words in cells.values()}) == len(cells)
    are_bare = _united(below) < 1 - _VALUES or (over_words and is_apart)
    return are_bare and _united(cells) >= _VALUES


def names_frequencies(cells: Filled) -> bool:
    """Tells it beside its first cell how often something comes, from very common to rare?"""
    said = [text_of(words).casefold() for at, words in sorted(cells.items()) if at]
    told = [_FREQUENCIES.index(each) for each in said if each in _FREQUENCIES]
    return len(told) == len(said) > 1 and told == sorted({*told})


def is_over_names(cells: Filled, below: Filled) -> bool:
    """Stands one value ("≥ 0.20 µg/ml") beside a name over words without one: names of columns?"""
    return (
        cells.keys() == {0, 1}
        and 0 not in below
        and len(below) > 1
        and not any(map(is_value, below.values()))
    )


def _united(cells: Filled) -> float:
    """The share of cells beside the first with a letter that is no raised mark, nor in brackets."""
    beside = [_BRACKETED.sub("", text_of(words)) for column, words in cells.items() if column > 0]
    held = [text for text in beside if any(c.isalpha() and not is_mark(c) for c in text)]
    return len(held) / len(beside) if beside else 0.0


def names_group(cells: Filled) -> bool:
    """Is it a line in the first column alone, that does not go on from the line above?"""
    return set(cells) == {0} and cells[0][0].text[:1].isupper()


def is_prose(cells: Filled) -> bool:
    """Does one of its cells say too much for the name of a column: many words, or a list?"""
    return any(
        len(words) > _LONGEST_NAME or sum(word.text.endswith(",") for word in words) >= _LISTED
        for words in cells.values()
    )


def is_in_lower_case(cells: Filled) -> bool:
    return all(words[0].text[:1].islower() for words in cells.values())


def is_said_again(filled: Sequence[Filled]) -> bool:
    """Does a row below say word for word, but for figures, what the first says beside its first
    column? Few words say it where they come twice, with others beside them that do not."""
    first, *below = filled or [{}]
    for column, words in first.items():
        if not column or any(word.bold for word in words):
            continue
        said = _without_figures(words)
        again = [row for row in below if column in row and _without_figures(row[column]) == said]
        if len(words) >= _SAID and again:
            return True
        word = text_of(words)
        spoken = word.replace(" ", "").isalpha()
        same = [row for row in again if spoken and text_of(row[column]) == word]
        beside = [first.keys() & row.keys() - {0, column} for row in same]
        others = [
            row
            for row, columns in zip(same, beside, strict=True)
            if any(text_of(first[at]) != text_of(row[at]) for at in columns)
        ]
        if len(others) > 1:
            return True
    return False


def says_heads(header: Sequence[Filled], cells: Filled) -> bool:
    """Says the row but for figures what heads of its columns do: the arms of another trial?"""
    beside, *heads = (
        {at: _without_figures(words).replace(" ", "") for at, words in row.items() if at}
        for row in (cells, *header)
    )
    return len({*beside.values()}) > 1 and all(
        any(map(str.isalpha, said)) and any(head.get(at) == said for head in heads)
        for at, said in beside.items()
    )


def _without_figures(words: Sequence[Lettered]) -> str:
    return _DIGITS.sub("0", text_of(words))


def untold_columns(header: Sequence[Filled], columns: Sequence[int]) -> set[int]:
    """Those of `columns`, beside the first, that no word tells from their left neighbour."""
    names = [
        tuple(word.text for cells in header for word in cells.get(column, ())) for column in columns
    ]
    return {columns[at] for at in range(2, len(columns)) if names[at] in ((), names[at - 1])}


def name_column(filled: Sequence[Filled]) -> int:
    """The column in which most rows begin, of the lower ones where as many begin elsewhere."""
    return mode([min(cells) for cells in reversed(filled)] or [0])


def counts_up(filled: Sequence[Filled]) -> bool:
    """Is the first row a name and figures that rise from 0: the times of a count of patients?"""
    top, *body = filled or [{}]
    is_named = top.keys() >= {0, 1} and _step(top[0]) is None and _step(top[1]) == 0
    return is_named and counts_on(top, {*top}) and bool(body) and all(map(is_of_figures, body))


def counts_on(cells: Filled, twins: Set[int]) -> bool:
    """Do whole numbers rise under each heading that several columns share, all columns but those
    in `twins` being the first of theirs: the weeks of two studies?"""
    rounds: list[list[int | None]] = []
    for column in sorted(cells.keys() - {0}):
        if column not in twins or not rounds:
            rounds.append([])
        rounds[-1].append(_step(cells[column]))
    several = [steps for steps in rounds if len(steps) > 1]
    pairs = [pair for steps in several for pair in pairwise(steps)]
    do_rise = all(a is not None and b is not None and a < b for a, b in pairs)
    return max(map(len, several), default=0) >= _STEPS and do_rise


def _step(words: Sequence[Lettered]) -> int | None:
    """The whole number that they say, but for a mark to it."""
    found = _WHOLE.fullmatch("".join(word.text for word in words))
    return int(found[1]) if found and is_mark(found[2]) else None


def text_of(words: Sequence[Lettered]) -> str:
    return " ".join(word.text for word in words)


def is_named(filled: Sequence[Filled], at: int) -> bool:
    """Has the row a name below a header of the first column?"""
    return 0 in filled[at] and any(0 in above for above in filled[:at])


def is_counted(filled: Sequence[Filled], at: int) -> bool:
    """Is it the first row with a name, all other cells filled, over numbers of patients?"""
    unnamed = not any(0 in cells for cells in filled[:at])
    below = filled[at + 1] if at + 1 < len(filled) else {}
    counted = 0 not in below and is_of_counts(below)
    return unnamed and counted and below.keys() <= filled[at].keys()


def rows_above_figures(filled: Sequence[Filled]) -> int:
    """How many rows at the top end with one without a figure, those below, and none above, being
    figures from the first column on: "lb", "kg" and "Tablets" under "Weight" and "Dose"?"""
    body = [0 in cells and is_of_values(cells) and is_value(cells[0]) for cells in filled]
    at = body.index(True) if True in body else 0
    said = [char for words in filled[at - 1].values() for char in text_of(words)] if at else []
    is_top = 0 < at <= _STEPS and len(filled[at - 1]) > 1 and not any(map(str.isdigit, said))
    return at if is_top and all(body[at:]) and len(body) > at + 1 else 0


def rows_of_all(filled: Sequence[Filled]) -> int:
    """How many rows at the top say one thing each of all columns, under names of their own, none
    of it in bold, over words that tell these apart, and figures: "Design" over a trial's arms; or
    "Patients" and their number over weeks?"""
    count = next((at for at, cells in enumerate(filled) if cells.keys() != {0, 1}), 0)
    head, body = [*filled[count : count + 2], {}, {}][:2]
    is_plain = not any(words[0].bold for cells in filled[:count] for words in cells.values())
    if not is_plain or not {0, 1, 2} <= head.keys() or not is_of_figures(body):
        return 0
    is_head = not any(map(is_value, head.values()))
    is_counted = count == 1 and is_value(filled[0][1]) and names_doses(head, body)
    return count if is_counted or (is_head and count > 1) else 0


def caption_rows(filled: Sequence[Filled]) -> int:
    """How many rows at the top hold the lines of a caption, in a frame with the table."""
    if not filled or not CAPTION.match(text_of(filled[0].get(0, ()))):
        return 0
    return next((at for at, cells in enumerate(filled) if set(cells) != {0}), 0)


def is_list_of_names(filled: Sequence[Filled], columns: int) -> bool:
    """Is it a list in columns, of species say: none of its names of a few words stands out, none is
    missing, and no figure is among them?"""
    cells = [words for row in filled for words in row.values()]
    return (
        len(filled) >= _STEPS
        and all(len(row) == columns > 1 for row in filled)
        and not any(words[0].bold for words in cells)
        and all(
            len(words) <= _SAID and not any(map(str.isdigit, text_of(words))) for words in cells
        )
    )
