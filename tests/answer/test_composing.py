"""How the template writer arranges evidence."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from building import evidence_of, nizatidine

from monograph_qa.answer.composing import compose, limits_of
from monograph_qa.domain.answer import Draft
from monograph_qa.domain.evidence import Route, RouteResult, Tier
from monograph_qa.domain.label import FactKind

LABEL = nizatidine()
DOSE, LIMIT, HALF_LIFE, RENAL, STORAGE = (fact.fact_id for fact in LABEL.facts)


def ranked(tiers: Mapping[str, Tier], route: Route = Route.FACT_SPAN) -> RouteResult:
    """What a route brought, in this order and with these tiers; each line says why it is there."""
    by_id = {fact.fact_id: fact for fact in LABEL.facts}
    result = evidence_of(LABEL, route, [by_id[fact_id] for fact_id in tiers])
    told = (
        replace(each, tier=tier, score=float(-at), because=(f"reason {at}",))
        for at, (each, tier) in enumerate(zip(result.evidence, tiers.values(), strict=True))
    )
    return replace(result, evidence=tuple(told))


def shown(draft: Draft) -> list[tuple[str, Tier]]:
    return [(quote.fact_id, quote.tier) for group in draft.groups for quote in group.quotes]


def test_each_section_is_one_group_and_each_sentence_is_said_once() -> None:
    results = [evidence_of(LABEL, route, LABEL.facts) for route in Route][:2]
    draft = compose("?", [LABEL.label], results)
    said = [quote.fact_id for group in draft.groups for quote in group.quotes]
    assert said == [fact.fact_id for fact in LABEL.facts]
    assert len(draft.groups) == len(LABEL.sections)


def test_sections_stand_in_the_order_of_their_best_lines() -> None:
    tiers = dict.fromkeys([STORAGE, RENAL, DOSE, HALF_LIFE], Tier.ANSWER)
    draft = compose("?", [LABEL.label], [ranked(tiers)])
    assert [group.section_key for group in draft.groups] == [
        "storage_and_handling", "pharmacokinetics", "dosage_and_administration",
    ]  # fmt: skip
    assert [fact_id for fact_id, _ in shown(draft)] == [STORAGE, RENAL, HALF_LIFE, DOSE]


@pytest.mark.parametrize("full", [False, True])
def test_answers_stand_before_limits_and_limits_before_the_rest(full: bool) -> None:
    tiers = {HALF_LIFE: Tier.ANSWER, DOSE: Tier.MORE, LIMIT: Tier.LIMIT, RENAL: Tier.ANSWER}
    draft = compose("?", [LABEL.label], [ranked(tiers)], full=full)
    assert shown(draft) == [
        (HALF_LIFE, Tier.ANSWER), (RENAL, Tier.ANSWER), (LIMIT, Tier.LIMIT), (DOSE, Tier.MORE),
    ]  # fmt: skip


def test_a_limit_that_ranks_before_every_answer_is_read_first() -> None:
    tiers = {LIMIT: Tier.LIMIT, HALF_LIFE: Tier.ANSWER, RENAL: Tier.ANSWER}
    draft = compose("?", [LABEL.label], [ranked(tiers)])
    assert [fact_id for fact_id, _ in shown(draft)] == [LIMIT, HALF_LIFE, RENAL]


def test_a_section_in_two_tiers_is_two_groups() -> None:
    tiers = {HALF_LIFE: Tier.ANSWER, RENAL: Tier.MORE}
    draft = compose("?", [LABEL.label], [ranked(tiers)])
    assert [[quote.fact_id for quote in group.quotes] for group in draft.groups] == [
        [HALF_LIFE], [RENAL],
    ]  # fmt: skip
    assert {group.section_key for group in draft.groups} == {"pharmacokinetics"}


def test_ranks_count_the_lines_over_all_parts_and_each_keeps_its_reasons() -> None:
    one = replace(ranked({RENAL: Tier.ANSWER, STORAGE: Tier.MORE}), part=1)
    other = replace(ranked({DOSE: Tier.ANSWER, LIMIT: Tier.LIMIT}), part=2)
    draft = compose("?", [LABEL.label], [other, one])
    lines = [quote for group in draft.groups for quote in group.quotes]
    assert [(q.fact_id, q.rank, q.because) for q in lines] == [
        (RENAL, 1, ("reason 0",)), (STORAGE, 2, ("reason 1",)),
        (DOSE, 3, ("reason 0",)), (LIMIT, 4, ("reason 1",)),
    ]  # fmt: skip


def test_facts_and_conditions_that_match_are_required() -> None:
    draft = compose("?", [LABEL.label], [evidence_of(LABEL, Route.FACT_SPAN, LABEL.facts)])
    wanted = {f.fact_id for f in LABEL.facts if f.kind in (FactKind.FACT, FactKind.CONDITIONAL)}
    assert draft.required == wanted


def test_what_is_required_stands_in_some_tier() -> None:
    tiers = {HALF_LIFE: Tier.ANSWER, RENAL: Tier.MORE}
    draft = compose("?", [LABEL.label], [ranked(tiers)])
    assert draft.required == {HALF_LIFE, RENAL}
    assert draft.required == {fact_id for fact_id, _ in shown(draft)}


def test_what_only_agrees_with_the_question_is_not_required() -> None:
    tiers = {HALF_LIFE: Tier.ANSWER, RENAL: Tier.ANSWER}
    draft = compose("?", [LABEL.label], [ranked(tiers, Route.FRAME_MATCH)])
    assert draft.required == frozenset()
    assert draft.retrieved == {HALF_LIFE, RENAL}


def test_the_limits_are_those_of_their_tier() -> None:
    tiers = {LIMIT: Tier.LIMIT, HALF_LIFE: Tier.ANSWER, RENAL: Tier.MORE}
    assert limits_of([ranked(tiers)]) == {LIMIT}


def test_sources_are_one_a_page_of_a_section_and_quotes_cite_them() -> None:
    draft = compose("?", [LABEL.label], [evidence_of(LABEL, Route.FACT_SPAN, LABEL.facts)])
    by_number = {source.n: source for source in draft.sources}
    assert len({(s.section_id, s.page) for s in draft.sources}) == len(draft.sources)
    for group in draft.groups:
        for quote in group.quotes:
            assert by_number[quote.source].page == quote.page
            assert by_number[quote.source].heading_path == group.heading_path
