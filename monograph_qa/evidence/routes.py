"""The four routes of a plan, and what runs them in order."""

import re
import time
from collections.abc import Callable, Sequence

from monograph_qa.domain.evidence import Evidence, Route, RoutePlan, RouteResult
from monograph_qa.domain.label import FactSpan
from monograph_qa.evidence.label import Searched
from monograph_qa.evidence.reading import LabelRows
from monograph_qa.vocabulary.attributes import IDENTITY
from monograph_qa.vocabulary.sections import descendants, is_of_patients

MOST_HITS = 8
_BOX = "boxed_warning"
_FUSION = 60.0  # Cormack, Clarke and Büttcher 2009
_LEAST_COSINE = 0.35  # below this two sentences share no subject
_CLOSE_COSINE = 0.6  # above this they say much the same
_KNOWN_SHARE = 0.6
_LEANS = re.compile(
    r"^(?:this|these|those|such|it|its|they|their|however|therefore|thus|in addition|similarly|"
    r"the (?:former|latter|same|above))\b",
    re.I,
)


def retrieve(rows: LabelRows, plan: RoutePlan) -> list[RouteResult]:
    """What each planned route brought, in the plan's order, with its time in milliseconds."""
    results: list[RouteResult] = []
    for route in plan.routes:
        started = time.perf_counter()
        before = [e for result in results for e in result.evidence]
        evidence = ROUTES[route](rows, plan, before)
        ms = (time.perf_counter() - started) * 1000
        results.append(RouteResult(route, tuple(evidence), round(ms, 2)))
    return results


def match_sections(rows: LabelRows, plan: RoutePlan, before: Sequence[Evidence]) -> list[Evidence]:
    """Route 1, the asked sections by exact key: every span of them, in reading order. A key stands
    for itself and the keys below it in the vocabulary, so that "warnings and precautions" finds an
    old label's WARNINGS and PRECAUTIONS. The patient's part repeats the professional part in other
    words; it speaks only where the professional part is silent."""
    found: dict[str, Evidence] = {}
    for tiers in plan.whole_sections:
        for tier in tiers:
            evidence = rows.in_sections(_sections_of(rows, tier), Route.SECTION_MATCH)
            if evidence:
                found.update((e.fact.fact_id, e) for e in evidence if e.fact)
                break
    return sorted(found.values(), key=lambda e: e.fact.ordinal if e.fact else 0)


def _sections_of(rows: LabelRows, tier: tuple[str, ...]) -> list[str]:
    keys = {k for key in tier for k in (key, *descendants(key))}
    matched = {
        section_id: [key for key in place.head.line if key in keys]
        for section_id, place in rows.outline.items()
    }
    found = [section_id for section_id, by in matched.items() if by]
    professional = [s for s in found if not all(map(is_of_patients, matched[s]))]
    return professional or found


def match_facts(rows: LabelRows, plan: RoutePlan, before: Sequence[Evidence]) -> list[Evidence]:
    """Route 2, the FactSpan invariant: every FactSpan of the label with one of the attributes, in
    reading order. `before` is what earlier routes brought. Where that is the whole section that was
    asked for, its attributes are looked for only in the boxed warning, which qualifies every
    section, and where the product is presented; where it is nothing, they are looked for
    throughout."""
    asked = set(plan.attributes)
    wanted = (*plan.attributes, *plan.fallback_attributes)
    if not wanted:
        return []
    found = rows.with_attributes(wanted, Route.FACT_SPAN)
    if not before:
        return found
    return [
        each
        for each in found
        if (each.fact and not {IDENTITY, *asked}.isdisjoint(each.fact.attributes))
        or (each.section and _BOX in each.section.line)
    ]


def search_text(rows: LabelRows, plan: RoutePlan, before: Sequence[Evidence]) -> list[Evidence]:
    """Route 4, the last resort: the best sentences of this label for the question's words, best
    first, at most MOST_HITS. A sentence that leans on the one before it ("This effect …") brings it
    along. Nothing at all when no word of the question, or nothing near in meaning, stands in the
    label."""
    searched = rows.searched()
    query = " ".join(plan.words)
    if not len(searched) or not query:
        return []
    hits, known = searched.by_words(plan.words)
    # Most of the question's words stand nowhere in this label: only a close meaning still counts.
    is_strange = known < _KNOWN_SHARE * len(plan.words)
    least = _CLOSE_COSINE if is_strange else _LEAST_COSINE
    near = searched.by_meaning(query, least)
    ranked = fuse([] if is_strange else hits, near)
    chosen = [at for at, _ in ranked[:MOST_HITS]]
    return rows.evidence(_with_neighbours(searched, chosen), Route.TEXT_SEARCH)


def fuse(*rankings: Sequence[int]) -> list[tuple[int, float]]:
    """Reciprocal rank fusion: (index, score), best first."""
    scores: dict[int, float] = {}
    for ranking in rankings:
        for rank, at in enumerate(ranking):
            scores[at] = scores.get(at, 0.0) + 1.0 / (_FUSION + rank)
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))


def _with_neighbours(searched: Searched, chosen: Sequence[int]) -> list[FactSpan]:
    facts = searched.facts({*chosen, *(at - 1 for at in chosen if at)})
    out: dict[int, FactSpan] = {}
    for at in chosen:
        fact = facts[at]
        before = facts.get(at - 1) if _LEANS.match(fact.quote) else None
        if before and before.section_id == fact.section_id:
            out.setdefault(at - 1, before)
        out.setdefault(at, fact)
    return list(out.values())


Runner = Callable[[LabelRows, RoutePlan, Sequence[Evidence]], list[Evidence]]
"""A route: what it finds for the plan, given what earlier routes brought."""

ROUTES: dict[Route, Runner] = {
    Route.SECTION_MATCH: match_sections,
    Route.FACT_SPAN: match_facts,
    Route.IMAGE_LOOKUP: lambda rows, plan, _: rows.pictures(plan.image_kinds),  # route 3
    Route.TEXT_SEARCH: search_text,
}
