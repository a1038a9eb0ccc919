"""A label calls a thing otherwise than the asker does: brands by their ingredients, conditions by
other words for them. What no vocabulary knows is never said to be absent."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from building import Said, a_label, a_monograph, publish_at

from monograph_qa.domain.answer import Answer, Outcome
from monograph_qa.intent.lexicon import is_plain
from monograph_qa.library import Library
from monograph_qa.store.place import Place
from monograph_qa.vocabulary.brand_names import brands

CASES = yaml.safe_load(Path(__file__).with_name("other_words.yaml").read_text(encoding="utf-8"))


@pytest.fixture
def library(place: Place) -> Iterator[Library]:
    chapters = {
        key: [Said(text, tuple(marks)) for text, *marks in said]
        for key, said in CASES["label"].items()
    }
    with Library(publish_at(place, a_monograph(chapters, a_label("Famotidine")))) as opened:
        yield opened


def quotes(answer: Answer) -> list[str]:
    return [quote.text for group in answer.groups for quote in group.quotes]


@pytest.mark.parametrize("case", CASES["named"], ids=lambda case: case["question"])
def test_what_is_called_otherwise_is_found(library: Library, case: dict[str, Any]) -> None:
    answer = library.ask(case["question"])
    assert answer.outcome is Outcome.ANSWERED
    shown = quotes(answer)
    assert all(any(start in text for text in shown) for start in case["shown"])
    assert not any(start in text for text in shown for start in case.get("not_shown", ()))


@pytest.mark.parametrize("case", CASES["silent"], ids=lambda case: case["question"])
def test_only_of_a_known_thing_it_is_said_that_the_label_is_silent(
    library: Library, case: dict[str, Any]
) -> None:
    answer = library.ask(case["question"])
    assert answer.outcome is Outcome.NOT_FOUND
    assert ("Not stated in this label" in answer.message) is case["is_known"]
    assert ("Our vocabulary knows no other word" in answer.message) is not case["is_known"]
    assert "Searched: " in answer.message


def test_a_brand_is_no_everyday_word_and_is_made_of_something() -> None:
    assert all(brand.ingredients for brand in brands().values())
    assert not [key for key in brands() if " " not in key and is_plain(key)]
