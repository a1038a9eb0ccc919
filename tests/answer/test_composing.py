"""How the template writer arranges evidence."""

from building import evidence_of, nizatidine

from monograph_qa.answer import compose
from monograph_qa.domain.evidence import Route
from monograph_qa.domain.label import FactKind


def test_each_section_is_one_group_and_each_sentence_is_said_once() -> None:
    label = nizatidine()
    results = [evidence_of(label, route, label.facts) for route in Route][:2]
    draft = compose("?", [label.label], results)
    said = [quote.fact_id for group in draft.groups for quote in group.quotes]
    assert said == [fact.fact_id for fact in label.facts]
    assert len(draft.groups) == len(label.sections)


def test_the_likeliest_sections_come_first() -> None:
    label = nizatidine()
    results = [evidence_of(label, Route.FACT_SPAN, label.facts)]
    results = [r for r in results if r.evidence]
    draft = compose("?", [label.label], results, ["storage_and_handling"])
    keys = [group.section_key for group in draft.groups]
    assert sorted(keys) == sorted(s.section_key for s in label.sections)


def test_facts_and_conditions_that_match_are_required() -> None:
    label = nizatidine()
    draft = compose("?", [label.label], [evidence_of(label, Route.FACT_SPAN, label.facts)])
    wanted = {f.fact_id for f in label.facts if f.kind in (FactKind.FACT, FactKind.CONDITIONAL)}
    assert draft.required == wanted


def test_sources_are_one_a_page_of_a_section_and_quotes_cite_them() -> None:
    label = nizatidine()
    draft = compose("?", [label.label], [evidence_of(label, Route.FACT_SPAN, label.facts)])
    by_number = {source.n: source for source in draft.sources}
    assert len({(s.section_id, s.page) for s in draft.sources}) == len(draft.sources)
    for group in draft.groups:
        for quote in group.quotes:
            assert by_number[quote.source].page == quote.page
            assert by_number[quote.source].heading_path == group.heading_path
