"""What a question says of its drugs: taken already, or to be given."""

import pytest

from monograph_qa.intent.taking import taking

ALREADY = (
    "on XX, can she have YY",
    "XX patient, wants YY",
    "takes XX 5 mg daily for her heart. Start YY?",
    "uses XX most days, GP wants to put her on YY",
    "on ZZ and XX, wants YY",
    "on ZZ 20 mg, XX and asa, needs YY",
    "switching from XX to YY",
    "YY for who had XX last year",
    "received XX twice, now YY?",
)
NEXT = ("start XX, on YY", "put her on XX", "wants XX for a sprain", "adding XX to YY")


def _start(question: str, name: str) -> int:
    return question.index(name)


def _spans(question: str) -> list[tuple[int, int]]:
    names = ("XX", "YY", "ZZ")
    places = (question.find(name) for name in names)
    return [(at, at + 2) for at in places if at >= 0]


@pytest.mark.parametrize("question", ALREADY)
def test_a_drug_is_taken_already(question: str) -> None:
    said = taking(question, _spans(question))
    assert _start(question, "XX") in said.already
    assert _start(question, "YY") not in said.already


@pytest.mark.parametrize("question", NEXT)
def test_a_drug_is_to_be_given(question: str) -> None:
    said = taking(question, _spans(question))
    assert _start(question, "XX") in said.next - said.already


@pytest.mark.parametrize("question", ["XX with YY", "dose of XX in kidney disease", "XX or YY?"])
def test_nothing_is_said_of_either(question: str) -> None:
    said = taking(question, _spans(question))
    assert not (said.already or said.next)
