"""A list item carries what it stands under: its lead-in and the items above it."""

from collections.abc import Sequence

import pytest

from monograph_qa.domain.label import FactKind, FactSpan
from monograph_qa.domain.sectioned import PieceKind
from monograph_qa.facts.extraction import extract_facts

from .section_text import Line, item, row, section, text


def _facts(lines: Sequence[Line]) -> tuple[FactSpan, ...]:
    return extract_facts([section(lines)])


def _contexts(*lines: Line) -> dict[str, str | None]:
    return {fact.quote: fact.context for fact in _facts(lines)}


@pytest.mark.parametrize(
    "lead_in",
    [
        "Do not take losigrel if you:",
        "Do not take losigrel if you",
        "Side effects include the following",
        "Watch for any of the following.",
        "The dose is lowered in these cases [see Warnings (5.1)]:",
        "Who should not take losigrel?",
    ],
)
def test_a_lead_in_is_known_with_or_without_its_colon(lead_in: str) -> None:
    found = _contexts(text(lead_in), item("have asthma"), item("have gout"))
    assert found == {lead_in: None, "have asthma": lead_in, "have gout": lead_in}


def test_only_the_last_sentence_of_a_paragraph_leads_in() -> None:
    found = _contexts(text("Losigrel is strong. Do not take it if you:"), item("have asthma"))
    assert found["have asthma"] == "Do not take it if you:"


def test_a_long_lead_in_is_kept_whole() -> None:
    lead_in = f"Unless {'the benefit is greater than the risk, ' * 30}do not use losigrel in:"
    assert _contexts(text(lead_in), item("gout"))["gout"] == lead_in


def test_a_paragraph_set_as_the_end_of_an_item_leads_in_to_what_follows() -> None:
    swallowed = "Tell your doctor of others. These medicines may weaken it:"
    found = _contexts(text("Do not take it with:"), item("pimozide"), item(swallowed), item("iron"))
    assert found["pimozide"] == "Do not take it with:"
    assert found["iron"] == "These medicines may weaken it:"


def test_paragraphs_that_are_printed_nowhere_are_no_halves_of_a_sentence() -> None:
    drugs = ("over 40 mg of simvastatin a day", "rifampicin (an antibiotic)", "digoxin tablets")
    unprinted = [text(drug, page=None) for drug in drugs]
    lead_in = text("Tell your doctor if you are taking:", page=None)
    assert [fact.quote for fact in _facts([lead_in, *unprinted])][1:] == list(drugs)


def test_a_paragraph_that_hangs_goes_on_in_the_next() -> None:
    halves = ("The usual dose is taken with the", "first meal of the day.")
    (fact,) = _facts([text(half, page=None) for half in halves])
    assert fact.quote == "\n".join(halves)


def test_a_finished_sentence_is_no_lead_in() -> None:
    assert (
        _contexts(text("Losigrel is a tablet."), item("Take it daily."))["Take it daily."] is None
    )


def test_a_lead_in_ends_with_the_next_paragraph() -> None:
    found = _contexts(
        text("Do not use it if you:"),
        item("have asthma"),
        text("Store it in a dry place."),
        item("Keep the bottle closed."),
    )
    assert found["Keep the bottle closed."] is None


def test_a_table_between_does_not_part_lead_in_and_list() -> None:
    found = _contexts(text("Lower the dose in:"), row("5 mg | 10 mg"), item("gout"))
    assert found["gout"] == "Lower the dose in:"


def test_a_page_break_does_not_part_lead_in_and_list() -> None:
    found = _contexts(text("Lower the dose in:"), item("gout", page=2, left=91.0))
    assert found["gout"] == "Lower the dose in:"


def test_a_list_goes_on_after_a_paragraph_set_in_like_its_items() -> None:
    found = _contexts(
        text("Losigrel is used to:"),
        item("prevent stroke."),
        text("Stroke is a clot in the brain.", left=104.0),
        item("treat gout."),
    )
    assert found["treat gout."] == "Losigrel is used to:"
    assert found["Stroke is a clot in the brain."] is None


def test_nested_items_carry_the_items_above_them() -> None:
    found = _contexts(
        text("Lower the dose in:"),
        item("weak kidneys", level=1),
        item("CrCl 30 to 60: 10 mg", level=2),
        item("CrCl below 30: 5 mg", level=2),
        item("weak liver", level=1),
        item("Class C: do not use", level=2),
    )
    assert found["CrCl below 30: 5 mg"] == "Lower the dose in: weak kidneys"
    assert found["weak liver"] == "Lower the dose in:"
    assert found["Class C: do not use"] == "Lower the dose in: weak liver"


def test_items_set_deeper_stand_under_one_that_ends_with_a_colon() -> None:
    found = _contexts(
        item("Stop at once if you have:", left=72.0),
        item("a rash", left=90.0),
        item("a fever", left=90.0, page=2),
        item("Tell your doctor.", left=72.0, page=2),
    )
    assert found["a rash"] == found["a fever"] == "Stop at once if you have:"
    assert found["Tell your doctor."] is None


def test_bullets_stand_under_the_number_that_announces_them() -> None:
    found = _contexts(
        item("1. Do not use it if:", left=72.0),
        item("it is cloudy", left=72.0),
        item("2. Wash your hands.", left=72.0),
    )
    assert found["it is cloudy"] == "1. Do not use it if:"
    assert found["2. Wash your hands."] is None


def test_another_column_is_no_deeper_level() -> None:
    found = _contexts(
        text("Side effects:"), item("a rash such as:", left=72.0), item("fever", left=330.0)
    )
    assert found["fever"] == "Side effects:"


def test_a_sentence_carries_the_fragment_that_opens_its_item() -> None:
    found = _contexts(text("Doses:"), item("Severe renal disease. Reduce the dose to 5 mg."))
    assert found["Reduce the dose to 5 mg."] == "Doses: Severe renal disease."
    assert found["Severe renal disease."] == "Doses:"


def test_a_lead_in_is_other_only_where_items_carry_it() -> None:
    used = _facts([text("Do not take losigrel if you:"), item("have asthma")])
    assert [fact.kind for fact in used] == [FactKind.OTHER, FactKind.FACT]
    unused = _facts([text("Do not take losigrel if you have:"), row("asthma | gout")])
    assert unused[0].kind is FactKind.CONDITIONAL


def test_a_row_keeps_the_context_that_its_table_gave_it() -> None:
    assert _contexts(row("Rash | 3%", "Table 1"))["Rash | 3%"] == "Table 1"


def test_the_lead_in_counts_for_what_an_item_speaks_about() -> None:
    facts = _facts([text("Maximum daily dose:"), item("adults: 40 mg")])
    assert "max_dose" in facts[-1].attributes


def test_entries_of_a_list_without_marks_are_facts_and_headings_are_not() -> None:
    facts = _facts([text("Tablet core"), text("Lactose"), text("Talc")])
    assert [fact.kind for fact in facts] == [FactKind.FACT] * 3
    facts = _facts([text("Renal Impairment"), text("Halve the dose.")])
    assert facts[0].kind is FactKind.OTHER
    assert facts[0].boxes[0].page == 1


def test_a_caption_between_changes_nothing() -> None:
    caption = Line("Table 1. Doses", PieceKind.CAPTION)
    assert _contexts(text("Lower it in:"), caption, item("gout"))["gout"] == "Lower it in:"
