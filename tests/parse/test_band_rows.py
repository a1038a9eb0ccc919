"""Which lines of one band of a table are rows of their own, by what stands beside them."""

import pytest

from monograph_qa.parse.table_bands import with_values_apart
from parse.test_composition import line

XS = [72.0, 200.0, 330.0, 420.0, 510.0]

# Each cell is its column, the height of its line, and its words; a name in bold begins with "*".
_Cell = tuple[int, float, str]


def rows_in_band(cells: list[_Cell]) -> list[str]:
    words = []
    for column, top, text in cells:
        held = line(text.removeprefix("*"), top, XS[column] + 4).words
        for word in held:
            word.bold = text.startswith("*")
        words += held
    rows = with_values_apart([95.0, 250.0], XS, words)
    told: dict[int, list[str]] = {}
    for word in words:
        told.setdefault(rows.row(word), []).append(word.text)
    return [" ".join(row) for _, row in sorted(told.items())]


@pytest.mark.parametrize(
    ("cells", "rows"),
    [
        pytest.param(
            [
                *[(0, 100, "Attacks"), (1, 100, "Hazard"), (1, 112, "Deaths")],
                *[(2, 100, "0.79"), (3, 112, "0.66")],
            ],
            ["Attacks Hazard 0.79", "Deaths 0.66"],
            id="names of the second column, each with a figure in a column of its own",
        ),
        pytest.param(
            [
                *[(0, 100, "Attacks"), (1, 100, "To the first:"), (1, 112, "Hazard")],
                *[(1, 124, "P-value"), (2, 112, "0.79"), (3, 112, "0.66")],
                *[(2, 124, "0.024"), (3, 124, "0.001")],
            ],
            ["Attacks To the first:", "Hazard 0.79 0.66", "P-value 0.024 0.001"],
            id="a title among the names of the second column",
        ),
        pytest.param(
            [
                *[(1, 100, "Hazard"), (1, 112, "Of severe ones"), (1, 124, "Deaths")],
                *[(2, 100, "0.79"), (3, 100, "0.66"), (2, 124, "0.024"), (3, 124, "0.001")],
            ],
            ["Hazard Of severe ones 0.79 0.66", "Deaths 0.024 0.001"],
            id="a name beside which nothing stands goes on with the one above",
        ),
        pytest.param(
            [
                *[(2, 100, "12"), (3, 100, "14"), (1, 112, "Hazard"), (1, 124, "Deaths")],
                *[(2, 112, "0.79"), (3, 112, "0.66"), (2, 124, "0.024"), (3, 124, "0.001")],
            ],
            ["12 14 Hazard 0.79 0.66", "Deaths 0.024 0.001"],
            id="what stands over the figures goes with the first",
        ),
        pytest.param(
            [
                *[(0, 100, "Measure"), (1, 100, "Zentrolol"), (1, 112, "Placebo")],
                *[(2, 100, "12"), (2, 112, "14"), (3, 100, "N = 154"), (3, 112, "N = 154")],
            ],
            ["Measure Zentrolol Placebo 12 14 N = 154 N = 154"],
            id="heads of counts are no rows",
        ),
        pytest.param(
            [
                *[(0, 100, "Change in the score"), (0, 112, "p-value versus none")],
                *[(1, 100, "2.88"), (2, 100, "n/a"), (1, 112, "<0.001"), (2, 112, "0.007")],
            ],
            ["Change in the score 2.88 n/a", "p-value versus none <0.001 0.007"],
            id="a p value beside which figures stand is a name of its own",
        ),
        pytest.param(
            [
                *[(0, 100, "*Mutation, n (%)"), (0, 112, "β/β"), (0, 124, "Non-β/β")],
                *[(1, 112, "68 (30.4)"), (2, 112, "35 (31.3)")],
                *[(1, 124, "155 (69.2)"), (2, 124, "77 (68.8)")],
            ],
            ["Mutation, n (%)", "β/β 68 (30.4) 35 (31.3)", "Non-β/β 155 (69.2) 77 (68.8)"],
            id="a plain name in small letters below a bold title",
        ),
    ],
)  # fmt: skip
def test_rows_of_a_band(cells: list[_Cell], rows: list[str]) -> None:
    assert rows_in_band(cells) == rows
