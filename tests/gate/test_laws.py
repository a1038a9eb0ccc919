"""Laws of the gate: an honest draft is let out; nothing is moved, dropped or folded unseen."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import count

import pytest
from building import DOSE, HALF_LIFE, Said, a_label, a_monograph, honest_draft, nizatidine
from hypothesis import given
from hypothesis import strategies as st

from gate.lies import Kept, changed_quote, changed_source, lies, names, sentences
from monograph_qa.domain.answer import (
    Group,
    Outcome,
    Refusal,
    Status,
)
from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.label import FactKind
from monograph_qa.gate.judging import Terms, judge, refuse
from monograph_qa.gate.stored import Stored


def test_an_honest_draft_is_released_with_every_quote_in_it() -> None:
    monograph = nizatidine()
    draft = honest_draft(monograph)
    answer = judge(draft, Kept(monograph))
    assert answer.verdict.status is Status.RELEASED and answer.outcome is Outcome.ANSWERED
    assert (answer.groups, answer.sources, answer.images) == (
        draft.groups,
        draft.sources,
        draft.images,
    )


@given(st.lists(sentences, min_size=1, max_size=4))
def test_an_honest_draft_of_any_text_is_released(texts: list[str]) -> None:
    monograph = a_monograph({"pharmacokinetics": [Said(text) for text in texts]})
    answer = judge(honest_draft(monograph), Kept(monograph))
    assert answer.verdict.status is Status.RELEASED, answer.verdict.findings


@given(st.integers(-1, 900))
def test_a_quote_cited_to_another_page_is_withheld(page: int) -> None:
    monograph = nizatidine()
    honest = honest_draft(monograph)
    if page == honest.sources[0].page:
        return
    for draft in (
        changed_source(honest, lambda source: replace(source, page=page)),
        changed_quote(honest, lambda quote: replace(quote, page=page)),
    ):
        assert "misattributed" in names(judge(draft, Kept(monograph)).verdict.findings)


@given(st.data())
def test_a_quote_that_cites_another_line_s_source_is_withheld(data: st.DataObject) -> None:
    monograph = nizatidine()
    draft = honest_draft(monograph)
    others = [s.n for s in draft.sources if s.n != draft.groups[0].quotes[0].source]
    n = data.draw(st.sampled_from([*others, 0, -1, 99]))
    answer = judge(changed_quote(draft, lambda quote: replace(quote, source=n)), Kept(monograph))
    assert names(answer.verdict.findings) & {"misattributed", "uncited"}


def test_a_sentence_of_a_label_that_was_not_asked_about_is_withheld() -> None:
    asked = nizatidine()
    other = a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label("Famotidine"))
    draft = replace(honest_draft(asked, other), label_ids=(asked.label.label_id,))
    answer = judge(draft, Kept(asked, other))
    assert "wrong_label" in names(answer.verdict.findings)


def test_the_same_words_under_another_label_s_citation_are_withheld() -> None:
    """Two labels print the same sentence; quoting one and citing the other is still a lie."""
    asked = a_monograph({"pharmacokinetics": [HALF_LIFE]})
    other = a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label("Famotidine"))
    stray = other.facts[0].fact_id
    draft = changed_quote(honest_draft(asked), lambda quote: replace(quote, fact_id=stray))
    answer = judge(replace(draft, retrieved=frozenset({stray})), Kept(asked, other))
    assert "wrong_label" in names(answer.verdict.findings)


@given(st.data())
def test_dropping_any_required_sentence_is_withheld(data: st.DataObject) -> None:
    monograph = nizatidine()
    draft = honest_draft(monograph)
    dropped = data.draw(st.sampled_from(sorted(draft.required)))
    groups = tuple(
        replace(group, quotes=tuple(q for q in group.quotes if q.fact_id != dropped))
        for group in draft.groups
    )
    answer = judge(replace(draft, groups=groups), Kept(monograph))
    assert "incomplete" in names(answer.verdict.findings)


@given(st.data())
def test_dropping_any_of_what_is_required_is_found_sentence_by_sentence(
    data: st.DataObject,
) -> None:
    monograph = nizatidine()
    draft = honest_draft(monograph)
    dropped = data.draw(st.sets(st.sampled_from(sorted(draft.required)), min_size=1))
    kept = [q for g in draft.groups for q in g.quotes if q.fact_id not in dropped]
    groups = tuple(
        replace(group, quotes=tuple(q for q in group.quotes if q in kept)) for group in draft.groups
    )
    findings = judge(replace(draft, groups=groups), Kept(monograph)).verdict.findings
    assert {f.subject for f in findings if f.check == "incomplete"} == dropped


def ranked_anew(groups: Iterable[Group]) -> tuple[Group, ...]:
    """The groups, their lines counted from 1 in this order."""
    ranks = count(1)
    return tuple(
        replace(group, quotes=tuple(replace(q, rank=next(ranks)) for q in group.quotes))
        for group in groups
    )


@given(st.data())
def test_the_order_of_groups_and_sources_changes_no_verdict(data: st.DataObject) -> None:
    monograph = nizatidine()
    draft = honest_draft(monograph)
    if data.draw(st.booleans()):
        lie = data.draw(lies(draft.groups[0].quotes[0].text))
        draft = changed_quote(draft, lambda quote: replace(quote, text=lie))
    mixed = replace(
        draft,
        groups=ranked_anew(data.draw(st.permutations(draft.groups))),
        sources=tuple(data.draw(st.permutations(draft.sources))),
    )
    one, other = judge(draft, Kept(monograph)), judge(mixed, Kept(monograph))
    assert one.verdict.status is other.verdict.status
    assert set(one.verdict.findings) == set(other.verdict.findings)


@given(st.data())
def test_groups_in_another_order_than_their_ranks_are_withheld(data: st.DataObject) -> None:
    monograph = nizatidine()
    draft = honest_draft(monograph)
    mixed = tuple(data.draw(st.permutations(draft.groups)))
    answer = judge(replace(draft, groups=mixed), Kept(monograph))
    assert names(answer.verdict.findings) == ({"misranked"} if mixed != draft.groups else set())


@given(st.data())
def test_folding_a_limit_is_withheld_whatever_else_is_shown(data: st.DataObject) -> None:
    monograph = nizatidine()
    draft = honest_draft(monograph)
    tiers = data.draw(st.lists(st.sampled_from(Tier), min_size=3, max_size=3))
    groups = tuple(
        replace(group, quotes=tuple(replace(q, tier=tier) for q in group.quotes))
        for group, tier in zip(draft.groups, tiers, strict=True)
    )
    ids = [quote.fact_id for group in groups for quote in group.quotes]
    limits = data.draw(st.frozensets(st.sampled_from(ids)))
    known = Terms(
        label_ids=frozenset(draft.label_ids),
        retrieved=draft.retrieved | {image.image_id for image in draft.images},
        required=draft.required,
        limits=limits,
    )
    answer = judge(replace(draft, groups=groups), Kept(monograph), known)
    folded = {q.fact_id for group in groups for q in group.quotes if q.tier is Tier.MORE}
    assert {f.subject for f in answer.verdict.findings} == limits & folded
    assert names(answer.verdict.findings) <= {"folded"}


def test_a_draft_that_says_nothing_is_withheld() -> None:
    monograph = nizatidine()
    silent = replace(honest_draft(monograph), groups=(), sources=(), images=())
    silent = replace(silent, required=frozenset())
    assert names(judge(silent, Kept(monograph)).verdict.findings) == {"empty"}


def test_a_withheld_answer_carries_findings_and_not_one_word_of_the_draft() -> None:
    monograph = nizatidine()
    lie = "Take as many as you like."
    draft = changed_quote(honest_draft(monograph), lambda quote: replace(quote, text=lie))
    answer = judge(draft, Kept(monograph))
    assert not answer.groups and not answer.sources and not answer.images
    assert lie not in repr(answer) and DOSE.text not in repr(answer)


def test_a_store_that_cannot_be_read_is_an_error_and_no_verdict() -> None:
    class Broken:
        def stored(self, fact_ids: object, image_ids: object) -> Stored:
            raise OSError("disk gone")

    with pytest.raises(OSError, match="disk gone"):
        judge(honest_draft(nizatidine()), Broken())


@pytest.mark.parametrize("outcome", [Outcome.ANSWERED, Outcome.WITHHELD])
def test_a_refusal_cannot_pass_for_an_answer(outcome: Outcome) -> None:
    with pytest.raises(ValueError, match="not a refusal"):
        refuse(Refusal(outcome, "anything"))


def test_only_facts_and_conditional_facts_are_required_by_the_invariant() -> None:
    monograph = nizatidine()
    kinds = {f.fact_id: f.kind for f in monograph.facts}
    required = {kinds[fact_id] for fact_id in honest_draft(monograph).required}
    assert required == {FactKind.FACT, FactKind.CONDITIONAL}
