"""A library with a log of questions, for the commands that read it."""

import json
from contextlib import closing

import pytest
from building import address
from conftest import Run

from monograph_qa.audit.chain import seal
from monograph_qa.audit.recording import record_of
from monograph_qa.domain.answer import Answer, Finding, Outcome, Status, Verdict
from monograph_qa.library import Library
from monograph_qa.store.place import Place, open_journal

QUESTION = "What is the half-life of Axid?"
EVIL = "<script>alert('Axid')</script> & \"half-life\""


@pytest.fixture
def asked(axid: Place) -> Place:
    """A library that three questions were asked, and a log with one withheld answer besides."""
    with Library(axid) as library:
        for question in (QUESTION, "Who won the world cup?", "=HYPERLINK(A1) of zorblaxin?"):
            library.ask(question)
    finding = Finding("verbatim", "fact_1", f"differs from the label: {EVIL}")
    answer = Answer(Outcome.WITHHELD, Verdict(Status.WITHHELD, (finding,)), message="withheld")
    record = record_of(
        "aud_withheld", EVIL, None, [], None, answer, library_version="v", elapsed_ms=3
    )
    with closing(open_journal(axid)) as journal:
        journal.append(lambda previous: seal(record, previous))
    return axid


def ids(run: Run, place: Place, *options: str) -> list[str]:
    done = run("audit", "list", "--json", *options, library=address(place))
    assert done.returncode == 0, done.stderr
    return [record["question"] for record in json.loads(done.stdout)]


def first_id(run: Run, place: Place) -> str:
    done = run("audit", "list", "--json", "--drug", "axid", library=address(place))
    return str(json.loads(done.stdout)[-1]["audit_id"])
