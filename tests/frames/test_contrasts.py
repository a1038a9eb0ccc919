"""Which of several that exclude one another a question names, in its parts and as a whole."""

import pytest

from monograph_qa.frames.contrasts import contrasts_asked, contrasts_in, products_asked


def test_what_divides_patients_is_told_to_every_part_in_the_order_of_the_question() -> None:
    question = "34M, type 2 diabetes, on hemodialysis, vial or pen? And when is it given?"
    asked = contrasts_asked("when is it given?", question)
    assert list(asked) == ["sex", "diabetes", "dialysis", "dialysed"]
    assert asked["sex"] == {"male"} and asked["dialysed"] == {"yes"}


def test_what_is_compared_with_is_given_alone_and_not_the_drug_itself() -> None:
    assert "agents" not in contrasts_asked("how many clots vs len/dex alone?", "")
    assert contrasts_asked("how many clots alone?", "")["agents"] == {"alone"}


@pytest.mark.parametrize("told", ["wk 4 CBC", "month 6", "2nd infusion", "8 weeks in"])
def test_who_is_weeks_into_a_treatment_has_begun_it(told: str) -> None:
    assert contrasts_asked("stop?", f"{told}, platelets 44. Stop?")["begun"] == {"ongoing"}
    assert "begun" not in contrasts_asked("stop?", "week 4 of pregnancy, stop?")


def test_what_a_part_names_itself_counts_before_what_the_rest_tells() -> None:
    asked = contrasts_asked("the dose off dialysis, not on dialysis?", "on dialysis, then off it")
    assert asked["dialysed"] == {"no"}


@pytest.mark.parametrize(
    "question",
    ["on dispersible 25 mg, switch to film-coated", "change from ODT to film coated tabs"],
)
def test_what_one_is_changed_to_is_asked_about(question: str) -> None:
    assert contrasts_asked(question, question)["tablets"] == {"film-coated"}
    assert set(products_asked("from dispersible tablets to the syrup, change it to the syrup")) == {
        "product"
    }


@pytest.mark.parametrize(
    ("text", "group", "members"),
    [
        ("adult CP-CML, second episode", "phase", {"chronic"}),
        ("Adults with accelerated and blast phase CML", "phase", {"accelerated", "blast"}),
        ("TMZ + RT for GBM", "agents", {"combined"}),
        ("75 mg with RT", "agents", {"combined"}),
        ("PD pt, Hb 9", "dialysis", {"peritoneal"}),
        ("fridge broke, vial at 22 C for 5 days", "kept", {"warm"}),
        ("kept in the fridge", "kept", {"cold"}),
        ("If removed from the original carton", "carton", {"without"}),
        ("in closed carton", "carton", {"within"}),
        ("3 yo swallowed some of the cream", "exposure", {"swallowed"}),
        ("If it accidentally comes in contact with the eye(s), flush.", "exposure", {"eye"}),
        ("how long at RT vs fridge", "kept", {"cold", "warm"}),
        ("inj #3, ANC 1.2", "turn", {"third", "later"}),
        ("Before the first administration, ANC is", "turn", {"first"}),
        ("max dose in the first 2 wks", "step", {"start"}),
        ("Thereafter, the dosage may be raised.", "step", {"later"}),
        ("HBsAg neg, anti-HBc pos", "hepatitis b", {"past"}),
        ("contraindicated in active HBV infection", "hepatitis b", {"active"}),
    ],
)
def test_short_words_of_wards_name_members_too(text: str, group: str, members: set[str]) -> None:
    assert contrasts_in(text).get(group, frozenset()) == members
