"""Lines end where a reader may pause: never inside a number, nor between it and its unit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.cli.text_layout import wrapped

HELD = [
    "5 mg", "0.25 mg/kg", "20 °C", "1 to 2 hours", "< 30 mL/min", "≥ 60 %", "± 0.2 L", "12 %",
    "Table 3", "Figure 12", "2 × 10", "5 – 7 days", "3.5 to 11 hours", "300 mg", "1 hour", "10 µg",
]  # fmt: skip
WORDS = ["the", "half-life", "was", "given", "in", "patients", "with", "(see", "renal)", "and"]


@pytest.mark.parametrize("held", HELD)
@pytest.mark.parametrize("columns", range(20, 44, 3))
def test_a_number_stays_with_its_unit_at_every_width(held: str, columns: int) -> None:
    text = f"The dose that was given to these patients was {held} in all of them."
    assert held in wrapped(text, "    ", columns, "  - ")


@given(st.lists(st.sampled_from([*HELD, *WORDS]), min_size=1), st.integers(20, 120))
def test_wrapping_changes_nothing_but_where_lines_end(parts: list[str], columns: int) -> None:
    text = " ".join(parts)
    lines = wrapped(text, "    ", columns, "  - ")
    assert lines.startswith("  - ")
    assert " ".join(line.strip() for line in lines[4:].split("\n")) == text
    for line in lines.split("\n"):
        # Only what nowhere may be broken is longer than the terminal is wide.
        assert len(line) <= columns or "\n" not in wrapped(line[4:], "", 1)


@given(st.text(), st.sampled_from(["", "    "]))
def test_text_that_is_piped_is_not_wrapped(text: str, indent: str) -> None:
    assert wrapped(text, indent, None).replace("\n" + indent, "\n") == (indent + text).replace(
        "\n" + indent, "\n"
    )


def test_a_long_word_is_not_broken() -> None:
    word = "5-[2-[[(2-dimethylaminomethyl)thiazol-4-yl]methylthio]ethyl]amino"
    assert word in wrapped(f"Its name is {word} in full.", "", 40)
