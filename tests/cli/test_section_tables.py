"""A section's tables are printed in columns, its other text as it is."""

from dataclasses import replace
from pathlib import Path

from building import Said, a_label, a_monograph, a_section, published
from conftest import Run

from monograph_qa.cli.text_layout import with_tables
from monograph_qa.domain.label import FactKind, FactSpan


def spans(text: str, *rows: str) -> list[FactSpan]:
    """Table row facts for the lines of `text` that are in `rows`."""
    _, (one,) = a_section(a_label(), "pharmacokinetics", [Said("x", kind=FactKind.TABLE_ROW)])
    found = []
    at = 0
    for line in text.split("\n"):
        if line in rows:
            made = {"start": at, "stop": at + len(line), "quote": line}
            found.append(replace(one, **made))  # type: ignore[arg-type]
        at += len(line) + 1
    return found


HEAD = "Reaction | Drug (n = 20) | Placebo"
ROWS = (
    "Reaction: Headache | Drug (n = 20): 16.6 % | Placebo: 15.6 %",
    "Reaction: Rash: severe | Drug (n = 20): 3 %",
)
TEXT = "\n".join(("Table 1. Reactions", HEAD, *ROWS, "Note: all were mild | moderate."))


def test_rows_stand_under_their_headings_and_other_lines_stay() -> None:
    assert with_tables(TEXT, spans(TEXT, *ROWS), None).split("\n") == [
        "Table 1. Reactions",
        "Reaction      Drug (n = 20)  Placebo",
        "------------  -------------  -------",
        "Headache      16.6 %         15.6 %",
        "Rash: severe  3 %",
        "Note: all were mild | moderate.",
    ]


def test_a_group_is_a_line_of_its_own() -> None:
    text = "\n".join((HEAD, "Skin", ROWS[0]))
    assert with_tables(text, spans(text, ROWS[0]), None).split("\n")[1] == "Skin"


def test_rows_without_headings_are_set_by_position() -> None:
    rows = ("Dizziness | 19% | 12%", "Cough | 4% | 4%")
    text = "\n".join(("High dose | Low dose", *rows))
    assert with_tables(text, spans(text, *rows), None).split("\n") == [
        "           High dose  Low dose",
        "Dizziness  19%        12%",
        "Cough      4%         4%",
    ]


def test_a_wide_table_fits_and_loses_no_word() -> None:
    row = "Drug: " + "very long words " * 12 + "| Advice: " + "separate the doses well " * 8
    text = f"Drug | Advice\n{row.strip()}"
    shown = with_tables(text, spans(text, row.strip()), 60)
    assert max(map(len, shown.split("\n"))) <= 60
    assert sorted(shown.replace("-", "").split()) == sorted(
        text.replace("Drug: ", "").replace("Advice: ", "").replace("|", "").split()
    )


def test_text_without_tables_is_not_touched() -> None:
    text = "One | two.\nThree: four."
    assert with_tables(text, [], 40) == text


def test_show_prints_columns_for_people_and_the_text_itself_as_json(
    run: Run, tmp_path: Path
) -> None:
    row = "Age: Adults | Dose: 20 mg"
    label = a_monograph({"dosage_and_administration": [Said(row, kind=FactKind.TABLE_ROW)]})
    folder = published(tmp_path / "library", label)
    (section,) = label.sections
    shown = run("show", section.section_id, library=folder.root)
    assert shown.returncode == 0 and "Adults  20 mg" in shown.stdout
    as_json = run("show", section.section_id, "--json", library=folder.root)
    assert row in as_json.stdout
