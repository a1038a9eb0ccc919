"""The cue vocabulary points only to things that exist."""

import pytest

from monograph_qa.domain.label import ImageKind
from monograph_qa.intent import cues
from monograph_qa.names import words
from monograph_qa.vocabulary.attributes import attributes
from monograph_qa.vocabulary.rows import read_rows
from monograph_qa.vocabulary.sections import sections


def test_topics_name_only_known_sections_attributes_and_image_kinds() -> None:
    keys = {term.key for term in sections()}
    known = {attribute.key for attribute in attributes()}
    for topic in cues.topics().values():
        assert set(topic.section_keys) <= keys, topic.name
        assert set(topic.attributes) <= known, topic.name
        assert set(topic.image_kinds) <= set(ImageKind), topic.name
        assert len(set(topic.section_keys)) == len(topic.section_keys), topic.name


@pytest.mark.parametrize("name", ["question_cues", "population_cues"])
def test_every_cue_points_to_a_topic(name: str) -> None:
    assert {row["topic"] for row in read_rows(name)} <= cues.topics().keys()


def test_every_topic_is_reached_by_a_cue_or_a_pair() -> None:
    reached = {row["topic"] for row in read_rows("question_cues")}
    reached |= cues.populations() | {topic.name for topic in cues.topic_pairs().values()}
    assert cues.topics().keys() == reached


@pytest.mark.parametrize("name", ["question_cues", "population_cues", "out_of_scope_cues"])
def test_no_cue_is_listed_twice_for_one_topic(name: str) -> None:
    rows = [tuple(row.values())[:3] for row in read_rows(name)]
    assert len(set(rows)) == len(rows)


def test_cue_files_compile() -> None:
    cues.topic_cues()
    cues.out_of_scope_cues()


@pytest.mark.parametrize("name", ["plain_words", "drug_words", "stop_words"])
def test_word_lists_are_sorted_lower_case_and_without_repeats(name: str) -> None:
    words = [row["word"] for row in read_rows(name)]
    assert words == sorted(set(words))
    assert all(word == word.lower() for word in words)


def test_no_word_is_both_plain_and_a_drug() -> None:
    both = {word for word in words.drug_words() if words.is_plain(word)}
    assert not both


def test_diseases_do_not_look_like_drugs() -> None:
    for word in ("glioblastoma", "vasculopathy", "hyperoxaluria", "colpitis", "lipoatrophy"):
        assert not words.is_drug_word(word)


def test_made_up_names_with_a_drug_s_ending_look_like_drugs() -> None:
    for word in ("zanolol", "velutinib", "morasartan", "tupilumab", "dorbifloxacin"):
        assert words.is_drug_word(word)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("storage", "shelf_life"),
        ("storage", "disposal"),
        ("loading_dose", "maintenance_dose"),
        ("overdose", "antidote"),
    ],
)
def test_what_one_answer_gives_together_is_one_matter(one: str, other: str) -> None:
    assert cues.topic_family([one]) == cues.topic_family([other])


@pytest.mark.parametrize(("one", "other"), [("storage", "dosing"), ("half_life", "tmax")])
def test_other_matters_are_asked_apart(one: str, other: str) -> None:
    assert cues.topic_family([one]) != cues.topic_family([other])


@pytest.mark.parametrize("word", ["pedis", "versicolor", "zoster", "neuro", "nephro"])
def test_a_word_of_a_disease_is_no_slip(word: str) -> None:
    assert words.plain_near(word) is None


@pytest.mark.parametrize(("word", "meant"), [("dosag", "dosage"), ("infusio", "infusion")])
def test_a_word_that_lacks_its_end_is_a_slip_for_the_one_that_it_begins(
    word: str, meant: str
) -> None:
    assert words.plain_near(word) == (meant, 1)
