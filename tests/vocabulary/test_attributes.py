"""Cues tell what a sentence speaks about."""

import csv
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from monograph_qa.resources import resource
from monograph_qa.vocabulary import cues
from monograph_qa.vocabulary.attributes import attributes, attributes_of
from monograph_qa.vocabulary.rows import read_rows, split_list
from monograph_qa.vocabulary.sections import section_by_key

CASES = yaml.safe_load((Path(__file__).parent / "sentences.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"][:60])
def test_a_sentence_carries_its_attributes_and_not_others(case: dict[str, Any]) -> None:
    found = set(attributes_of(case["text"], (case["in"],)))
    assert set(case.get("must", [])) - found == set()
    assert found & set(case.get("must_not", [])) == set()


def test_every_case_speaks_of_known_attributes_and_sections() -> None:
    keys = {attribute.key for attribute in attributes()}
    for case in CASES:
        assert section_by_key(case["in"])
        assert set(case.get("must", [])) | set(case.get("must_not", [])) <= keys


def test_attribute_keys_are_unique_and_name_known_sections() -> None:
    keys = [attribute.key for attribute in attributes()]
    assert len(keys) == len(set(keys)) >= 90
    for attribute in attributes():
        assert attribute.name and attribute.description and attribute.group
        assert attribute.section_keys
        assert all(section_by_key(key) for key in attribute.section_keys)


def test_every_cue_compiles_and_belongs_to_an_attribute() -> None:
    keys = {attribute.key for attribute in attributes()}
    rows = read_rows("attribute_cues")
    seen: set[tuple[str, str, str]] = set()
    for row in rows:
        assert row["attribute"] in keys
        assert row["type"] in {"phrase", "regex"}
        assert all(section_by_key(key) for key in split_list(row["sections"]))
        (cues.read_phrase if row["type"] == "phrase" else cues.read_pattern)(row["cue"])
        same = (row["attribute"], row["cue"], row["sections"])
        assert same not in seen, same
        seen.add(same)
    assert {row["attribute"] for row in rows} == keys


def test_every_attribute_a_question_can_ask_for_exists() -> None:
    keys = {attribute.key for attribute in attributes()}
    try:
        topics = resource("schemas/vocabulary/question_topics.csv")
    except FileNotFoundError:
        pytest.skip("there is no table of question topics")
    with topics.open(encoding="utf-8", newline="") as lines:
        asked = {
            name for row in csv.DictReader(lines) for name in split_list(row["attributes"] or "")
        }
    assert asked <= keys


@pytest.mark.parametrize(
    ("written", "sentence", "holds"),
    [
        ("half life", "the half-life is long", True),
        ("half life", "a Half  Life", True),
        ("half life", "half of its life", False),
        ("metaboli*", "Metabolised by the liver", True),
        ("rat", "the rate of uptake", False),
        ("store * at", "Store the bottle at 5 degrees", True),
        ("renal|kidney + dose", "Lower the dose when kidney function is poor", True),
        ("renal|kidney + dose", "The dose is 5 mg", False),
        ("bound + %|percent", "98% bound", True),
        ("FD&C", "FD&C Red No. 40", True),
    ],
)
def test_a_phrase_cue_holds_as_written(written: str, sentence: str, holds: bool) -> None:
    cue = cues.read_phrase(written)
    assert cue.is_in(sentence, cues.stems_of(sentence)) is holds
    # The index and the stems must never hide a cue that holds.
    assert all(test(sentence) for test in cue.tests) is holds
    assert not holds or not cue.stems or bool(cue.stems & cues.stems_of(sentence))


def test_an_empty_phrase_is_refused() -> None:
    with pytest.raises(ValueError, match="empty phrase"):
        cues.read_phrase("a| + b")


def test_a_cue_bound_to_a_section_counts_there_and_below_only() -> None:
    sentence = "Take 5 mg with water."
    assert "dose" in attributes_of(sentence, ("dosage_and_administration",))
    assert "dose" not in attributes_of(sentence, ("clinical_studies",))
    assert "dose" not in attributes_of(sentence)
    assert "mechanism_of_action" in attributes_of("Unknown.", ("mechanism_of_action",))


def test_matching_keeps_its_pace() -> None:
    sentences = [(case["text"], (case["in"],)) for case in CASES]
    for text, keys in sentences:
        attributes_of(text, keys)
    started = time.process_time()
    for number in range(2000):
        attributes_of(*sentences[number % len(sentences)])
    # 2,000 sentences take about 0.4 s on one core; a busy machine may need more.
    assert time.process_time() - started < 4


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("(?i)\\bexcret(?:ed|ion)\\b", "EXCRETION is slow"),
        ("(?i)\\bfoods?\\b", "with food"),
        ("(?i)renal(?:ly cleared)?stone", "a renalstone"),
        ("(?i)storage|kept cold", "kept cold"),
        ("(?i)\\b[Ss]chedule IV", "a schedule IV drug"),
    ],
)
def test_letters_that_a_pattern_needs_never_hide_what_it_matches(
    written: str, sentence: str
) -> None:
    cue = cues.read_pattern(written)
    assert cue.is_in(sentence, cues.stems_of(sentence))
    assert not cue.is_in("something else", cues.stems_of("something else"))
