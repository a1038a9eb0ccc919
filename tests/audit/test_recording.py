"""A record says all that came of a question, in JSON that never changes its order."""

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from building import evidence_of, honest_draft, nizatidine
from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.audit.chain import seal, verify
from monograph_qa.audit.recording import canonical, compare, mark_replay, new_audit_id, record_of
from monograph_qa.domain.answer import Answer, Outcome, Status, Verdict
from monograph_qa.domain.evidence import Route
from monograph_qa.domain.intent import Intent, QuestionKind
from monograph_qa.domain.journal import AuditRecord, ModelUse
from monograph_qa.store.place import Place, open_journal

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


def test_canonical_json_goes_down_into_values_within_values() -> None:
    said = Answer(Outcome.WITHHELD, Verdict(Status.WITHHELD), message="“½”")
    assert canonical({"b": (said.verdict,), "a": {Outcome.CLARIFY, Outcome.ANSWERED}}) == (
        '{"a":["answered","clarify"],"b":[{"findings":[],"status":"withheld"}]}'
    )
    assert '"message":"“½”"' in canonical(said)


def test_what_json_cannot_say_is_no_part_of_a_record() -> None:
    with pytest.raises(TypeError):
        canonical({"path": Path()})


def a_record_with(**more: Any) -> AuditRecord:
    return record_of(
        "aud_1", "What is the half-life of Axid?", Intent("q", QuestionKind.FACT), [], None,
        WITHHELD, library_version="v", elapsed_ms=3, **more,
    )  # fmt: skip


def test_models_asked_on_the_way_are_named_with_prompts_and_tokens() -> None:
    uses = [
        ModelUse("intent", "small-1", "prompts/intent.j2", "ab" * 32, 120, 9, 40.0),
        ModelUse("intent", "small-1", "prompts/intent.j2", "ab" * 32, failure="timed out"),
        ModelUse("embedding", "near-2"),
    ]
    record = a_record_with(uses=uses)
    assert record.model == "template small-1 near-2"
    assert record.prompt_sha256 == "ab" * 32
    first, failed, _ = json.loads(record.routes)
    assert (first["route"], first["tokens_in"], first["tokens_out"]) == ("model", 120, 9)
    assert (failed["hits"], failed["failure"]) == (0, "timed out")


def test_what_was_asked_for_beside_the_question_is_kept() -> None:
    options = {"label": "lab_1", "all_labels": False}
    assert json.loads(a_record_with(options=options).intent)["options"] == options


def test_a_whole_number_of_milliseconds_is_stored_as_it_was_sealed(place: Place) -> None:
    record = a_record_with()
    with closing(open_journal(place, make=True)) as journal:
        journal.append(lambda previous: seal(record, previous))
        assert verify(journal.records(), journal.appended()) == (1, [])


def test_a_replay_is_marked_in_id_and_intent() -> None:
    marked = mark_replay(a_record_with(), "aud_0")
    assert marked.audit_id == "rpl_1" and json.loads(marked.intent)["replay_of"] == "aud_0"
    assert json.loads(mark_replay(a_record(), "aud_0").intent) == {"replay_of": "aud_0"}


def quoting(*quotes: tuple[str, str]) -> AuditRecord:
    """A record whose draft has these (fact_id, text) on page 1 of a first version."""
    draft = {
        "sources": [{"n": 1, "label_id": "lab_1", "version": 1}],
        "groups": [
            {
                "heading_path": "12 CLINICAL PHARMACOLOGY",
                "quotes": [{"fact_id": f, "text": t, "source": 1, "page": 1} for f, t in quotes],
            }
        ],
    }
    return replace(a_record(), draft=canonical(draft))


QUOTED = st.lists(
    st.tuples(st.sampled_from(["fact_1", "fact_2", "fact_3"]), st.sampled_from(["a", "b", "c"])),
    max_size=5,
    unique_by=lambda quote: quote[0],
)


@given(QUOTED, QUOTED)
def test_every_quote_of_two_records_is_told_once(
    then: list[tuple[str, str]], now: list[tuple[str, str]]
) -> None:
    told = compare(quoting(*then), quoting(*now))
    assert len(then) == len(told.same) + len(told.moved) + len(told.removed)
    assert len(now) == len(told.same) + len(told.moved) + len(told.added)
    assert all(was.text == is_.text for was, is_ in told.moved)
    assert told.is_same == (sorted(then) == sorted(now))


def test_another_outcome_and_other_findings_are_told() -> None:
    released = Answer(Outcome.ANSWERED, Verdict(Status.RELEASED))
    then, now = quoting(("fact_1", "a")), quoting(("fact_1", "a"))
    now = replace(now, verdict="released", answer=canonical(released))
    changed = {change.what: (change.then, change.now) for change in compare(then, now).changes}
    assert changed["outcome"] == ("withheld", "answered")
    assert changed["verdict"] == ("withheld", "released")


def test_columns_that_hold_no_json_any_more_are_compared_as_empty() -> None:
    broken = replace(a_record(), draft="{", answer="", findings="3")
    assert compare(broken, broken).is_same
