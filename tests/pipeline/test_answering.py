"""A question is answered in the label's own words, or refused with a reason; always recorded."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from building import (
    DOSE,
    HALF_LIFE,
    RENAL_HALF_LIFE,
    Said,
    a_label,
    a_monograph,
    nizatidine,
    publish_at,
    published,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from monograph_qa.domain.answer import Answer, Outcome, Status
from monograph_qa.domain.label import FactKind, Monograph
from monograph_qa.errors import NotFound
from monograph_qa.library import Library
from monograph_qa.store.place import Place

QUESTION = "What is the half-life of nizatidine?"


def metformin(form: str, hours: str) -> Monograph:
    said = Said(f"The plasma half-life is approximately {hours} hours.", ("half_life",))
    label = a_label("Metformin hydrochloride", title=f"Metformin hydrochloride {form}")
    return a_monograph({"pharmacokinetics": [said]}, label)


@pytest.fixture
def library(place: Place) -> Iterator[Library]:
    publish_at(
        place,
        nizatidine(),
        metformin("tablets", "6.2"),
        metformin("extended-release tablets", "6.5"),
    )
    with Library(place) as opened:
        yield opened


def quotes(answer: Answer) -> list[str]:
    return [quote.text for group in answer.groups for quote in group.quotes]


def test_an_answer_is_a_table_where_tables_are_read(library: Library) -> None:
    answer = library.ask(QUESTION)
    table = answer.to_arrow()
    assert table.column("quote").to_pylist() == quotes(answer)
    first = table.to_pylist()[0]
    assert (first["title"], first["tier"]) == (answer.sources[0].title, "answer")
    found = set(library.find("half-life").to_arrow().to_pylist()[0])
    assert set(table.column_names) == found | {"tier"}
    assert HALF_LIFE.text in answer._repr_html_() and "<table>" in answer._repr_html_()
    refused = library.ask("half-life of <b>lamotrigine</b>?")
    assert refused.to_arrow().num_rows == 0 and "<table>" not in refused._repr_html_()
    assert "lamotrigine" in refused._repr_html_() and "<b>" not in refused._repr_html_()


def test_a_half_life_is_answered_with_every_sentence_that_states_it(library: Library) -> None:
    answer = library.ask(QUESTION)
    assert (answer.outcome, answer.verdict.status) == (Outcome.ANSWERED, Status.RELEASED)
    assert quotes(answer) == [HALF_LIFE.text, RENAL_HALF_LIFE.text]
    assert [source.page for source in answer.sources] == [1, 2]
    assert {source.title for source in answer.sources} == {"Nizatidine capsules"}


def test_a_brand_name_finds_its_label(library: Library) -> None:
    assert quotes(library.ask("half-life of Axid")) == [HALF_LIFE.text, RENAL_HALF_LIFE.text]


def test_an_unknown_drug_is_not_found_by_name(library: Library) -> None:
    answer = library.ask("What is the half-life of zorblaxin?")
    assert answer.outcome is Outcome.NOT_FOUND
    assert "zorblaxin" in answer.message and not answer.groups


def test_a_slip_of_one_name_is_answered_and_said_to_be_read_so(library: Library) -> None:
    answer = library.ask("What is the half-life of nizatidne?")
    assert quotes(answer) == [HALF_LIFE.text, RENAL_HALF_LIFE.text]
    assert {source.title for source in answer.sources} == {"Nizatidine capsules"}
    how = "“nizatidne” is read as Nizatidine (a slip); no label here bears that name."
    assert answer.message == how


def test_a_slip_that_a_silent_label_is_asked_with_is_said_to_be_read_so(library: Library) -> None:
    answer = library.ask("What is the molecular weight of nizatidne?")
    assert answer.outcome is Outcome.NOT_FOUND and not answer.groups
    assert answer.message.startswith("“nizatidne” is read as Nizatidine (a slip);")


def test_a_misspelt_drug_is_answered_when_its_label_is_chosen(library: Library) -> None:
    label_id = nizatidine().label.label_id
    answer = library.ask("What is the half-life of nizatidne?", label=label_id)
    assert quotes(answer) == [HALF_LIFE.text, RENAL_HALF_LIFE.text]


def test_a_question_without_a_drug_asks_which_and_offers_what_is_here(library: Library) -> None:
    answer = library.ask("What is the half-life?")
    assert answer.outcome is Outcome.CLARIFY and "Which drug" in answer.message
    assert len(answer.candidates) == 3


def test_two_labels_of_one_ingredient_answer_each_under_its_title(library: Library) -> None:
    answer = library.ask("What is the half-life of metformin?")
    assert answer.outcome is Outcome.ANSWERED
    assert {part.title for part in answer.parts} == {
        "Metformin hydrochloride tablets", "Metformin hydrochloride extended-release tablets"
    }  # fmt: skip
    chosen = library.ask("What is the half-life of metformin?", label=answer.parts[0].label_id)
    assert {group.label_id for group in chosen.groups} == {answer.parts[0].label_id}


def test_words_of_the_question_choose_between_titles(library: Library) -> None:
    answer = library.ask("What is the half-life of metformin extended-release?")
    assert quotes(answer) == ["The plasma half-life is approximately 6.5 hours."]


def test_all_labels_are_answered_apart(library: Library) -> None:
    answer = library.ask("What is the half-life of metformin?", all_labels=True)
    assert answer.outcome is Outcome.ANSWERED
    assert len(answer.groups) == 2 and len({group.label_id for group in answer.groups}) == 2
    assert sorted(quotes(answer)) == [
        "The plasma half-life is approximately 6.2 hours.",
        "The plasma half-life is approximately 6.5 hours.",
    ]


def test_a_label_of_another_drug_than_the_question_s_is_not_answered_from(
    library: Library,
) -> None:
    answer = library.ask(QUESTION, label="Metformin hydrochloride tablets")
    assert answer.outcome is Outcome.CLARIFY and not answer.groups
    assert "nizatidine" in answer.message and "Metformin" in answer.message


@pytest.mark.parametrize("name", ["no such label", "metformin", "lab_0"])
def test_a_label_that_fits_none_or_several_is_an_error(library: Library, name: str) -> None:
    with pytest.raises(NotFound, match=name):
        library.ask("What is the half-life?", label=name)


def test_a_replaced_version_is_not_answered_from(place: Place) -> None:
    old = nizatidine()
    label = replace(a_label(text="changed"), doc_key=old.label.doc_key, version=2)
    publish_at(place, old, a_monograph({"pharmacokinetics": [DOSE]}, label))
    with Library(place) as opened, pytest.raises(NotFound, match=label.label_id):
        opened.ask(QUESTION, label=old.label.label_id)


def test_a_silent_label_says_what_was_searched(library: Library) -> None:
    answer = library.ask("What is the molecular weight of Axid?")
    assert answer.outcome is Outcome.NOT_FOUND and not answer.groups
    assert "molecular weight" in answer.message
    for heading in ("DOSAGE AND ADMINISTRATION", "PHARMACOKINETICS", "STORAGE AND HANDLING"):
        assert heading in answer.message


def test_a_question_that_no_label_answers_is_out_of_scope(library: Library) -> None:
    assert library.ask("Who won the world cup?").outcome is Outcome.OUT_OF_SCOPE


def test_a_picture_is_answered_with_the_stored_picture(library: Library) -> None:
    answer = library.ask("Show the chemical structure of nizatidine")
    assert answer.images == nizatidine().images
    path = library.picture_path(answer.images[0])
    assert path.read_bytes() == answer.images[0].png and path.is_absolute()


def test_an_unsound_store_is_withheld_and_its_words_stay_in(place: Place) -> None:
    monograph = nizatidine()
    at = next(i for i, fact in enumerate(monograph.facts) if fact.quote == HALF_LIFE.text)
    wrong = replace(monograph.facts[at], quote=HALF_LIFE.text.replace("1 to 2", "1 to 9"))
    facts = (*monograph.facts[:at], wrong, *monograph.facts[at + 1 :])
    publish_at(place, replace(monograph, facts=facts))
    with Library(place) as opened:
        answer = opened.ask(QUESTION)
        assert (answer.outcome, answer.verdict.status) == (Outcome.WITHHELD, Status.WITHHELD)
        assert [finding.check for finding in answer.verdict.findings] == ["unsound"]
        assert not answer.groups and "1 to 9" not in repr(answer)
        record = opened.journal.find_record(answer.audit_id)
        assert record is not None and "1 to 9" in record.draft


_NOUNS = {"half_life": "half-life", "max_dose": "maximum dose", "storage_temperature": "storage"}
_KEYS = ("pharmacokinetics", "dosage_and_administration", "adverse_reactions", "description")
_FACTS = st.tuples(
    st.sampled_from(FactKind),
    st.lists(st.sampled_from([*_NOUNS, "dose", "tmax"]), unique=True, max_size=3),
    st.sampled_from([1, 2, 7, None]),
)


@settings(max_examples=25)
@given(
    chapters=st.dictionaries(
        st.sampled_from(_KEYS), st.lists(_FACTS, min_size=1, max_size=5), min_size=1
    ),
    attribute=st.sampled_from(sorted(_NOUNS)),
)
def test_every_fact_that_bears_the_asked_attribute_is_in_the_answer(
    tmp_path_factory: pytest.TempPathFactory,
    chapters: dict[str, list[tuple[FactKind, list[str], int | None]]],
    attribute: str,
) -> None:
    """The FactSpan invariant, over any small library."""
    said = {
        key: [
            Said(f"Sentence {at} of {key} states it.", tuple(attributes), kind, page)
            for at, (kind, attributes, page) in enumerate(facts)
        ]
        for key, facts in chapters.items()
    }
    monograph = a_monograph(said)
    folder = published(tmp_path_factory.mktemp("library"), monograph)
    with Library.open(folder.root) as opened:
        answer = opened.ask(f"What is the {_NOUNS[attribute]} of nizatidine?")
    assert answer.intent is not None and attribute in answer.intent.attributes
    held = (FactKind.FACT, FactKind.CONDITIONAL)
    due = {f.fact_id for f in monograph.facts if f.kind in held and attribute in f.attributes}
    given_ids = {quote.fact_id for group in answer.groups for quote in group.quotes}
    assert answer.outcome in (Outcome.ANSWERED, Outcome.NOT_FOUND)
    assert due <= given_ids
    stored = {fact.fact_id: fact.quote for fact in monograph.facts}
    for group in answer.groups:
        for quote in group.quotes:
            assert quote.text == stored[quote.fact_id]


def test_a_sentence_changed_together_with_its_section_is_withheld(place: Place) -> None:
    monograph = nizatidine()
    false = HALF_LIFE.text.replace("1 to 2", "1 to 9")
    sections = tuple(
        replace(each, text=each.text.replace(HALF_LIFE.text, false)) for each in monograph.sections
    )
    facts = tuple(
        replace(each, quote=each.quote.replace(HALF_LIFE.text, false)) for each in monograph.facts
    )
    publish_at(place, replace(monograph, sections=sections, facts=facts))
    with Library(place) as opened:
        answer = opened.ask(QUESTION)
    assert answer.outcome is Outcome.WITHHELD and "1 to 9" not in repr(answer)
    assert {finding.check for finding in answer.verdict.findings} == {"unsound"}


def test_a_name_beside_a_question_changes_no_line_of_its_answer(library: Library) -> None:
    asked = "What is the recommended dose of nizatidine"
    named = library.ask(f"{asked} for tanaka hiroshi?")
    assert "tanaka" not in named.question
    assert named.groups == library.ask(f"{asked}?").groups
