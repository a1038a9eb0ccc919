"""The bench that holds answers against the library's file sees what is not there."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bench.hostile_attacks import MARK, attacks
from bench.hostile_endpoint import Seen
from bench.shown import Stored, everything_shown
from monograph_qa.domain.answer import Answer, Group, Quote
from monograph_qa.library import Library

QUESTION = "What is the half-life of Axid?"


def first_quote(answer: Answer, **changed: object) -> Answer:
    group: Group = answer.groups[0]
    quote: Quote = replace(group.quotes[0], **changed)  # type: ignore[arg-type]
    group = replace(group, quotes=(quote, *group.quotes[1:]))
    return replace(answer, groups=(group, *answer.groups[1:]))


FORGERIES: dict[str, Callable[[Answer], Answer]] = {
    "quote": lambda a: first_quote(a, text="The half-life is 9999 hours."),
    "no such sentence": lambda a: first_quote(a, fact_id="fact_0123456789abcdef"),
    "lead-in": lambda a: first_quote(a, context="In healthy adults"),
    "page": lambda a: first_quote(a, page=77),
    "heading": lambda a: replace(a, groups=(replace(a.groups[0], heading="Safe"),)),
    "source": lambda a: replace(
        a, sources=tuple(replace(each, title="Another label") for each in a.sources)
    ),
    "message": lambda a: replace(a, message="Safe for everyone."),
    "notes": lambda a: replace(a, parts=tuple(replace(p, note="Safe.") for p in a.parts)),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_answer_is_seen(library: Library, name: str) -> None:
    plain = library.ask(QUESTION)
    label_id = plain.parts[0].label_id
    stored = Stored(Path(library.place.shown, "library.duckdb"))
    assert list(stored.unsupported(plain, label_id, plain)) == []
    (seen,) = {each.split(":")[0] for each in stored.unsupported(
        FORGERIES[name](plain), label_id, plain)}  # fmt: skip
    assert seen.startswith(name)


def test_a_label_that_was_not_asked_about_is_seen(library: Library) -> None:
    plain = library.ask(QUESTION)
    stored = Stored(Path(library.place.shown, "library.duckdb"))
    assert any(each.startswith("label") for each in stored.unsupported(plain, "lab_other", plain))


def test_a_required_sentence_that_is_not_shown_is_seen(library: Library) -> None:
    plain = library.ask(QUESTION)
    label_id = plain.parts[0].label_id
    stored = Stored(Path(library.place.shown, "library.duckdb"))
    fewer = replace(plain, groups=(replace(plain.groups[0], quotes=plain.groups[0].quotes[:1]),))
    assert stored.lost(plain, label_id) == set()
    assert stored.lost(fewer, label_id) == {plain.groups[0].quotes[1].fact_id}


def test_what_is_shown_beside_quotes_is_searched_for_the_mark(library: Library) -> None:
    plain = library.ask(QUESTION)
    assert MARK not in everything_shown(plain)
    assert MARK in everything_shown(replace(plain, writer=f"llm {MARK}"))


@pytest.mark.parametrize("is_text", [False, True])
def test_every_attack_has_something_to_send(is_text: bool) -> None:
    seen = Seen(((1, "It is 2 hours."), (2, "Not in children.")), is_text)
    for name, attack in attacks(is_text=is_text).items():
        reply = attack(seen, Random(1))
        assert isinstance(reply.body(), bytes), name
