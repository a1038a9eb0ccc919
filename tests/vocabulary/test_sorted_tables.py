"""Look-ups by halves in a sorted file find what a plain reading of all of it finds."""

import csv
from collections import defaultdict
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.resources import resource
from monograph_qa.vocabulary.rows import SortedTable

TABLES = ("asked_words", "brands", "conditions", "drug_classes", "substances")


@cache
def _scanned(name: str) -> dict[str, list[tuple[str, ...]]]:
    """The cells behind every key, from a plain reading of the file."""
    found: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    path = resource(f"schemas/vocabulary/{name}.csv")
    with path.open(encoding="utf-8", newline="") as lines:
        for key, *cells in list(csv.reader(lines))[1:]:
            found[key].append(tuple(cell.strip() for cell in cells))
    return dict(found)


@pytest.mark.parametrize("name", TABLES)
def test_every_key_is_found_with_all_its_rows(name: str) -> None:
    table, scanned = SortedTable(name), _scanned(name)
    assert len(scanned) > 1000
    assert {key: table.rows(key) for key in scanned} == scanned


@pytest.mark.parametrize("name", (*TABLES, "condition_members"))
def test_the_file_is_sorted_by_its_keys_as_they_are_compared(name: str) -> None:
    keys = [key.encode() for key in _scanned(name)]
    assert keys == sorted(keys)


@pytest.mark.parametrize("name", TABLES)
def test_what_lies_beside_a_key_gives_nothing(name: str) -> None:
    table, scanned = SortedTable(name), _scanned(name)
    for key in list(scanned)[:: len(scanned) // 200]:
        for other in (key[:-1], f"{key}x", f" {key}", f"{key},", key.upper(), f"{key}\n"):
            assert table.rows(other) == scanned.get(other, [])


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("key", ["", "key", "\n", ",", "zzzz", "ÿ", "\U0010ffff", "\x00"])
def test_an_unknown_key_gives_nothing(name: str, key: str) -> None:
    assert SortedTable(name).rows(key) == []


@given(st.text(max_size=40), st.sampled_from(TABLES))
def test_any_text_is_looked_up_as_a_plain_reading_would(text: str, name: str) -> None:
    assert SortedTable(name).rows(text) == _scanned(name).get(text, [])


@pytest.mark.parametrize("name", TABLES)
def test_the_keys_that_are_beginnings_are_those_that_end_with_a_star(name: str) -> None:
    begins = {key[:-1]: rows for key, rows in _scanned(name).items() if key.endswith("*")}
    assert SortedTable(name).beginnings == begins


def test_the_keys_of_a_cell_are_those_that_it_stands_next_behind() -> None:
    wanted: dict[str, list[str]] = defaultdict(list)
    for key, rows in _scanned("conditions").items():
        for concept, *_ in rows:
            wanted[concept].append(key)
    table = SortedTable("conditions")
    for concept in [*list(wanted)[::20], "no such", "fib", "hand: common medical synonym"]:
        assert list(table.keys_of(concept)) == wanted.get(concept, []), concept


def test_a_table_that_is_not_shipped_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        SortedTable("no_such_table")
