"""Identifiers of people are taken out of questions; nothing clinical ever is."""

import json
import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.audit.redaction import marks_in, redact

CASES = Path(__file__).parent / "cases"
IDENTIFIED: list[dict[str, str]] = yaml.safe_load(
    (CASES / "identified.yaml").read_text(encoding="utf-8")
)
CLEAN = [str(q) for q in yaml.safe_load((CASES / "clean.yaml").read_text(encoding="utf-8"))]
ASKED = (
    Path(__file__).resolve().parents[2].parent / "shared" / "questions" / "medicationqa_dev.jsonl"
)

IDENTIFIERS = (
    ("617-555-0134", "phone"),
    ("(415) 555-2671", "phone"),
    ("jane.doe@example.org", "e-mail"),
    ("219-09-9999", "social security number"),
    ("DOB 03/14/1952", "date of birth"),
    ("MRN 00482913", "record number"),
    ("Mrs. Haversham", "patient name"),
    ("PO Box 123, Boston, MA 02118", "address"),
)


@pytest.mark.parametrize("case", IDENTIFIED, ids=lambda case: case["question"][:40])
def test_an_identifier_is_replaced_by_its_mark(case: dict[str, str]) -> None:
    done = redact(case["question"])
    assert done.question == case["redacted"]
    assert set(done.marks) == set(re.findall(r"\[([^]]+)\]", case["redacted"]))


@pytest.mark.parametrize("case", IDENTIFIED, ids=lambda case: case["question"][:40])
def test_a_second_time_changes_nothing(case: dict[str, str]) -> None:
    once = redact(case["question"])
    assert redact(once.question) == once


@pytest.mark.parametrize("question", CLEAN, ids=lambda question: question[:40])
def test_a_question_that_names_nobody_stays_as_it_is(question: str) -> None:
    done = redact(question)
    assert (done.question, done.reading, done.marks) == (question, question, ())


def test_there_are_enough_cases_of_both() -> None:
    assert len(IDENTIFIED) >= 60 and len(CLEAN) >= 60


@pytest.mark.skipif(not ASKED.is_file(), reason="the shared questions are not here")
def test_questions_of_the_public_are_left_alone() -> None:
    questions = [json.loads(line)["question"] for line in ASKED.read_text().splitlines()]
    assert [q for q in questions if redact(q).question != q] == []


def test_a_known_drug_is_never_taken_for_a_person() -> None:
    question = "Patient Zarvexa has hives, is that a known reaction?"
    assert redact(question).marks == ("patient name",)
    assert redact(question, lambda word: word == "zarvexa").marks == ()


def test_a_company_whose_label_is_here_is_no_person() -> None:
    def is_company(said: str) -> bool:
        return said.casefold() == "morton grove"

    question = "dose of nystatin from Morton Grove"
    assert redact(question, lambda word: word == "nystatin", is_company).question == question
    cued = redact("Mr Morton Grove takes nystatin", lambda word: word == "nystatin", is_company)
    assert cued.marks == ("patient name",)


def test_a_person_may_bear_the_name_of_a_drug() -> None:
    done = redact("Patient Natalia Rodriguez missed a pill", lambda word: word == "natalia")
    assert done.question == "Patient [patient name] missed a pill"
    assert redact("patient on Natalia missed a pill", lambda word: word == "natalia").marks == ()


FOR_WHOM = (
    "tanaka hiroshi", "Priya Ramaswamy", "Mr. Haversham", "my patient Maria Garcia",
    "the patient John Smith", "MRN 00482913", "Mrs. Ng (MRN 00482913)", "my son Sanjay",
)  # fmt: skip
ASKED_FOR = (
    "What is the recommended dose of baclofen{}?",
    "max dose of lisinopril{}",
    "What is the dose of teriflunomide{}, with food?",
    "half-life of Axid{}; is it longer in renal impairment?",
)


@given(st.sampled_from(ASKED_FOR), st.sampled_from(FOR_WHOM))
def test_what_is_asked_for_somebody_reads_as_if_nobody_were_named(asked: str, who: str) -> None:
    done = redact(asked.format(f" for {who}"))
    assert done.marks
    assert done.reading == asked.format("")


def test_the_reading_has_neither_marks_nor_the_words_that_announce_them() -> None:
    done = redact("Mr. Lee, MRN 4482913, DOB 02/01/1950: half-life of Axid?")
    assert done.reading == "Mr.,, : half-life of Axid?"
    assert redact("94-year-old on Axid").reading == "90-year-old on Axid"
    assert redact("617-555-0134").reading == "[phone]"  # nothing else is left to read


def test_brackets_of_the_asker_s_own_are_no_marks() -> None:
    done = redact("Axid [see section 5] and MRN 4482913")
    assert done.question == "Axid [see section 5] and MRN [record number]"
    assert done.marks == ("record number",) == marks_in(done.question)
    assert "[see section 5]" in done.reading


@given(st.sampled_from(IDENTIFIERS), st.sampled_from(CLEAN), st.booleans())
def test_an_identifier_beside_any_clinical_question_is_found(
    identifier: tuple[str, str], question: str, comes_first: bool
) -> None:
    said, mark = identifier
    asked = f"{said}: {question}" if comes_first else f"{question}; {said}"
    done = redact(asked)
    digits = re.sub(r"\D", "", said)
    assert mark in done.marks
    assert said not in done.question
    assert not digits or digits not in re.sub(r"\D", "", done.question)
    assert question in done.question


PIECES = [case["question"] for case in IDENTIFIED] + CLEAN


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=4), st.data())
def test_any_text_can_be_redacted_and_then_stays(pieces: list[str], data: st.DataObject) -> None:
    text = " ".join(pieces)
    at = data.draw(st.integers(0, len(text)))
    once = redact(text[at:])
    assert redact(once.question).question == once.question


def test_a_name_that_shows_only_when_another_is_gone_is_found_at_once() -> None:
    once = redact("Mrs Jones Zarvexa dose drug named Axid")
    assert redact(once.question) == once


@given(st.sampled_from(CLEAN), st.integers(0, 89))
def test_ages_up_to_89_stay(question: str, age: int) -> None:
    assert redact(f"{age}-year-old patient: {question}").question.startswith(f"{age}-year-old")


def test_what_a_question_without_identifiers_costs_is_small() -> None:
    """Neither phone numbers' tables nor ten thousand lines of plain words are read for it."""
    import subprocess
    import sys

    code = (
        "import sys; from monograph_qa.audit.redaction import redact;"
        "redact('What is the half-life of Axid 300 mg?');"
        "print('phonenumbers' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_every_kind_of_cue_is_read_by_somebody() -> None:
    from monograph_qa.vocabulary.rows import read_rows

    kinds = {row["kind"] for row in read_rows("identifier_cues")}
    source = "".join(
        path.read_text(encoding="utf-8")
        for path in (Path(redact.__code__.co_filename).parent).glob("*.py")
    )
    assert [k for k in kinds if not re.search(f"[\"'{{+]{k}[\"'}}+]", source)] == []


def test_a_mark_announces_nothing_of_what_stands_behind_it() -> None:
    redacted = redact("617-555-0134: Exforge HCT 10/160/25")
    assert redacted.question == "[phone]: Exforge HCT 10/160/25"
