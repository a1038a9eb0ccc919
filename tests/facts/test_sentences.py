"""Sentences: hand-marked paragraphs, and laws that hold for any text."""

import time
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from spacy import blank

from monograph_qa.facts.boundaries import sentence_ends
from monograph_qa.facts.sentences import iter_sentences, label_sentences

_CASES = yaml.safe_load(
    (Path(__file__).parent / "cases" / "sentences.yaml").read_text(encoding="utf-8")
)
_SETS = sorted(_CASES)
_PIECES = st.sampled_from(
    [
        "Take",
        "5",
        "mg.",
        "b.i.d.",
        "e.g.,",
        "(see",
        "[see",
        "WARNINGS",
        "(5.1)]",
        ")",
        "]",
        "“",
        "”",
        '"',
        "C.",
        "difficile",
        "The",
        "pH",
        "vs.",
        "No.",
        "2",
        "1.",
        "a)",
        "?",
        "!",
        "...",
        "…",
        ".The",
        "mTOR",
        "7.4.",
        "‡",
        "\n",
        "\t",
        "",
        "U.S.",
        "Dr.",
        "daily.",
        "effect.1",
        "2.5",
        "•",
        "–",
        "www.a.org",
    ]
)
_TEXTS = st.one_of(
    st.lists(_PIECES, max_size=30).map(" ".join), st.lists(_PIECES, max_size=30).map("".join)
)
_ANY = st.one_of(_TEXTS, st.text(max_size=120))


def _marked(name: str) -> list[str]:
    return [paragraph for topic in _CASES[name].values() for paragraph in topic]


def _exact(name: str) -> tuple[int, int, list[str]]:
    """Sentences found exactly, all sentences, and the paragraphs that came out otherwise."""
    found = expected = 0
    wrong: list[str] = []
    for paragraph in _marked(name):
        text = paragraph.replace("‖", "")
        wanted = [part.strip() for part in paragraph.split("‖")]
        said = [text[start:stop] for start, stop in iter_sentences(text)]
        expected += len(wanted)
        found += sum(sentence in said for sentence in wanted)
        if said != wanted:
            wrong.append(" ‖ ".join(said))
    return found, expected, wrong


@pytest.mark.parametrize("name", _SETS)
def test_98_of_100_hand_marked_sentences_are_found_exactly(name: str) -> None:
    found, expected, wrong = _exact(name)
    assert found / expected >= 0.98, wrong


def test_the_first_set_is_large_enough() -> None:
    assert _exact("worked")[1] >= 170


@pytest.mark.parametrize("name", _SETS)
def test_no_hand_marked_sentence_is_cut(name: str) -> None:
    """Two sentences may stay together, but none is ever severed."""
    for paragraph in _marked(name):
        text = paragraph.replace("‖", "")
        wanted: set[int] = set()
        at = 0
        for part in paragraph.split("‖"):
            at += len(part)
            wanted.add(len(text[:at].rstrip()))
        assert {stop for _, stop in iter_sentences(text)} <= wanted


@given(_ANY)
@settings(max_examples=300)
def test_spans_are_ordered_disjoint_and_hold_every_visible_character(text: str) -> None:
    spans = list(iter_sentences(text))
    last = 0
    left_out = ""
    for start, stop in spans:
        assert last <= start < stop <= len(text)
        assert text[start:stop] == text[start:stop].strip()
        left_out += text[last:start]
        last = stop
    assert not (left_out + text[last:]).strip()


@given(_ANY, st.text(" \n\t", max_size=4))
@example("?\r0", " \n")  # as many pieces between spaces as words, and not the same ones
@settings(max_examples=300)
def test_white_space_behind_the_text_changes_nothing(text: str, space: str) -> None:
    assert list(iter_sentences(text + space)) == list(iter_sentences(text))


@given(_TEXTS)
def test_a_sentence_by_itself_ends_where_it_ended(text: str) -> None:
    """What follows may join sentences, never the other way round: an end is not far-sighted."""
    for start, stop in iter_sentences(text):
        assert sentence_ends(text[start:stop])[-1] == stop - start


def test_the_component_works_behind_another_tokenizer() -> None:
    pipeline = blank("en")
    pipeline.add_pipe("label_sentences")
    said = pipeline("Give 5 mg i.v. q.i.d. to adults. The dose may be halved.")
    assert [sentence.text for sentence in said.sents] == [
        "Give 5 mg i.v. q.i.d. to adults.",
        "The dose may be halved.",
    ]
    assert label_sentences(blank("en").make_doc("")).text == ""


@pytest.mark.slow
def test_twenty_thousand_sentences_take_less_than_a_second() -> None:
    texts = [paragraph.replace("‖", "") for name in _SETS for paragraph in _marked(name)]
    count = sum(len(sentence_ends(text)) for text in texts)
    start = time.process_time()
    for text in texts:
        sentence_ends(text)
    assert count / (time.process_time() - start) > 20_000
