"""Rows as a table: heads are said once, and no character is lost."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.telling.lines import columns_of

WORDS = st.text("abc12 ", min_size=1, max_size=4).filter(str.strip)
CELLS = st.one_of(WORDS, st.tuples(st.sampled_from(["A", "B", "A: x"]), WORDS).map(": ".join))
ROWS = st.lists(st.lists(CELLS, min_size=1, max_size=4).map(" | ".join), min_size=1, max_size=5)


@given(ROWS)
def test_each_row_can_be_told_again_from_its_columns(rows: list[str]) -> None:
    columns = columns_of(rows)
    for row, cells in zip(rows, columns.rows, strict=True):
        assert len(cells) == len(columns.heads)
        said = [
            f"{head}: {cell}" if head else cell
            for head, cell in zip(columns.heads, cells, strict=True)
            if cell
        ]
        assert Counter(said) == Counter(row.split(" | "))


@pytest.mark.parametrize(
    ("rows", "heads", "last"),
    [
        (["Form: a | Dose: 1 mg", "Form: b | Dose: 2 mg"], ("Form", "Dose"), ("b", "2 mg")),
        (["Rash | P: 3 | D: 5", "Pain | D: 4"], ("", "P", "D"), ("Pain", "", "4")),
        (["x | n: 1 | n: 2"], ("", "n", "n"), ("x", "1", "2")),
        (["a: b", "c: d", "e: f"], ("",), ("e: f",)),
    ],
)
def test_heads_are_what_stands_before_the_colon_in_most_rows(
    rows: list[str], heads: tuple[str, ...], last: tuple[str, ...]
) -> None:
    columns = columns_of(rows)
    assert columns.heads == heads and columns.rows[-1] == last
