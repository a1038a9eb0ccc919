"""The page as a witness of what was read from it: the words of cells and captions are held against
what pdfium reads in the same place, and their order against that of the page; words of running text
that were read one after the other stand so on the page, and most of its words were read at all."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

from monograph_qa.domain.geometry import PageBox
from monograph_qa.domain.label import DoubtKind
from monograph_qa.domain.parsed import Block, BlockKind, Cell, Misread
from monograph_qa.parse.layout.signs import LIGATURES
from monograph_qa.parse.pdfium import opened

_CAPTION = re.compile(r"^\W{0,3}table\s+\d.*", re.IGNORECASE | re.MULTILINE)
_WORD = re.compile(r"\d+|[^\W\d]+")
_SIDE = 1.0  # points by which a cell may stand left of the one before it


def misread(path: Path, data: bytes, blocks: Sequence[Block]) -> tuple[Misread, ...]:
    """Where pdfium does not bear out what was read from the pages. Raises LabelError."""
    found = list(_out_of_order(blocks))
    by_page: dict[int, list[Block]] = {}
    for block in blocks:
        for page in dict.fromkeys(place.page for place in block.places if not block.ocr):
            by_page.setdefault(page, []).append(block)
    with opened(path, data) as document:
        for page, on_it in by_page.items():
            found += _unlike_page(document[page - 1], page, on_it)
    return tuple(found)


def _out_of_order(blocks: Sequence[Block]) -> Iterator[Misread]:
    """Tables between two blocks that the page does not have above and below them."""
    placed = [b for b in blocks if b.places and b.kind is not BlockKind.PICTURE]
    for before, after in pairwise(placed):
        table = after if after.grid else before
        if table.grid and _is_below(before.places[-1], after.places[0]):
            detail = f"{_named(before)} was read before {_named(after)} and stands below it"
            yield Misread(DoubtKind.TABLES, table.places[0], detail)


def _named(block: Block) -> str:
    return f"“{block.text[:40]}”" if block.text else "a table"


def _is_below(before: PageBox, after: PageBox) -> bool:
    """Whether what is read before stands on a later page, or further down the same column."""
    if before.page != after.page:
        return before.page > after.page
    one, two = before.box, after.box
    common = min(one.right, two.right) - max(one.left, two.left)
    return common > min(one.width, two.width) / 2 and one.center_y > two.center_y


def _unlike_page(page: Any, number: int, blocks: Sequence[Block]) -> Iterator[Misread]:
    with closing(page.get_textpage()) as text:
        page_text = text.get_text_range()
        yield from unlike_text(page_text, number, blocks)
        tables = [b for b in blocks if b.grid and b.places[0].page == number]
        if tables and not page.get_rotation():  # pdfium's places are those before it is turned
            yield from _lost_captions(page_text, tables, blocks)
            yield from _strange_cells(text, page.get_height(), tables)


def _strange_cells(text: Any, height: float, tables: Sequence[Block]) -> Iterator[Misread]:
    for table in tables:
        cells = table.grid.cells if table.grid else ()
        strange = [cell for cell in cells if _is_elsewhere(cell, text, height)]
        strange += _out_of_columns(cells)
        if strange:
            words = " ".join(strange[0].text.split())[:60]
            detail = f"“{words}” is not in its cell on the page"
            yield Misread(DoubtKind.CELLS, table.places[0], detail)


def _is_elsewhere(cell: Cell, text: Any, height: float) -> bool:
    """Whether a number of a cell, or most of its words, are not what pdfium reads in its place. It
    may read more there: words reach over the edges of cells, and letters below their line."""
    if cell.box is None or not cell.text:
        return False
    box = cell.box
    there = letters_of(
        text.get_text_bounded(box.left, height - box.bottom, box.right, height - box.top)
    )
    if letters_of(cell.text) in there:
        return False
    words = _WORD.findall(plain(cell.text))
    # A word may be there with a part of it lowered to the next line ("Tmax"), a number as it is.
    lost = [
        word
        for word in words
        if word not in there and not (word.isalpha() and all(letter in there for letter in word))
    ]
    return 2 * sum(map(len, lost)) > sum(map(len, words)) or any(map(str.isdecimal, lost))


def _out_of_columns(cells: Sequence[Cell]) -> Iterator[Cell]:
    """Cells that stand left of the one before them in their row."""
    for one, two in pairwise(sorted(cells, key=lambda cell: (cell.row, cell.column))):
        if one.row == two.row and one.box and two.box and one.box.left > two.box.left + _SIDE:
            yield two


def _lost_captions(
    text: str, tables: Sequence[Block], blocks: Sequence[Block]
) -> Iterator[Misread]:
    """Lines of the page that begin like captions and begin no line or cell that was read there."""
    begun = list(_beginnings(blocks))
    for line in (match[0] for match in _CAPTION.finditer(text.replace("\r", "\n"))):
        caption = _latin(line)
        if not any(words.startswith(caption) or caption.startswith(words) for words in begun):
            detail = f"“{' '.join(line.split())[:60]}” stands on the page and was not found"
            yield Misread(DoubtKind.TABLES, tables[0].places[0], detail)


def _beginnings(blocks: Sequence[Block]) -> Iterator[str]:
    """What stands in each line and cell that begins like a caption."""
    for block in blocks:
        cells = [cell.text for cell in block.grid.cells] if block.grid else []
        lines = [block.text[line.start : line.stop] for line in block.lines]
        yield from (_latin(said) for said in (*cells, *lines) if _CAPTION.match(said))


def _latin(text: str) -> str:
    """The letters and figures of a text but those of sign fonts, which pdfium may not read."""
    return "".join(filter(str.isascii, letters_of(text)))


_RUN = 4  # words
_LEAST_RUNS = 8  # of a paragraph
_MOST_APART = 0.2  # share of them; where lines of two columns are mixed more are
_FEWEST = 2  # such paragraphs; one may be set around a sign
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_LEAST_LOST = 60  # words of a page that are read nowhere on it; running heads have fewer
_MOST_LOST = 0.15  # share of its words
_LIGATURES = str.maketrans(LIGATURES)
_PROSE = frozenset({BlockKind.TEXT, BlockKind.LIST_ITEM})


def letters_of(text: str) -> str:
    """The letters and figures of a text without case, ligatures and raised marks."""
    return "".join(filter(str.isalnum, plain(text)))


def plain(text: str) -> str:
    """`text` without case, ligatures and raised marks."""
    return unicodedata.normalize("NFKC", text.translate(_LIGATURES)).casefold()


def _alphabetic(text: str) -> str:
    """Its letters alone: raised figures ("m2") stand elsewhere in pdfium's order."""
    return "".join(filter(str.isalpha, plain(text)))


