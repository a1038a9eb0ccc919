"""Laws of the model that reads a few sentences as a whole."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from building import Said, a_label, a_monograph, publish_at
from hypothesis import given, settings
from hypothesis import strategies as st

from monograph_qa.domain.answer import Answer
from monograph_qa.evidence.embedding import embedders
from monograph_qa.evidence.embedding.embedders import SentenceReader
from monograph_qa.library import Library
from monograph_qa.store.place import Place

_WHY = "it is near to the question, read as a whole"
ALIKE = [
    (
        "when may it be given again after the infusion was stopped",
        "Resume at half the rate once the reaction has resolved.",
        "The vial is white to off-white and holds 100 mg.",
    ),
    (
        "patient forgot to take it this morning",
        "If a dose is missed, take it as soon as you remember.",
        "Take one tablet each morning.",
    ),
    (
        "her kidneys are bad, how much",
        "In severe renal impairment give 50 mg daily.",
        "The usual dose for adults is 100 mg daily.",
    ),
    (
        "he took far too many of them",
        "In case of overdose, contact a poison control center.",
        "Store in the original package, away from light.",
    ),
]


@cache
def _reader() -> SentenceReader:
    """The model as it is opened where nobody switches it off."""
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv(embedders.SWITCH, raising=False)
        found = embedders.sentence_reader.__wrapped__()
    assert found is not None, "its packages come with this one"
    return found


@pytest.mark.parametrize(("question", "near", "far"), ALIKE)
def test_what_answers_is_nearer(question: str, near: str, far: str) -> None:
    asked, answer, other = _reader().read([question, near, far])
    assert asked.whole @ answer.whole > asked.whole @ other.whole
    first, second = embedders.answering(asked, [answer, other])
    assert first > second


def test_what_is_learned_moves_a_line_by_places_and_not_through_the_whole_order() -> None:
    texts = [text for each in ALIKE for text in each[1:]]
    for question, *_ in ALIKE:
        asked, *lines = _reader().read([question, *texts])
        near = embedders.answering(asked, lines)
        assert (
            max(near) - min(near) < 1
        )  # the first line is worth a quarter, the last no less than 0


@given(st.lists(st.text(max_size=60), min_size=1, max_size=4))
@settings(max_examples=25, deadline=None)
def test_a_text_is_read_alike_whatever_is_beside_it(texts: list[str]) -> None:
    for read, text in zip(_reader().read(texts), texts, strict=True):
        (alone,) = _reader().read([text])
        assert np.array_equal(read.whole, alone.whole)
        assert np.array_equal(read.tokens, alone.tokens)
        assert np.linalg.norm(read.whole) == pytest.approx(1, abs=1e-4)
        assert np.linalg.norm(read.tokens, axis=-1) == pytest.approx(1, abs=1e-4)
        assert read.telling.sum(axis=-1) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("text", ["", "?", "Ω"])
def test_a_text_of_no_words_is_read(text: str) -> None:
    asked, line = _reader().read([text, "Take it daily."])
    assert all(map(np.isfinite, embedders.answering(asked, [line])))


def test_a_question_is_matched_best_by_itself() -> None:
    texts = [question for question, *_ in ALIKE]
    for each in texts:
        asked, *lines = _reader().read([each, *texts])
        shapes = {"asked": (384, 1), "said": (384, 1), "prior": (384,), "like": ()}
        by = {name: np.zeros(shape, dtype=np.float32) for name, shape in shapes.items()}
        near = embedders.answering(asked, lines, {**by, "found": np.ones(2, dtype=np.float32)})
        assert near.index(max(near)) == texts.index(each)
        assert max(near) == pytest.approx(2, abs=1e-3)


def test_another_model_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "model.onnx"
    other.write_bytes(b"another model")
    with pytest.raises(ValueError, match="not the model"):
        SentenceReader(other)


def test_the_best_lines_are_read_again_where_more_than_a_word_or_two_are_asked(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [
        Said("If a dose is missed, take it as soon as possible.", ("missed_dose",)),
        Said("Do not take two doses in the evening.", ("missed_dose",)),
        Said("Give 150 mg in the evening.", ("dose",)),
    ]
    label = a_monograph({"dosage_and_administration": lines}, a_label("Famotidine"))
    monkeypatch.setattr(embedders, "sentence_reader", _reader)
    with Library(publish_at(place, label)) as library:
        asked = library.ask("famotidine: she forgot her evening tablet, what should she do now")
        short = library.ask("missed dose of famotidine")
    assert _WHY in _reasons(asked) and _WHY not in _reasons(short)


def _reasons(answer: Answer) -> set[str]:
    return {why for group in answer.groups for quote in group.quotes for why in quote.because}


def test_it_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(embedders.SWITCH, embedders.OFF)
    assert embedders.sentence_reader.__wrapped__() is None


def test_without_its_package_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(embedders.SWITCH, raising=False)
    monkeypatch.setattr(embedders, "find_spec", lambda name: None)
    assert embedders.sentence_reader.__wrapped__() is None
