"""An anchor kept elsewhere gives away what the chain itself cannot: a cut end, a log made anew."""

import json
from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.logs import a_log, a_record, chained, count_made, tamper
from monograph_qa.audit.chain import (
    Anchor,
    anchor_text,
    check_signatures,
    make_anchor,
    read_anchors,
    seal,
    verify,
)
from monograph_qa.errors import AuditError
from monograph_qa.store.place import Place, open_journal

KEY = b"a key of sixteen bytes or more"


def test_an_anchor_of_an_untouched_log_holds() -> None:
    records = chained(4)
    anchors = [make_anchor(at, record.hash) for at, record in records]
    assert verify(records, 4, anchors) == (4, [])
    assert verify([], 0, [make_anchor(0, "")]) == (0, [])


def test_a_log_written_anew_as_a_whole_is_found() -> None:
    kept = make_anchor(3, chained(3)[-1][1].hash)
    previous, forged = "", []
    for number in range(1, 5):
        record = seal(a_record(number, "What did somebody else ask?"), previous)
        forged.append((number, record))
        previous = record.hash
    assert verify(forged, 4) == (4, [])  # by itself it is without a flaw
    _, breaks = verify(forged, 4, [kept])
    assert [each.sequence for each in breaks] == [3] and kept.at in breaks[0].problem


def test_a_cut_end_is_found_though_the_count_was_cut_too(place: Place) -> None:
    log = a_log(place)
    with closing(open_journal(log)) as journal:
        kept = make_anchor(*journal.head())
    tamper(log, "DELETE FROM audit_record WHERE sequence > 2", count_made(log, 2))
    with closing(open_journal(log)) as journal:
        assert verify(journal.records(), journal.appended())[1] == []
        _, breaks = verify(journal.records(), journal.appended(), [kept])
    assert [each.sequence for each in breaks] == [4] and "missing" in breaks[0].problem


@given(st.integers(1, 6), st.text("0123456789abcdef", min_size=64, max_size=64))
def test_an_anchor_reads_back_as_written(sequence: int, digest: str) -> None:
    anchor = make_anchor(sequence, digest, KEY)
    assert read_anchors(anchor_text(anchor), "here") == [anchor]
    assert read_anchors(json.dumps([json.loads(anchor_text(anchor))] * 2), "here") == [anchor] * 2
    assert read_anchors(f"{anchor_text(anchor)}\n{anchor_text(anchor)}\n", "here") == [anchor] * 2
    check_signatures([anchor], KEY, "here")


@given(st.data())
def test_a_changed_anchor_bears_no_good_signature(data: st.DataObject) -> None:
    anchor = make_anchor(7, "ab" * 32, KEY)
    changed = data.draw(
        st.sampled_from(
            [
                replace(anchor, sequence=8),
                replace(anchor, hash="cd" * 32),
                replace(anchor, at="2026-01-01T00:00:00.000+00:00"),
                replace(anchor, hmac="0" * 64),
                replace(anchor, hmac=""),
                make_anchor(7, "ab" * 32, b"another key of enough bytes"),
            ]
        )
    )
    with pytest.raises(AuditError, match="sign"):
        check_signatures([changed], KEY, "here")


@pytest.mark.parametrize(
    "text",
    [
        "", "{}", "[]", "null", "3", "not json", '{"sequence": "1", "hash": "a", "at": "b"}',
        '{"sequence": -1, "hash": "a", "at": "b"}', '{"sequence": true, "hash": "a", "at": "b"}',
        '{"sequence": 1, "hash": "", "at": "b"}', '{"sequence": 1, "hash": "a"}',
        '{"sequence": 1, "hash": ["a"], "at": "b"}', "[[1]]",
    ],
)  # fmt: skip
def test_what_is_no_anchor_is_told_with_its_file(text: str) -> None:
    with pytest.raises(AuditError, match=r"receipt\.json"):
        read_anchors(text, "receipt.json")


def test_an_unsigned_anchor_has_no_signature() -> None:
    assert make_anchor(1, "a").hmac == "" and isinstance(make_anchor(1, "a"), Anchor)
