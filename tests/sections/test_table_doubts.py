"""Columns of a table whose cells fit another column's head (cases: table_doubts.yaml)."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from monograph_qa.domain.label import DoubtKind
from monograph_qa.sections import sectionize
from sections.blocks import a_parsed_label, heading, table, text

CASES = yaml.safe_load(Path(__file__).with_name("table_doubts.yaml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_cells_are_held_against_the_heads_of_their_columns(case: dict[str, Any]) -> None:
    blocks = [
        text("ZORBIDINE (zorbidine) tablets"),
        heading("6 ADVERSE REACTIONS"),
        table(case["rows"], page=2),
    ]
    doubts = sectionize(a_parsed_label(*blocks), "lab_1").doubts
    told = [(doubt.page, doubt.detail) for doubt in doubts if doubt.kind is DoubtKind.CELLS]
    assert told == ([(2, case["doubt"])] if case["doubt"] else [])
