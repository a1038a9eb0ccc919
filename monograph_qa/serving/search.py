"""Across labels: the lines that fit a need, and views with one label a side."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from monograph_qa.domain.search import FoundLines, View
from monograph_qa.library import Library
from monograph_qa.serving.requests import JSON, Asker, ServingOf

_MOST = 2000  # characters
Words = Annotated[str, Query(max_length=_MOST, pattern=r"\S")]
Filter = Words | None
Most = Annotated[int, Query(ge=1, le=1000)]
Skip = Annotated[int, Query(ge=0)]
LINES = 100  # of a need, unless more are asked for


routes = APIRouter(default_response_class=JSON)


@routes.get("/find")
async def find(
    need: Words,
    serving: ServingOf,
    caller: Asker,
    section: Filter = None,
    kind: Filter = None,
    format: Filter = None,
    drug: Filter = None,
    most: Most = LINES,
    skip: Skip = 0,
) -> JSON:
    """The lines of all labels that fit a need, `lines` as `monograph-qa find --json` prints
    them: `most` of `total`, after the first `skip`; and how many there are of each kind."""

    def lines(library: Library) -> dict[str, Any]:
        narrow = {"section": section, "kind": kind, "format": format, "drug": drug}
        return _found_value(library.find(need, **narrow, most=most, skip=skip))

    return JSON(await serving.draw(lines))


@routes.get("/dose")
async def dose(drug: Words, serving: ServingOf, caller: Asker) -> JSON:
    """A card of doses, as `monograph-qa dose --json` prints it."""
    return _rows(await serving.draw(lambda library: library.doses(drug)))


@routes.get("/interactions")
async def interactions(drug: Words, other: Words, serving: ServingOf, caller: Asker) -> JSON:
    """What each label of either drug says of the other, as `interactions --json` prints it."""
    return _rows(await serving.draw(lambda library: library.interactions(drug, other)))


@routes.get("/reactions")
async def reactions(
    drug: Words,
    serving: ServingOf,
    caller: Asker,
    effect: Annotated[str, Query(max_length=_MOST)] = "",
) -> JSON:
    """Tables of adverse reactions row by row, as `reactions --json` prints them."""
    return _rows(await serving.draw(lambda library: library.reactions(drug, effect)))


@routes.get("/compare")
async def compare(
    drug: Annotated[list[Words], Query()], topic: Words, serving: ServingOf, caller: Asker
) -> JSON:
    """What the labels of several drugs say on a topic, as `compare --json` prints it; `drug`
    is given once for each."""
    return _rows(await serving.draw(lambda library: library.compare(drug, topic)))


def _found_value(found: FoundLines) -> dict[str, Any]:
    return {**found.counts(), "lines": found.table().records()}


def _rows(view: View) -> JSON:
    return JSON(view.table().records())
