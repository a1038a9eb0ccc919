"""Each question writes one record, of one printable line, whatever comes of it."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from building import (
    nizatidine,
    publish_at,
)
from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.audit.chain import verify
from monograph_qa.domain.answer import Outcome
from monograph_qa.errors import LibraryError, QuestionError
from monograph_qa.library import Library
from monograph_qa.pipeline.question.wording import MOST_CHARACTERS, one_line
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import Place

QUESTION = "What is the half-life of nizatidine?"


@pytest.fixture
def library(place: Place) -> Iterator[Library]:
    publish_at(place, nizatidine())
    with Library(place) as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "outcome"),
    [
        (QUESTION, "answered"),
        ("What is the molecular weight of Axid?", "not_found"),
        ("What is the half-life of zorblaxin?", "not_found"),
        ("What is the half-life?", "clarify"),
        ("Who won the world cup?", "out_of_scope"),
    ],
)
def test_every_question_writes_one_record_whatever_comes_of_it(
    library: Library, question: str, outcome: str
) -> None:
    answer = library.ask(question)
    ((_, record),) = library.journal.records()
    assert (record.audit_id, record.question) == (answer.audit_id, question)
    assert json.loads(record.answer)["outcome"] == outcome == answer.outcome.value
    assert record.verdict == "released"
    library.ask(question)
    assert verify(library.journal.records(), library.journal.appended()) == (2, [])


def test_a_withheld_answer_writes_one_record_with_its_findings(place: Place) -> None:
    monograph = nizatidine()
    moved = tuple(replace(fact, start=fact.start + 1) for fact in monograph.facts)
    publish_at(place, replace(monograph, facts=moved))
    with Library(place) as opened:
        answer = opened.ask("What is the storage temperature of Axid?")
        ((_, record),) = opened.journal.records()
    assert record.verdict == "withheld" == answer.verdict.status.value
    assert json.loads(record.findings)[0]["check"] == "unsound"


def test_a_library_that_came_without_a_journal_gets_one(folder: LibraryFolder) -> None:
    assert not folder.journal.exists()
    with Library(folder) as opened:
        opened.ask(QUESTION)
    assert folder.journal.exists()


def test_without_a_library_nothing_is_asked_and_nothing_is_made(tmp_path: Path) -> None:
    with Library.open(tmp_path / "nowhere") as opened, pytest.raises(LibraryError, match="ingest"):
        opened.ask(QUESTION)
    assert not (tmp_path / "nowhere").exists()


def test_a_question_with_unprintable_characters_is_asked_and_kept_as_one_line(
    library: Library,
) -> None:
    answer = library.ask("What is\x1b[31m the\r\nhalf-life\x00 of\u202e nizatidine\udcff?")
    *_, (_, record) = library.journal.records()
    assert record.question == answer.question == "What is [31m the half-life of nizatidine ?"
    assert library.ask("half-life\tof\nAxid").outcome is Outcome.ANSWERED


@given(st.text())
def test_whatever_is_asked_is_kept_as_one_printable_line(typed: str) -> None:
    try:
        line = one_line(typed)
    except QuestionError:
        return
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202e\ud800-\udfff]", line)
    assert line == one_line(line) and line.encode()


@pytest.mark.parametrize("question", ["", "  ", "\n\t", "\x00\x1b", "half-life " * MOST_CHARACTERS])
def test_an_empty_or_endless_question_is_refused(library: Library, question: str) -> None:
    with pytest.raises(QuestionError):
        library.ask(question)
