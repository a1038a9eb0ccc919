"""A label's lines are found by any words, whatever stands in a drug's name."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.domain.evidence import SectionHead
from monograph_qa.frames.lines import LabelLines

HEAD = SectionHead("sec_1", "lab_1", 0, "Warnings", "Warnings", "warnings", None)
TEXTS = ("Hepatitis B.", "Vaccine (live, rVSV) with b (C).", "Nothing of it.")
LINES = LabelLines((HEAD, "", text) for text in TEXTS)


@given(st.lists(st.text(min_size=1, max_size=6), max_size=4).map(tuple))
def test_any_term_is_looked_for(term: tuple[str, ...]) -> None:
    assert LINES.saying(term) <= set(range(len(TEXTS)))


def test_a_lone_letter_stands_beside_its_word() -> None:
    assert LINES.saying(("hepatitis", "b")) == {0}
    assert LINES.saying(("vaccine", ")")) == LINES.saying((")", "vaccine"))


def test_products_of_one_brand_are_told_apart_by_their_monographs_names() -> None:
    plain, mixed = "(Zentrol 200 units/ml pen)", "(Zentrol Mix25 100 units/ml vial)"
    heads = [replace(HEAD, heading_path=f"{each} > 4.2 Posology") for each in (plain, mixed)]
    lines = LabelLines((head, "", "Give it before a meal.") for head in (HEAD, *heads))
    assert lines.product_words == {plain: frozenset(), mixed: frozenset({"mix25"})}
    strengths = [replace(HEAD, heading_path=f"(Zentrol {n} mg tablets)") for n in (75, 150)]
    assert not LabelLines((head, "", "Take it daily.") for head in strengths).product_words


def test_a_label_says_once_what_it_writes_for_a_name() -> None:
    texts = (
        "Intolerant of azathioprine (AZA) or 6-mercaptopurine (6-MP).",
        "Cases of hepatosplenic T-cell lymphoma (HSTCL) were seen.",
        "Methotrexate (see section 4.5) is given as well.",
    )
    lines = LabelLines((HEAD, "", text) for text in texts)
    assert lines.short_for(("azathioprine",)) == [("aza",)]
    assert lines.short_for(("6", "mercaptopurine")) == [("6", "mp")]
    assert lines.short_for(("hepatosplenic", "t", "cell", "lymphoma")) == [("hstcl",)]
    assert lines.short_for(("methotrexate",)) == lines.short_for(("methotrex*",)) == []


def test_a_letter_and_its_number_are_found_apart_where_they_are_printed_so() -> None:
    lines = LabelLines((HEAD, "", text) for text in ("Measure vitamin B 12 yearly.", "Of CYP3A4."))
    assert lines.saying(("b12",)) == lines.saying(("vitamin", "b12")) == {0}
    assert lines.as_printed("cyp3a4") == ("cyp3a4",) and not lines.saying(("b6",))


def test_an_enzyme_is_one_word_however_it_is_printed() -> None:
    texts = ("Drugs that inhibit P450 2D6 are contraindicated.", "2 D6 trials", "5 mg of 2 drugs")
    lines = LabelLines((HEAD, "", text) for text in texts)
    assert lines.saying(("inhibit*", "p450", "2d6*")) == {0}
