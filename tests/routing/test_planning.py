"""Which routes a question takes, in which order."""

from dataclasses import replace

from monograph_qa.domain.evidence import Route
from monograph_qa.domain.intent import Intent, QuestionKind
from monograph_qa.routing import plan

ASKED = Intent("?", QuestionKind.FACT)
DOSING = (("dosage_and_administration",),)


def routes_of(intent: Intent) -> tuple[Route, ...]:
    return plan(intent, "lab_1").routes


def test_an_attribute_is_answered_by_its_facts() -> None:
    assert routes_of(replace(ASKED, attributes=("half_life",))) == (Route.FACT_SPAN,)


def test_a_section_comes_before_facts() -> None:
    intent = replace(ASKED, whole_sections=(DOSING,), attributes=("half_life",))
    assert routes_of(intent) == (Route.SECTION_MATCH, Route.FACT_SPAN)


def test_a_section_that_may_be_missing_is_looked_for_by_its_attributes_too() -> None:
    intent = replace(ASKED, whole_sections=(DOSING,), fallback_attributes=("dose",))
    assert routes_of(intent) == (Route.SECTION_MATCH, Route.FACT_SPAN)


def test_a_picture_is_looked_up_and_nothing_else() -> None:
    intent = replace(ASKED, kind=QuestionKind.IMAGE, attributes=("chemical_structure",))
    assert routes_of(intent) == (Route.IMAGE_LOOKUP,)


def test_words_are_searched_only_where_nothing_else_applies() -> None:
    assert routes_of(replace(ASKED, words=("dogs",))) == (Route.TEXT_SEARCH,)
    assert Route.TEXT_SEARCH not in routes_of(replace(ASKED, attributes=("pka",), words=("x",)))
