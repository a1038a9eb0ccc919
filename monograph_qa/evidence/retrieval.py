"""Runs a plan's routes in order, one module a route."""

import time
from collections.abc import Callable, Sequence

from monograph_qa.domain.evidence import Evidence, Route, RoutePlan, RouteResult
from monograph_qa.evidence.fact_span import match_facts
from monograph_qa.evidence.image_lookup import look_up_images
from monograph_qa.evidence.reading import LabelRows
from monograph_qa.evidence.section_match import match_sections
from monograph_qa.evidence.text_search import search_text

Runner = Callable[[LabelRows, RoutePlan, Sequence[Evidence]], list[Evidence]]
"""A route: what it finds for the plan, given what earlier routes brought."""

ROUTES: dict[Route, Runner] = {
    Route.SECTION_MATCH: match_sections,
    Route.FACT_SPAN: match_facts,
    Route.IMAGE_LOOKUP: look_up_images,
    Route.TEXT_SEARCH: search_text,
}


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
