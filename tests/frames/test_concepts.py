"""What words name: a brand its ingredients and their classes, a British name the American one, a
short form or a lay word a condition; and the lines of a label that say it otherwise: concepts.yaml.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.domain.evidence import SectionHead
from monograph_qa.domain.frame import Facet, Named, Term
from monograph_qa.frames.concepts import classes_of, kinds_above, named_concepts
from monograph_qa.frames.lines import LabelLines
from monograph_qa.vocabulary.products import ingredients_of
from monograph_qa.vocabulary.rows import read_columns
from monograph_qa.vocabulary.tokens import tokenize

CASES = yaml.safe_load((Path(__file__).parent / "concepts.yaml").read_text(encoding="utf-8"))
_HEAD = SectionHead("sec_0", "lab_0", 1, "7 TEXT", "7 TEXT", "warnings", None, ("warnings",))


def by_what_is_said(case: dict[str, Any]) -> str:
    return str(case["said"])


def words(said: str) -> list[str]:
    """The words of a question, as it is read."""
    return [token.key for token in tokenize(said)]


def only(said: str) -> Named:
    (named,) = named_concepts(words(said))
    return named


def lines_that_say(printed: Sequence[str], terms: Sequence[Term]) -> set[int]:
    lines = LabelLines((_HEAD, "", text) for text in printed)
    return {at for term in terms for at in lines.saying(term)}


@pytest.mark.parametrize("case", CASES["drugs"], ids=by_what_is_said)
def test_a_drug_is_made_of_its_ingredients_and_belongs_to_their_classes(
    case: dict[str, Any],
) -> None:
    named = only(case["said"])
    assert named.facet is Facet.COMEDICATION
    assert list(ingredients_of(words(case["said"]))) == case["ingredients"]
    assert named.concept == " + ".join(case["ingredients"])
    classes = {each for own in case["ingredients"] for each in classes_of(own)}
    assert set(case.get("classes", ())) <= classes
    assert classes.isdisjoint(case.get("not_classes", ()))


@pytest.mark.parametrize("case", CASES["drugs"], ids=by_what_is_said)
def test_a_line_that_says_an_ingredient_says_the_drug(case: dict[str, Any]) -> None:
    named = only(case["said"])
    terms = [tuple(words(case["said"])), *named.narrower]
    printed = [f"{name.capitalize()} needs no other dose." for name in case["ingredients"]]
    others = ["Zorblaxin needs no other dose."]
    assert lines_that_say([*printed, *others], terms) == set(range(len(printed)))


@pytest.mark.parametrize("case", [*CASES["classes"], *CASES["conditions"]], ids=by_what_is_said)
def test_what_is_called_otherwise_is_found_in_labels_by_their_words(case: dict[str, Any]) -> None:
    named = only(case["said"])
    terms = [tuple(words(case["said"])), *named.narrower]
    printed = ["Zorblaxin needs no other dose.", *case["labels"]]
    assert lines_that_say(printed, terms) == set(range(1, len(printed)))


@pytest.mark.parametrize("case", CASES["classes"], ids=by_what_is_said)
def test_a_class_is_called_by_its_names_and_short_forms(case: dict[str, Any]) -> None:
    named = only(case["said"])
    assert (named.facet, named.concept) == (Facet.COMEDICATION, case["class"])


@pytest.mark.parametrize("case", CASES["conditions"], ids=by_what_is_said)
def test_a_condition_is_called_by_synonyms_and_short_forms(case: dict[str, Any]) -> None:
    named = only(case["said"])
    assert (named.facet, named.concept) == (Facet.CONDITION, case["concept"])


@pytest.mark.parametrize("said", CASES["nothing"])
def test_other_words_name_nothing(said: str) -> None:
    assert named_concepts(words(said)) == []


def test_no_disease_is_a_kind_of_itself() -> None:
    kinds = {kind for kind, _ in read_columns("condition_kinds", "concept", "broader")}
    assert kinds
    for kind in kinds:  # a ring of them would end in an error
        assert kind not in kinds_above(frozenset({kind}))


def test_of_names_that_overlap_the_longest_counts() -> None:
    named = named_concepts(words("hepatitis b and low blood sugar with strong CYP3A4 inhibitors"))
    assert [each.concept for each in named] == [
        "hepatitis b",
        "hypoglycemia",
        "strong cyp3a4 inhibitor",
    ]


_SAID = [case["said"] for kind in ("drugs", "classes", "conditions") for case in CASES[kind]]


@given(st.lists(st.sampled_from([*_SAID, "with", "zorblaxin", "dose", "25"]), max_size=6))
def test_what_is_named_stands_in_the_words_in_their_order(said: list[str]) -> None:
    asked = words(" ".join(said))
    at = 0
    for each in named_concepts(asked):
        own = each.said.split()
        while asked[at : at + len(own)] != own:
            at += 1
            assert at < len(asked)
        assert tuple(own) not in each.narrower
