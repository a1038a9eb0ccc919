"""Of a section's sentences, what a range of its own takes in stands first, what rules it out last;
people, route and function must all fit."""

from collections.abc import Sequence

import pytest
from building import Said, a_label, a_monograph, publish_at
from hypothesis import given
from hypothesis import strategies as st
from monograph_qa.pipeline.fitting.asked_measures import told_exactly, told_spans

from monograph_qa.domain.answer import Answer
from monograph_qa.domain.evidence import Evidence, Route, SectionHead
from monograph_qa.domain.label import FactKind, FactSpan, Monograph
from monograph_qa.library import Library
from monograph_qa.pipeline.fitting.suiting import place_in_section, telling_rows_first
from monograph_qa.store.place import Place

DOSE = ("dose",)
CHILD = ("pediatric_dose", "dose")
RENAL = ("renal_dose", "dose")


def asked(place: Place, chapters: dict[str, list[Said]], question: str) -> Answer:
    with Library(publish_at(place, a_monograph(chapters, a_label("Famotidine")))) as library:
        return library.ask(question)


def quotes(answer: Answer) -> list[str]:
    return [quote.text for group in answer.groups for quote in group.quotes]


def rows_of(*texts: str, attributes: Sequence[str] = CHILD) -> list[Said]:
    return [Said(text, tuple(attributes), FactKind.TABLE_ROW) for text in texts]


def evidence(monograph: Monograph) -> list[Evidence]:
    heads = {
        s.section_id: SectionHead(
            s.section_id, s.label_id, s.ordinal, s.heading, s.heading_path, s.section_key,
            s.section_code,
        )
        for s in monograph.sections
    }  # fmt: skip
    facts: Sequence[FactSpan] = monograph.facts
    return [Evidence(Route.SECTION_MATCH, monograph.label, heads[f.section_id], f) for f in facts]


ranges = st.lists(
    st.tuples(st.integers(1, 120), st.integers(1, 60)).map(lambda r: (r[0], r[0] + r[1])),
    min_size=2, max_size=6, unique=True,
)  # fmt: skip
KINDS = {
    "weighing {} kg": "Weight: {} kg to less than {} kg | Dose: {} mg",
    "creatinine clearance {}": "Creatinine clearance (mL/min): {} to less than {} | Dose: {} mg",
}


@pytest.mark.parametrize("told", list(KINDS))
@given(at=st.integers(1, 150), table=ranges)
def test_a_row_that_takes_the_number_in_is_never_behind_one_that_rules_it_out(
    told: str, at: int, table: list[tuple[int, int]]
) -> None:
    said = [KINDS[told].format(low, high, n + 1) for n, (low, high) in enumerate(table)]
    hits = evidence(a_monograph({"dosage_and_administration": rows_of(*said)}, a_label("X")))
    question = told.format(at)
    places = [place_in_section(told_spans(question), told_exactly(question), e) for e in hits]
    by_place = sorted(range(len(hits)), key=lambda n: (places[n], n))
    ordered = telling_rows_first(by_place, hits, places, ())
    fits = [table[n][0] <= at < table[n][1] for n in ordered]
    assert fits == sorted(fits, reverse=True)
    widths = [table[n][1] - table[n][0] for n in ordered if table[n][0] <= at < table[n][1]]
    assert widths == sorted(widths)


AGES = [
    "12 years and older: 50 mg every 6 to 8 hours.",
    "8 to 11 years of age: 25 mg every 6 to 8 hours.",
    "6 to 7 years of age: 20 mg every 6 to 8 hours.",
    "2 to 5 years of age: 15 mg every 6 to 8 hours.",
]


@pytest.mark.parametrize(("told", "first"), [("14", 0), ("9", 1), ("7", 2), ("3", 3)])
def test_hours_between_doses_are_no_ages(place: Place, told: str, first: int) -> None:
    chapters = {"dosage_and_administration": [Said(text, CHILD) for text in AGES]}
    answer = asked(place, chapters, f"famotidine dose for a {told} year old")
    assert quotes(answer)[0] == AGES[first]


def test_an_amount_for_each_kilogram_takes_in_any_weight(place: Place) -> None:
    said = Said("The maximum dose in children is 6 mg/kg or 3 mL per 10 kg.", CHILD)
    other = Said("In adults, the maximum dose is 300 mg.", DOSE)
    chapters = {"dosage_and_administration": [other, said]}
    answer = asked(place, chapters, "famotidine dose for a child of 20 kg")
    assert quotes(answer)[0] == said.text
    assert "No dose that is stated takes in" not in answer.parts[0].note


def test_what_is_said_of_children_alone_is_not_first_for_nobody_s_age(place: Place) -> None:
    child = Said("Not recommended in children with creatinine clearance below 30 mL/min.", RENAL)
    adult = Said("With creatinine clearance below 30 mL/min give 5 mg once daily.", RENAL)
    chapters = {"dosage_and_administration": [child, adult]}
    answer = asked(place, chapters, "famotidine dose with creatinine clearance 20")
    assert quotes(answer) == [adult.text, child.text]


def test_a_number_for_dialysis_stands_behind_what_names_it(place: Place) -> None:
    said = rows_of(
        "Creatinine clearance (mL/min): less than 30 | Dose: 10 mg",
        "Creatinine clearance (mL/min): 30 or more | Dose: 20 mg",
        "Renal function: hemodialysis | Dose: 5 mg",
        attributes=RENAL,
    )
    answer = asked(place, {"dosage_and_administration": said}, "famotidine dose on hemodialysis")
    assert quotes(answer) == [said[2].text, said[0].text, said[1].text]


def test_the_row_that_holds_more_of_the_question_stands_first(place: Place) -> None:
    said = rows_of(
        "Infection: Skin | Severity: Mild | Adult dose: 250 mg",
        "Infection: Ear | Severity: Mild | Adult dose: 250 mg",
        "Infection: Ear | Severity: Severe | Adult dose: 500 mg",
        attributes=DOSE,
    )
    chapters = {"dosage_and_administration": said}
    answer = asked(place, chapters, "famotidine dose severe ear infection adult")
    assert quotes(answer)[0] == said[2].text


def test_the_line_tells_no_measure_that_the_first_sentence_leaves_out(place: Place) -> None:
    by_age = Said("Children 2 to 11 years of age: 5 mg once daily.", CHILD)
    others = Said("Adults: 10 mg once daily.", CHILD)
    chapters = {"dosage_and_administration": [others, by_age]}
    answer = asked(place, chapters, "famotidine dose for a 5 year old of 20 kg")
    assert quotes(answer)[0] == by_age.text
    assert "takes in the age asked for" in answer.parts[0].note


@pytest.mark.parametrize(
    ("first", "then", "row"),
    [
        ("famotidine dose for a 4 year old", "adults?", 0),
        ("famotidine dose for adults", "a 4 year old?", 1),
        ("famotidine dose with eGFR 50", "and 25?", 2),
    ],
)
def test_a_bare_word_or_number_asks_for_the_dose_before(
    place: Place, first: str, then: str, row: int
) -> None:
    said = [
        Said("Adults: 20 mg once daily.", DOSE),
        Said("Children 2 to 11 years of age: 5 mg once daily.", CHILD),
        Said("With eGFR below 30 mL/min: 10 mg once daily.", RENAL),
        Said("With eGFR of 30 mL/min or more: 15 mg once daily.", RENAL),
    ]
    label = a_monograph({"dosage_and_administration": said}, a_label("Famotidine"))
    with Library(publish_at(place, label)) as library:
        before = library.ask(first)
        answer = library.ask(then, previous=before.intent)
    assert quotes(answer)[0] == said[row].text
