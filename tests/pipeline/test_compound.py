"""Questions about several things, several labels, or what changed."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from building import (
    HALF_LIFE,
    RENAL_HALF_LIFE,
    Said,
    a_label,
    a_monograph,
    nizatidine,
    publish_at,
)

from monograph_qa.answer.composing import Arrangement, Material, Writer
from monograph_qa.domain.answer import Answer, Outcome, Status
from monograph_qa.domain.label import FactKind, Monograph
from monograph_qa.library import Library
from monograph_qa.pipeline.answering import answer_question
from monograph_qa.pipeline.writing.models import Models
from monograph_qa.store.place import Place

from .tiers import folded, quotes, shown

CLEARANCE = Said("Total clearance of famotidine is 381 mL/min.", ("clearance",))
OTHER_HALF_LIFE = Said("The half-life of famotidine is 3 hours.", ("half_life",))


@pytest.fixture
def library(place: Place) -> Iterator[Library]:
    other = a_monograph({"pharmacokinetics": [OTHER_HALF_LIFE, CLEARANCE]}, a_label("Famotidine"))
    with Library(publish_at(place, nizatidine(), other)) as opened:
        yield opened


def told(answer: Answer) -> list[tuple[str, list[str]]]:
    """(subject and drug's title, quotes) a part."""
    return [
        (
            f"{part.subject}|{part.title.split()[0]}",
            [q.text for g in answer.groups if g.part == part.n for q in g.quotes],
        )
        for part in answer.parts
    ]


def test_two_subjects_are_answered_together(library: Library) -> None:
    answer = library.ask("What are the clearance and half-life of famotidine?")
    assert told(answer) == [("|Famotidine", [OTHER_HALF_LIFE.text, CLEARANCE.text])]


def test_of_several_facts_none_is_folded_away_below_lines_on_the_first(place: Place) -> None:
    feeding = [
        Said(f"In {species} milk a trace of it was found.", ("lactation",))
        for species in ("human", "cow", "goat", "sheep", "mare", "camel", "yak", "llama", "zebu")
    ]
    apart = Said("Use contraception for six months after the last dose.", ("contraception",))
    texts = {"lactation": feeding, "information_for_patients": [apart]}
    with Library(publish_at(place, a_monograph(texts, a_label("Famotidine")))) as held:
        answer = held.ask("Famotidine: breastfeeding and contraception")
    assert apart.text in shown(answer)


def test_of_two_subjects_the_silent_one_is_said_to_be(library: Library) -> None:
    answer = library.ask("clearance of famotidine and how is it stored?")
    assert answer.outcome is Outcome.ANSWERED
    assert told(answer) == [("|Famotidine", [CLEARANCE.text])]
    assert "Nothing in this label speaks of storage" in answer.message


def test_two_drugs_are_answered_apart(library: Library) -> None:
    answer = library.ask("half-life of Axid vs famotidine")
    assert told(answer) == [
        ("|Nizatidine", [HALF_LIFE.text, RENAL_HALF_LIFE.text]),
        ("|Famotidine", [OTHER_HALF_LIFE.text]),
    ]


def test_a_silent_part_says_so_in_place(library: Library) -> None:
    answer = library.ask("clearance of Axid vs famotidine")
    assert answer.outcome is Outcome.ANSWERED
    silent, spoken = answer.parts
    assert "Not stated in this label (clearance). Searched:" in silent.note
    assert "PHARMACOKINETICS" in silent.note and "Not stated" not in spoken.note
    assert silent.note in answer.message
    assert told(answer)[1] == ("|Famotidine", [CLEARANCE.text])


def test_each_thing_asked_of_a_patient_is_answered_among_the_first_lines(place: Place) -> None:
    apart = Said("No dosage adjustment is needed below 30 mL/min.", ("renal_dose",))
    niacin = Said("A lower dose may be needed with niacin.", ("drug_interaction",))
    partner = Said("Caution is advised with colchicine.", ("drug_interaction",))
    sections = {"dosage_and_administration": [apart], "drug_interactions": [niacin, partner]}
    with Library(publish_at(place, a_monograph(sections, a_label("Famotidine")))) as opened:
        answer = opened.ask(
            "Famotidine pt CrCl 22, gout flare, wants colchicine. "
            "Need a renal dose change? And can they be combined?"
        )
    assert shown(answer)[0] == apart.text and partner.text in shown(answer)[:3]


def test_what_was_before_is_told_and_not_asked(place: Place) -> None:
    milk = Said("Do not breastfeed until 4 weeks after the last dose.", ("lactation",))
    stop = Said("Stop famotidine when the ulcer has healed.", ("discontinuation",))
    chapters = {"lactation": [milk], "dosage_and_administration": [stop]}
    with Library(publish_at(place, a_monograph(chapters, a_label("Famotidine")))) as library:
        answer = library.ask("famotidine stopped last wk, when can she breastfeed again")
    assert len(answer.parts) == 1
    assert shown(answer)[0] == milk.text


def test_one_ingredient_of_a_drug_that_is_named_is_no_second_drug(place: Place) -> None:
    both = a_monograph({"pharmacokinetics": [CLEARANCE]}, a_label("Famotidine and ibuprofen"))
    alone = a_monograph({"pharmacokinetics": [OTHER_HALF_LIFE]}, a_label("Ibuprofen"))
    with Library(publish_at(place, both, alone)) as library:
        asked = library.ask("famotidine and ibuprofen tablets: half-life of the ibuprofen part?")
        compared = library.ask("compare the clearance of famotidine and ibuprofen with ibuprofen")
    assert asked.outcome is Outcome.NOT_FOUND
    assert len(compared.parts) == 2


def test_where_the_label_is_silent_on_all_that_is_asked_each_is_named(library: Library) -> None:
    answer = library.ask("pKa and solubility of famotidine")
    assert answer.outcome is Outcome.NOT_FOUND and not answer.groups
    assert "Not stated in this label (pka, solubility)" in answer.message


def test_drugs_beyond_the_fourth_are_named_and_not_dropped(place: Place) -> None:
    drugs = ("Axidol", "Bexidol", "Cexidol", "Dexidol", "Fexidol")
    said = {each: Said(f"The half-life of {each} is 3 hours.", ("half_life",)) for each in drugs}
    held = [
        a_monograph({"pharmacokinetics": [said[each]]}, a_label(each, text=each)) for each in drugs
    ]
    with Library(publish_at(place, *held)) as library:
        answer = library.ask(f"compare the half-life of {', '.join(drugs[:-1])} and {drugs[-1]}")
    assert len(answer.parts) == 5
    left_out = [part.title for part in answer.parts if "Ask this by itself" in part.note]
    assert len(left_out) == 1 and left_out[0].split()[0] in drugs


def test_the_trace_tells_every_step_part_by_part(library: Library) -> None:
    answer = library.ask("half-life of Axid vs famotidine")
    steps = [(step.name, step.part) for step in answer.trace]
    for wanted in (
        ("classify", 0), ("split", 0), ("plan", 1), ("route fact_span", 1), ("plan", 2),
        ("route fact_span", 2), ("fuse", 0), ("compose", 0), ("judge", 0), ("record", 0),
    ):  # fmt: skip
        assert wanted in steps
    assert all(step.ms >= 0 and step.saw for step in answer.trace)


OLD_BOX = Said("Bleeding can occur.", ("boxed_warning",))
NEW_BOX = Said("Bleeding can occur and be fatal.", ("boxed_warning",))
SAME = Said("Store in a cool place.", ("storage_temperature",), FactKind.DIRECTIVE)


@pytest.fixture
def revised(place: Place) -> Iterator[Library]:
    old = a_monograph({"boxed_warning": [OLD_BOX], "how_supplied": [SAME]}, a_label(text="1"))
    label = replace(a_label(text="2"), doc_key=old.label.doc_key, version=2)
    new = a_monograph({"boxed_warning": [NEW_BOX], "how_supplied": [SAME]}, label)
    with Library(publish_at(place, old, new)) as opened:
        yield opened


def test_what_changed_is_quoted_from_both_versions(revised: Library) -> None:
    answer = revised.ask("What changed in the nizatidine label?")
    assert (answer.outcome, answer.verdict.status) == (Outcome.ANSWERED, Status.RELEASED)
    quoted = [quotes for _, quotes in told(answer) if quotes]
    assert quoted == [[NEW_BOX.text], [OLD_BOX.text]]
    assert [source.version for source in answer.sources] == [2, 1]


@pytest.mark.parametrize(
    "asked",
    [
        "what changed in nizatidine",
        "what has changed for nizatidine?",
        "what did they change in nizatidine",
        "anything new in nizatidine?",
        "what was reworded in the nizatidine label",
        "nizatidine changes to the boxed warning",
        "is nizatidine different from last year?",
        "nizatidine: new vs old label",
    ],
)
def test_what_changed_may_be_asked_in_any_words(revised: Library, asked: str) -> None:
    answer = revised.ask(asked)
    assert [source.version for source in answer.sources] == [2, 1]


def test_whether_a_section_is_new_is_told_from_that_section(revised: Library) -> None:
    answer = revised.ask("Is the boxed warning of nizatidine new?")
    assert told(answer)[0] == ("|Nizatidine", [NEW_BOX.text])
    assert told(answer)[-1] == ("version 1|Nizatidine", [OLD_BOX.text])


def test_an_older_version_is_quoted_for_no_other_question(revised: Library) -> None:
    answer = revised.ask("boxed warning of nizatidine")
    assert [q.text for g in answer.groups for q in g.quotes] == [NEW_BOX.text]


def test_with_one_version_only_it_is_said_that_nothing_can_be_compared(library: Library) -> None:
    answer = library.ask("What changed in the Axid label?")
    assert answer.outcome is Outcome.NOT_FOUND and "Only version 1" in answer.message


class Miser:
    """A writer that leaves out whatever it may."""

    name = "miser"

    def write(self, material: Material) -> Arrangement:
        return ((material.offered[0].n,),)


class Inventor:
    """A writer that names what was never offered."""

    name = "inventor"

    def write(self, material: Material) -> Arrangement:
        return ((999,),)


def asked_with(library: Library, writer: Writer) -> Answer:
    return answer_question(
        "half-life of Axid", library.reader, library.journal, models=Models(arranger=writer)
    )


def test_a_writer_whose_drafts_cannot_stand_is_replaced_by_the_template(library: Library) -> None:
    plain = library.ask("half-life of Axid")
    answer = asked_with(library, Inventor())
    assert answer.outcome is Outcome.ANSWERED and answer.groups == plain.groups
    assert answer.writer == "template (model withheld)"
    record = library.journal.find_record(answer.audit_id)
    assert record is not None
    tried = json.loads(record.draft)["attempts"]
    assert [each["findings"][0]["check"] for each in tried] == ["not_retrieved", "not_retrieved"]


def test_what_a_writer_leaves_out_of_the_answer_is_folded_and_not_lost(library: Library) -> None:
    plain = library.ask("half-life of Axid")
    answer = asked_with(library, Miser())
    assert (answer.outcome, answer.writer) == (Outcome.ANSWERED, "miser")
    assert quotes(answer) == quotes(plain) == [HALF_LIFE.text, RENAL_HALF_LIFE.text]
    assert shown(answer) == [HALF_LIFE.text]
    assert folded(answer) == [RENAL_HALF_LIFE.text]


def test_a_comparison_with_a_drug_that_is_not_here_answers_the_other_and_says_so(
    library: Library,
) -> None:
    answer = library.ask("half-life of Axid vs. warfarin")
    assert answer.outcome is Outcome.ANSWERED
    assert "No label of “warfarin” is in this library." in answer.message
    assert {group.label_id for group in answer.groups} == {nizatidine().label.label_id}


@pytest.mark.parametrize("other", ["famotidine", "warfarin"])
def test_no_label_is_said_not_to_name_what_it_is_compared_with(
    library: Library, other: str
) -> None:
    answer = library.ask(f"half-life of Axid vs. {other}")
    assert answer.outcome is Outcome.ANSWERED
    assert "No sentence of this label" not in answer.message


def test_a_comparison_with_a_name_close_to_a_held_one_asks_which_is_meant(library: Library) -> None:
    answer = library.ask("half-life of Axid vs. famotidin")
    assert answer.outcome is Outcome.CLARIFY and not answer.groups


def test_what_is_to_be_given_comes_before_what_is_taken(place: Place) -> None:
    def monograph(drug: str, other: str) -> Monograph:
        said = Said(f"Watch closely with {other}.", ("drug_interaction",))
        return a_monograph({"drug_interactions": [said]}, a_label(drug))

    both = monograph("Famotidine", "nizatidine"), monograph("Nizatidine", "famotidine")
    with Library(publish_at(place, *both)) as held:
        answer = held.ask("Pt takes famotidine 20 mg. Can she have nizatidine with it?")
        other = held.ask("Pt takes nizatidine 20 mg. Can she have famotidine with it?")
    assert [told(each)[0][0] for each in (answer, other)] == ["|Nizatidine", "|Famotidine"]


def test_of_two_drugs_the_label_that_names_both_answers_first_and_the_other_shortly(
    place: Place,
) -> None:
    naming = [Said("Reduce famotidine by half with nizatidine.", ("drug_interaction",))]
    silent = [
        Said(f"Watch {organ} closely with other antacids.", ("drug_interaction",))
        for organ in ("the liver", "the kidneys", "the heart", "the blood")
    ]
    both = (
        a_monograph({"drug_interactions": naming}, a_label("Famotidine")),
        a_monograph({"drug_interactions": silent}, a_label("Nizatidine")),
    )
    with Library(publish_at(place, *both)) as held:
        answer = held.ask("On famotidine 20 mg, adding nizatidine: is there an interaction?")
    assert next(said for said, _ in told(answer)) == "|Famotidine"
    shown_of = [q for q in quotes(answer) if q.startswith("Watch")]
    assert quotes(answer)[0] == naming[0].text and len(shown_of) <= 2