def unlike_text(page: str, number: int, blocks: Sequence[Block]) -> Iterator[Misread]:
    """Where page `number`, as pdfium reads it, does not bear out the text of the `blocks`."""
    place = next(place for place in blocks[0].places if place.page == number)
    whole = [b for b in blocks if b.kind in _PROSE and all(p.page == number for p in b.places)]
    if apart := _apart(_alphabetic(page), whole):
        yield Misread(DoubtKind.TEXT, place, f"“{apart}” does not stand so on the page")
    if _are_lost(page, blocks):
        yield Misread(DoubtKind.TEXT, place, "many words of the page were not read")


def _apart(letters: str, prose: Iterable[Block]) -> str:
    """Words read as one run that the page has not side by side, where paragraphs have many such."""
    mixed = []
    for block in prose:
        words = block.text.split()
        runs = [words[at : at + _RUN] for at in range(len(words) - _RUN + 1)]
        apart = [" ".join(run) for run in runs if _alphabetic("".join(run)) not in letters]
        if len(runs) >= _LEAST_RUNS and len(apart) > _MOST_APART * len(runs):
            mixed.append(apart[0])
    return mixed[0] if len(mixed) >= _FEWEST else ""


def _are_lost(page: str, blocks: Iterable[Block]) -> bool:
    there = Counter(_LONG_WORD.findall(plain(page)))
    read = "".join(map(letters_of, _texts(blocks)))
    lost = sum(count for word, count in there.items() if word not in read)
    return lost >= _LEAST_LOST and lost > _MOST_LOST * there.total()


def _texts(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        yield block.text
        yield from (cell.text for cell in block.grid.cells) if block.grid else ()
