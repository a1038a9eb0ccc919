"""A conversation carries what was said, chooses by number, and never mixes up drugs."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from building import DOSE, HALF_LIFE, Said, a_label, a_monograph, nizatidine, published

from monograph_qa.audit.chain import verify
from monograph_qa.domain.answer import Answer, Outcome
from monograph_qa.domain.label import FactKind, Monograph
from monograph_qa.errors import NotFound, QuestionError
from monograph_qa.library import Library
from monograph_qa.pipeline.conversation import Conversation
from monograph_qa.pipeline.question.choosing import get_label

CHILD_DOSE = Said(
    "Children from 12 years take 150 mg twice a day.",
    ("dose", "pediatric_dose", "pediatric_use"),
    FactKind.CONDITIONAL,
)
IN_CHILDREN = [CHILD_DOSE.text, DOSE.text]  # what is theirs is read first


def famotidine(form: str, hours: str) -> Monograph:
    said = Said(f"The elimination half-life of famotidine is {hours} hours.", ("half_life",))
    label = a_label("Famotidine", title=f"Famotidine {form}")
    dose = Said(f"Take {hours} mg of the {form}.", ("dose",), FactKind.DIRECTIVE)
    return a_monograph({"dosage_and_administration": [dose], "pharmacokinetics": [said]}, label)


def axid() -> Monograph:
    return a_monograph(
        {
            "dosage_and_administration": [DOSE, CHILD_DOSE],
            "pharmacokinetics": [HALF_LIFE],
        },
        brands=["Axid"],
    )


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    folder = published(
        tmp_path / "library",
        axid(),
        famotidine("tablets", "2.5"),
        famotidine("oral suspension", "3.5"),
    )
    with Library.open(folder.root) as opened:
        yield opened


@pytest.fixture
def talk(library: Library) -> Conversation:
    return Conversation(library.ask, lambda named: get_label(library.reader, named))


def quotes(answer: Answer) -> list[str]:
    return [quote.text for group in answer.groups for quote in group.quotes]


def carried(answer: Answer) -> list[list[str]]:
    took = answer.intent.carried if answer.intent else None
    return [list(took.drugs), list(took.topics)] if took else []


def test_a_follow_up_keeps_drug_and_subject(talk: Conversation) -> None:
    talk.say("What is the dose of Axid?")
    answer = talk.say("and in children?")
    assert quotes(answer) == IN_CHILDREN
    assert carried(answer) == [["Axid"], ["dosing"]]


def test_a_new_subject_keeps_the_drug_alone(talk: Conversation) -> None:
    talk.say("What is the dose of Axid?")
    answer = talk.say("and the half-life?")
    assert quotes(answer) == [HALF_LIFE.text]
    assert carried(answer) == [["Axid"], []]


def test_a_new_drug_keeps_the_subject_and_its_label_is_chosen_in_words(talk: Conversation) -> None:
    talk.say("What is the half-life of Axid?")
    both = talk.say("and for famotidine?")
    assert both.outcome is Outcome.ANSWERED
    assert len({group.label_id for group in both.groups}) == 2
    assert quotes(talk.say("the suspension")) == [
        "The elimination half-life of famotidine is 3.5 hours."
    ]


def test_what_was_chosen_stays_chosen(talk: Conversation) -> None:
    talk.say("half-life of famotidine")
    talk.say("the oral suspension")
    assert quotes(talk.say("and the dose?")) == ["Take 3.5 mg of the oral suspension."]


def test_another_label_is_chosen_from_the_same_answer(talk: Conversation) -> None:
    talk.say("half-life of famotidine")
    talk.say("the oral suspension")
    assert quotes(talk.say("no, the tablets")) == [
        "The elimination half-life of famotidine is 2.5 hours."
    ]


def test_words_that_ask_nothing_leave_the_choice_open(talk: Conversation) -> None:
    talk.say("half-life of famotidine")
    assert talk.say("what is the weather like").outcome is Outcome.OUT_OF_SCOPE
    assert quotes(talk.say("the tablets")) == [
        "The elimination half-life of famotidine is 2.5 hours."
    ]


def test_a_number_that_was_not_offered_is_refused(talk: Conversation) -> None:
    assert len(talk.say("half-life").candidates) == 3
    for number in ("0", "4", "99"):
        with pytest.raises(QuestionError, match="from 1 to 3"):
            talk.say(number)
    assert len(talk.turns) == 1


def test_a_misspelt_name_is_answered_with_how_it_was_read_and_then_carried(
    talk: Conversation,
) -> None:
    asked = talk.say("half-life of nizatidne")
    assert asked.message.startswith("“nizatidne” is read as Nizatidine (a slip)")
    assert quotes(asked) == [HALF_LIFE.text] and not asked.candidates
    assert quotes(talk.say("dose in children?")) == IN_CHILDREN


def test_after_a_misspelt_name_was_read_there_is_nothing_to_choose(talk: Conversation) -> None:
    talk.say("half-life of nizatidne")
    assert talk.say("1").outcome is Outcome.OUT_OF_SCOPE


def test_a_misspelt_name_that_several_labels_bear_is_read_and_answered_from_each(
    talk: Conversation,
) -> None:
    answer = talk.say("half-life of famotidin")
    assert answer.outcome is Outcome.ANSWERED
    assert "is read as Famotidine (a slip)" in answer.message
    assert len({group.label_id for group in answer.groups}) == 2


@pytest.mark.parametrize(
    "stranger", ["and for zorblaxin?", "what about Zantac?", "and abc?", "zorblaxin?"]
)
def test_after_an_unknown_drug_nothing_is_said_of_the_one_before(
    talk: Conversation, stranger: str
) -> None:
    talk.say("What is the half-life of Axid?")
    for line in (stranger, "and its half-life?", "and the dose?", "in children?", "storage"):
        answer = talk.say(line)
        assert answer.outcome is not Outcome.ANSWERED and not answer.groups


def test_what_no_label_answers_does_not_break_the_thread(talk: Conversation) -> None:
    talk.say("What is the dose of Axid?")
    assert talk.say("thanks").outcome is Outcome.OUT_OF_SCOPE
    assert quotes(talk.say("and in children?")) == IN_CHILDREN


def test_a_kept_label_is_asked_until_it_is_dropped(talk: Conversation) -> None:
    label = talk.keep_label("oral suspension")
    assert talk.label == label and label.title == "Famotidine oral suspension"
    assert quotes(talk.say("half-life?")) == [
        "The elimination half-life of famotidine is 3.5 hours."
    ]
    other = talk.say("and for Axid?")
    assert other.outcome is Outcome.CLARIFY and not other.groups
    talk.drop_label()
    assert talk.label is None
    assert quotes(talk.say("half-life of Axid")) == [HALF_LIFE.text]


def test_a_kept_label_is_not_asked_about_another_drug(talk: Conversation) -> None:
    talk.keep_label("oral suspension")
    for line in ("half-life of zorblaxin", "half-life of abc", "and for Zantac?"):
        assert talk.say(line).outcome is not Outcome.ANSWERED


def test_keeping_a_label_takes_the_subject_with_it(talk: Conversation) -> None:
    talk.say("What is the dose of Axid?")
    talk.keep_label("tablets")
    answer = talk.say("and for adults?")
    assert quotes(answer) == ["Take 2.5 mg of the tablets."]
    assert carried(answer) == [["Famotidine"], ["dosing"]]


def test_a_label_that_is_not_held_is_not_kept(talk: Conversation) -> None:
    with pytest.raises(NotFound):
        talk.keep_label("nonsense")
    assert talk.label is None


def test_once_forgotten_nothing_is_carried(talk: Conversation) -> None:
    talk.say("half-life of famotidine")
    assert talk.renew(lambda label_id: False)
    assert not talk.say("1").groups, "what was offered before is no choice any more"
    assert talk.say("and the dose?").outcome is Outcome.CLARIFY


def test_the_memory_holds_questions_and_ids_and_no_text_of_a_label(talk: Conversation) -> None:
    answer = talk.say("What is the dose of Axid?")
    (turn,) = talk.turns
    assert turn.fact_ids == tuple(q.fact_id for g in answer.groups for q in g.quotes)
    assert (turn.question, turn.audit_id) == ("What is the dose of Axid?", answer.audit_id)
    held = repr(vars(talk))
    assert quotes(answer) and not any(text in held for text in quotes(answer))


def test_each_turn_is_recorded_with_what_it_carried(talk: Conversation, library: Library) -> None:
    talk.say("What is the dose of Axid?")
    answer = talk.say("and in children?")
    record = library.journal.find_record(answer.audit_id)
    assert record is not None and record.question == "and in children?"
    read = json.loads(record.intent)
    assert read["carried"] == {
        "question": "What is the dose of Axid?",
        "drugs": ["Axid"],
        "topics": ["dosing"],
    }
    assert [drug["asked"] for drug in read["drugs"]] == ["Axid"]
    count, breaks = verify(library.journal.records(), library.journal.appended())
    assert (count, breaks) == (2, [])


def test_a_question_that_fails_leaves_the_conversation_as_it_was(talk: Conversation) -> None:
    talk.say("What is the dose of Axid?")
    with pytest.raises(QuestionError):
        talk.say("x" * 5000)
    assert quotes(talk.say("and in children?")) == IN_CHILDREN


def test_a_conversation_about_one_label_needs_no_name(tmp_path: Path) -> None:
    folder = published(tmp_path / "one", nizatidine())
    with Library.open(folder.root) as opened:
        talk = Conversation(opened.ask, lambda named: get_label(opened.reader, named))
        asked = talk.say("What is the half-life?")
        assert asked.outcome is Outcome.CLARIFY
        assert HALF_LIFE.text in quotes(talk.say("1"))
        assert DOSE.text in quotes(talk.say("and the dose?"))
