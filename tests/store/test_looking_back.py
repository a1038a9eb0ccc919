"""A long log is looked back through a piece at a time, and each look says how far it went."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from audit.logs import a_record, add, tamper

from monograph_qa.store.audit_search import LookedBack, Wanted, look_back, period
from monograph_qa.store.journal import Journal
from monograph_qa.store.place import Place, open_journal

BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
COUNT, RARE = 200, 20
WITHHELD = Wanted(outcome="withheld")


@pytest.fixture
def log(place: Place) -> Iterator[Journal]:
    """A record an hour; the twentieth alone was withheld, and asked by a ward."""
    with closing(open_journal(place, make=True)) as journal:
        for number in range(1, COUNT + 1):
            at = (BEGUN + timedelta(hours=number)).isoformat(timespec="milliseconds")
            record = replace(a_record(number), at=at)
            if number == RARE:
                record = replace(
                    record,
                    answer='{"outcome":"withheld"}',
                    intent='{"options":{"caller":"ward 3"}}',
                )
            add(journal, record)
        yield journal


def places(looked: LookedBack) -> list[int]:
    return [place for place, _ in looked.records]


def test_one_look_ends_when_its_time_is_over_and_says_where(log: Journal) -> None:
    looked = look_back(log, WITHHELD, most=10, seconds=0)
    assert looked.records == () and looked.reached is not None and looked.reached > COUNT / 2
    assert looked.at == log.record_at(looked.reached).at  # type: ignore[union-attr]


def test_looks_that_go_on_find_all_that_one_long_look_finds(log: Journal) -> None:
    found, before = [], None
    while looked := look_back(log, Wanted(), most=30, before=before, seconds=0):
        found += places(looked)
        if (before := looked.reached) is None:
            break
    assert found == list(range(COUNT, 0, -1))
    looked = look_back(log, WITHHELD, most=10, seconds=60)
    assert places(looked) == [RARE] and (looked.reached, looked.at) == (None, "")


def test_a_period_is_found_without_a_look_at_what_is_newer(log: Journal) -> None:
    (day, end) = period("2026-01-02", "2026-01-02")
    looked = look_back(log, Wanted(day, end), most=100, seconds=0)
    assert places(looked) == list(range(47, 23, -1)) and looked.reached is None
    assert look_back(log, Wanted(since="2030-01-01T00:00:00"), most=9, seconds=0).records == ()


def test_who_asked_is_looked_for_by_the_whole_name(log: Journal) -> None:
    assert places(look_back(log, Wanted(caller="ward 3"), most=9, seconds=60)) == [RARE]
    assert look_back(log, Wanted(caller="ward"), most=9, seconds=60).records == ()


def test_gaps_in_a_log_do_not_end_a_look(log: Journal, place: Place) -> None:
    tamper(place, f"DELETE FROM audit_record WHERE sequence BETWEEN {RARE + 1} AND {COUNT - 1}")
    looked = look_back(log, WITHHELD, most=1, seconds=60)
    assert places(looked) == [RARE]


def test_an_empty_log_was_looked_through(place: Place) -> None:
    with closing(open_journal(place, make=True)) as journal:
        assert look_back(journal, WITHHELD, most=1) == LookedBack(())
