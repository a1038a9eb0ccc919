"""Faults made on purpose in labels that are read well, and how many of them are doubted.

    python -m bench.faults LABEL.pdf...

A heading is cut, a caption lost, a table moved 60 blocks ahead with its caption; two columns of a
table change places under their heads (the cells with their places on the page, or the words alone:
as where a reader puts them into the wrong column), and once more in the label without its pages,
as one that is no PDF. A fault is found where a doubt arises that the label did not raise before.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from bench.reading_table import Row, print_table
from monograph_qa.domain.label import Doubt
from monograph_qa.domain.parsed import Block, BlockKind, Cell, Grid, ParsedLabel
from monograph_qa.parse import read
from monograph_qa.parse.witness import misread
from monograph_qa.sections import sectionize

_GOAL = 0.9
_A_LABEL = 6  # faults of each kind
_AHEAD = 60  # blocks
_SEED = 3
_UNPAGED = "swapped words (no pages)"  # only to compare with: other formats state their columns

Fault = tuple[str, int, list[Block]]  # kind, page, the label's blocks with it


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("labels", nargs="+", type=Path)
    parser.add_argument("--missed", action="store_true", help="print each fault not found")
    chosen = parser.parse_args()
    made: Counter[str] = Counter()
    found: Counter[str] = Counter()
    pages = doubts = 0
    for path in chosen.labels:
        label = read(path)
        data = path.read_bytes()
        before = _said(label)
        pages, doubts = pages + label.page_count, doubts + len(before)
        for kind, page, blocks in faults(label.blocks, random.Random(_SEED)):
            seen = misread(path, data, blocks) if kind != _UNPAGED else ()
            after = _said(replace(label, blocks=tuple(blocks), misread=seen))
            made[kind] += 1
            found[kind] += bool(after - before)
            if chosen.missed and not after - before:
                print(f"{path.stem}, page {page}: {kind} not found")
    paged = [kind for kind in made if kind != _UNPAGED]
    rows = [
        Row(
            f"{kind}, found",
            found[kind] / made[kind],
            _GOAL if kind in paged else None,
            f"{found[kind]} of {made[kind]}",
        )
        for kind in made
    ]
    if total := sum(made[kind] for kind in paged):  # a leaflet without numbers has none to make
        share = sum(found[kind] for kind in paged) / total
        rows.append(Row("all with pages", share, _GOAL, f"{total} faults"))
    rows.append(Row("doubts a page, no fault made", doubts / pages, None, f"{doubts} on {pages}"))
    print_table(rows)


def _said(label: ParsedLabel) -> set[tuple[str, str]]:
    doubts: Sequence[Doubt] = sectionize(label, "lab_0").doubts
    return {(doubt.kind.value, doubt.detail) for doubt in doubts}


def faults(blocks: Sequence[Block], chance: random.Random) -> Iterator[Fault]:
    """Some faults of each kind, by chance."""

    def some(found: Sequence[int]) -> list[int]:
        return sorted(chance.sample(found, min(_A_LABEL, len(found))))

    whole = list(enumerate(blocks))
    heads = [i for i, b in whole if b.kind is BlockKind.HEADING and _is_numbered(b.text)]
    captions = [i for i, b in whole if b.kind is BlockKind.CAPTION and b.text.startswith("Table")]
    tables = [i for i, b in whole if b.grid and b.grid.columns > 2 and b.grid.rows > 2]
    for kind, places in (("cut heading", heads), ("lost caption", captions)):
        for at in some(places):
            yield kind, _page(blocks[at]), [*blocks[:at], *blocks[at + 1 :]]
    for at in some(tables):
        first = at - 1 if blocks[at - 1].kind is BlockKind.CAPTION else at
        target = max(0, first - _AHEAD)
        moved, others = blocks[first : at + 1], [*blocks[:first], *blocks[at + 1 :]]
        yield "moved table", _page(blocks[at]), [*others[:target], *moved, *others[target:]]
        grid = blocks[at].grid
        if grid is None:
            continue
        pair = chance.sample(range(1, grid.columns), 2)
        for kind, swapped in (
            ("swapped column", _with_cells_swapped(grid, *pair)),
            ("swapped words", _with_words_swapped(grid, *pair)),
            (_UNPAGED, _with_words_swapped(grid, *pair)),
        ):
            if swapped != grid:
                table = replace(blocks[at], grid=swapped)
                yield kind, _page(table), [*blocks[:at], table, *blocks[at + 1 :]]


def _is_numbered(text: str) -> bool:
    return text[:1].isdigit() and "." in text[:4]


def _page(block: Block) -> int:
    return block.places[0].page if block.places else 0


def _is_whole(cell: Cell) -> bool:
    return not cell.is_header and cell.column_span == cell.row_span == 1


def _with_cells_swapped(grid: Grid, one: int, two: int) -> Grid:
    other = {one: two, two: one}
    cells = (
        replace(c, column=other.get(c.column, c.column)) if _is_whole(c) else c for c in grid.cells
    )
    return replace(grid, cells=tuple(cells))


def _with_words_swapped(grid: Grid, one: int, two: int) -> Grid:
    other = {one: two, two: one}
    words = {(c.row, c.column): c.text for c in grid.cells if _is_whole(c)}
    cells = (
        replace(c, text=words.get((c.row, other.get(c.column, c.column)), c.text))
        if _is_whole(c)
        else c
        for c in grid.cells
    )
    return replace(grid, cells=tuple(cells))


if __name__ == "__main__":
    main()
