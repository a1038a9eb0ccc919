"""When a label was revised, as it prints that itself."""

import pytest

from monograph_qa.sections.identity import read_revision
from sections.blocks import a_parsed_label, heading, text


def test_the_highlights_date_comes_before_that_of_a_leaflet_behind_them() -> None:
    blocks = [text("Hello.")] * 90
    found = read_revision(
        a_parsed_label(*blocks, heading("Revised: 8/2025"), *blocks, text("Revised: July 2023"))
    )
    assert found == ("2025-08", "8/2025")


REVISED = (
    ("Rev. 01/23", "2023-01"),
    ("Rev April 2017", "2017-04"),
    ("ÿÿRevised in June 2020 (25th edition)", "2020-06"),
    ("Revised: 10/ 2010", "2010-10"),
    ("This leaflet was last revised in02/2023.", "2023-02"),
    ("Rev. 3E 10/2014", "2014-10"),
    ("Rev 13, June 2013", "2013-06"),
    ("Date of most recent amendment 06 July 2009", "2009-07-06"),
    ("Product Information as of April 2025.", "2025-04"),
    ("Summary of Product Characteristics Updated 03-Feb-2025", "2025-02-03"),
    ("This leaflet was prepared in October 2021.", "2021-10"),
    ("Rev. A 3/2019", "2019-03"),
    ("Revised: XX/XXXX", None),
    ("Rev. Infect. Dis. 11: 1-8, 1989.", None),
)


@pytest.mark.parametrize(("printed", "date"), REVISED)
def test_the_revision_date_is_read_as_it_is_printed(printed: str, date: str | None) -> None:
    found = read_revision(a_parsed_label(text("Hello."), text(printed)))
    assert (found[0] if found else None) == date
    assert found is None or found[1] in printed


@pytest.mark.parametrize(
    ("printed", "date"),
    [
        ("25 July 2024", "2024-07-25"),
        ("09/12/2020", "2020-12-09"),
        ("25 March 2014 CDS March 2014 © Example", "2014-03-25"),
    ],
)
def test_a_date_right_below_its_heading_is_the_revision_date(printed: str, date: str) -> None:
    for said in (
        "10. DATE OF REVISION OF THE TEXT",
        "10- DATE OF REVISION OF TEXT",
        "Date of preparation",
    ):
        found = read_revision(a_parsed_label(heading(said), text(printed)))
        assert found is not None
        assert found[0] == date


def test_what_was_prepared_may_have_been_revised_since() -> None:
    both = text("Date of Preparation: August 29, 1997 Date of Revision: January 25, 2016")
    found = read_revision(a_parsed_label(heading("ZORBIL"), both, *[text("Hello.")] * 3))
    assert found == ("2016-01-25", "January 25, 2016")
    alone = text("Date of Preparation: August 29, 1997")
    found = read_revision(a_parsed_label(heading("ZORBIL"), alone, *[text("Hello.")] * 3))
    assert found == ("1997-08-29", "August 29, 1997")


def test_what_the_end_of_a_short_label_quotes_is_not_its_date() -> None:
    summary = text("Information last revised March 2012. Copyright 2012 Example Data Bank.")
    print_line = text("Revised: 2/2023")
    found = read_revision(a_parsed_label(*[text("Hello.")] * 9, summary, print_line))
    assert found == ("2023-02", "2/2023")
