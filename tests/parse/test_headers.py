"""Which rows of a table are headers, told by what stands in them: one rule for every format."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from lxml import etree

from monograph_qa.domain.parsed import Grid
from monograph_qa.frozen import frozen
from monograph_qa.parse.spl_table import read_grid
from monograph_qa.parse.spl_xml import NAMESPACE, text_of
from monograph_qa.parse.table_headers import heads_of

CASES = yaml.safe_load((Path(__file__).parent / "cases" / "headers.yaml").read_text())
_CELL = re.compile(r"(?P<text>.*?)(?: (?P<way>[>v])(?P<span>\d))?")


def grid(rows: list[str], stated: int = 0) -> Grid:
    """The grid of an SPL table with these rows, as many of which as are `stated` in its head."""
    table = etree.Element(f"{NAMESPACE}table")
    head, body = (etree.SubElement(table, f"{NAMESPACE}{name}") for name in ("thead", "tbody"))
    for at, row in enumerate(rows):
        line = etree.SubElement(head if at < stated else body, f"{NAMESPACE}tr")
        for said in row.split("|"):
            found = _CELL.fullmatch(said.rstrip())
            assert found is not None
            cell = etree.SubElement(line, f"{NAMESPACE}td")
            if found["way"]:
                cell.set("colspan" if found["way"] == ">" else "rowspan", found["span"])
            text = found["text"].strip()
            bold = text.startswith("*")
            styled = etree.SubElement(cell, f"{NAMESPACE}content", styleCode="bold" if bold else "")
            styled.text = text.strip("*")
    made = read_grid(table, text_of)
    assert made is not None
    return made


def heads(made: Grid) -> list[int]:
    """The rows all of whose words stand in header cells."""
    said = [cell for cell in made.cells if cell.text]
    body = {cell.row for cell in said if not cell.is_header}
    return sorted({cell.row for cell in said} - body)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_headers_are_told_by_what_stands_in_rows(case: dict[str, Any]) -> None:
    assert heads(grid(case["rows"])) == case["heads"]


def test_a_head_that_only_says_the_title_leaves_the_columns_names_to_the_rows() -> None:
    rows = ["*Table 2. Effects* >3", "*Effect* | *Zentrolol* | *Placebo*", "Rash | 1 | 2"]
    assert heads(grid(rows, stated=1)) == [0, 1]


def test_rows_below_a_stated_head_are_rows_though_they_are_bold() -> None:
    rows = ["Effect | Zentrolol | Placebo", "*Any* | *90%* | *80%*", "Rash | 1% | 2%"]
    assert heads(grid(rows, stated=1)) == [0]


@frozen
class Lettered:
    """A word of a table."""

    text: str
    bold: bool = False


def test_a_caption_in_the_frame_and_rows_without_a_word_are_no_part_of_the_heads() -> None:
    said = {
        (0, 0): "Table 5 Mean change in the number of flushes",
        (1, 0): "after treatment with zentrolol",
        (3, 1): "Mean change from baseline",
        (5, 0): "Week",
        (5, 1): "Zentrolol",
        (5, 2): "Placebo",
        (6, 1): "N = 87",
        (6, 2): "N = 90",
        (8, 0): "4",
        (8, 1): "-57",
        (8, 2): "-45",
        (9, 0): "8",
        (9, 1): "-65",
        (9, 2): "-49",
    }
    texts = {at: [Lettered(word) for word in text.split()] for at, text in said.items()}
    found = heads_of(texts, (10, 3), [(row, column, row + 1) for row, column in texts])
    assert (found.top, found.inner) == (7, frozenset())


def test_heads_go_on_to_the_rule_below_them_under_bands_of_their_own() -> None:
    said = ["Studies|Study", "651|302", "Methotrexate|", "& pill|Pill", "(N=26)|(N=15)", "2%|3%"]
    names = {3: "Body", 4: "System", 5: "Flushing"}
    texts = {
        (row, column): [Lettered(word, bold=row < 4) for word in text.split()]
        for row, line in enumerate(said)
        for column, text in enumerate([names.get(row, ""), *line.split("|")])
        if text
    }
    stops = [(row, column, row + 1) for row, column in texts]
    assert heads_of(texts, (6, 3), stops, ruled=[0, 2, 5]).top == 5
