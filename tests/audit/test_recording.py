"""A record says all that came of a question, in JSON that never changes its order."""

import json

from building import evidence_of, honest_draft, nizatidine
from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.audit import new_audit_id, record_of
from monograph_qa.audit.recording import canonical
from monograph_qa.domain.answer import Answer, Outcome, Status, Verdict
from monograph_qa.domain.audit import AuditRecord
from monograph_qa.domain.evidence import Route

WITHHELD = Answer(Outcome.WITHHELD, Verdict(Status.WITHHELD), message="withheld")


def a_record() -> AuditRecord:
    monograph = nizatidine()
    return record_of(
        new_audit_id(),
        "What is the half-life of Axid?",
        None,
        [evidence_of(monograph, Route.FACT_SPAN, monograph.facts)],
        honest_draft(monograph),
        WITHHELD,
        library_version="v",
        elapsed_ms=3.14159,
    )


def test_a_record_of_a_withheld_answer_keeps_the_draft_that_was_withheld() -> None:
    draft = json.loads(a_record().draft)
    said = [quote["text"] for group in draft["groups"] for quote in group["quotes"]]
    assert said == [fact.quote for fact in nizatidine().facts]


def test_evidence_is_kept_as_the_ids_of_what_each_route_brought() -> None:
    (route,) = json.loads(a_record().evidence)
    assert route == {
        "route": "fact_span",
        "facts": [fact.fact_id for fact in nizatidine().facts],
        "images": [],
    }


def test_pixels_are_left_to_their_hash() -> None:
    (image,) = json.loads(a_record().draft)["images"]
    assert "png" not in image and image["sha256"]


def test_audit_ids_do_not_repeat() -> None:
    assert len({new_audit_id() for _ in range(1000)}) == 1000


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), st.integers()))
def test_equal_values_have_equal_canonical_json(value: dict[str, int]) -> None:
    backwards = dict(reversed(list(value.items())))
    assert canonical(value) == canonical(backwards)
    assert json.loads(canonical(value)) == value


@given(st.frozensets(st.text(st.characters(exclude_categories=["Cs"]))))
def test_sets_are_recorded_in_order(value: frozenset[str]) -> None:
    assert json.loads(canonical(value)) == sorted(value)
