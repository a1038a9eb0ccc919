"""One label's rows as evidence: read by section, attribute or kind of picture; the four routes of a
plan over them."""

import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, proxy

from monograph_qa.domain.evidence import Evidence, Route, RoutePlan, RouteResult
from monograph_qa.domain.frame import conditions_of
from monograph_qa.domain.label import FactSpan, Label
from monograph_qa.evidence.label import (
    ComparedLines,
    Place,
    Searched,
    SearchedLabel,
    WholeLabel,
    outline_of,
    served_label,
)
from monograph_qa.frames.denied import without_exceptions
from monograph_qa.frames.lines import LabelLines
from monograph_qa.frames.reading import read_text
from monograph_qa.store.reading import LibraryReader
from monograph_qa.store.rows import image_of, several
from monograph_qa.vocabulary.attributes import IDENTITY
from monograph_qa.vocabulary.sections import descendants, is_of_patients

if TYPE_CHECKING:
    from monograph_qa.evidence.embedding.likeness import Likeness


_INDICATIONS = "indications_and_usage"
_MOST_LABELS = 200  # outlines in memory of one library
_MOST_SPANS = 30_000  # sentences, with their index and vectors: 100 MB at most


class KeptLabel:
    """One label's outline, and all its sentences once they are asked for."""

    def __init__(self, rows: LibraryReader, label_id: str, heads: Sequence[Sequence[Any]]) -> None:
        self.heads = heads
        self._rows = proxy(rows)  # what is kept goes with the library, and does not keep it
        self._label_id = label_id

    @cached_property
    def whole(self) -> WholeLabel:
        return WholeLabel(self._rows.fact_rows(self._label_id), self._label_id)

    @property
    def spans(self) -> int:
        """How many of its sentences are in memory."""
        return len(self.whole) if "whole" in self.__dict__ else 0

    @cached_property
    def outline(self) -> dict[str, Place]:
        return outline_of(self.heads, self._label_id)

    @cached_property
    def searched(self) -> SearchedLabel:
        return SearchedLabel(self.whole, self.outline, self.compared)

    @cached_property
    def compared(self) -> ComparedLines:
        return ComparedLines(self.lines.lines)

    @cached_property
    def lines(self) -> LabelLines:
        """Its sentences as a question is compared with them, in reading order."""
        texts = map(self.whole.text, range(len(self.whole)))
        return LabelLines((self.outline[s].head, lead_in, quote) for s, lead_in, quote in texts)

    @cached_property
    def indicated(self) -> frozenset[str]:
        heads = [p.head for p in self.outline.values() if _INDICATIONS in p.head.line]
        facts = self.whole.in_sections([head.section_id for head in heads])
        excepted = frozenset[str]()
        for fact in facts:
            rest = without_exceptions(fact.quote)
            if rest != fact.quote:  # "with the exception of chronic leukaemia"
                said = (conditions_of(read_text(text, "words")) for text in (fact.quote, rest))
                excepted |= frozenset.difference(*said)
        frames = [*(head.frame for head in heads), *(fact.frame for fact in facts)]
        return conditions_of(value for frame in frames for value in frame) - excepted


class KeptLabels:
    """The labels last asked about, at most so many that memory stays bounded."""

    def __init__(self, most_spans: int = _MOST_SPANS) -> None:
        """Keeps `most_spans` sentences, and all of the last label, however many it has."""
        self._most_spans = most_spans
        self._labels: OrderedDict[str, KeptLabel] = OrderedDict()

    def label(self, rows: LibraryReader, label_id: str) -> KeptLabel:
        """What is kept of the label, for as long as `rows` itself keeps the same outline of it."""
        heads = rows.heads(label_id)
        kept = self._labels.get(label_id)
        if kept is None or kept.heads is not heads:
            kept = self._labels[label_id] = KeptLabel(rows, label_id, heads)
        self._labels.move_to_end(label_id)
        spans = sum(each.spans for each in self._labels.values())
        while len(self._labels) > 1 and (
            spans > self._most_spans or len(self._labels) > _MOST_LABELS
        ):
            _, oldest = self._labels.popitem(last=False)
            spans -= oldest.spans
        return kept


# What is kept of an open library goes when the library does.
_KEPT: WeakKeyDictionary[LibraryReader, KeptLabels] = WeakKeyDictionary()


class LabelRows:
    """What one label holds, looked up as a question needs it, and kept (see `KeptLabel`).
    `likeness` compares meanings for the last-resort search; None means the shipped embedder."""

    def __init__(
        self, rows: LibraryReader, label: Label, likeness: "Likeness | None" = None
    ) -> None:
        self.label = label
        self.likeness = likeness
        self._rows = rows

    @cached_property
    def _kept(self) -> KeptLabel:
        return _KEPT.setdefault(self._rows, KeptLabels()).label(self._rows, self.label.label_id)

    @property
    def outline(self) -> dict[str, Place]:
        return self._kept.outline

    @property
    def lines(self) -> LabelLines:
        return self._kept.lines

    @property
    def indicated(self) -> frozenset[str]:
        return self._kept.indicated

    def place_of(self, fact_id: str) -> int:
        """The place of a FactSpan among `lines`. Raises KeyError for another label's."""
        return self._kept.whole.places[fact_id]

    def like(self, question: str) -> list[float]:
        return self._kept.compared.like(question)

    def nearness(self, question: str, places: Sequence[int]) -> dict[int, float]:
        """How near in meaning to a question the `lines` at these places are, each read as a whole,
        by place; none where the model that reads them is not installed."""
        return self._kept.compared.near(question, places)

    def fact_at(self, at: int) -> FactSpan:
        return self._kept.whole.fact(at)

    def below(self, section_ids: Iterable[str]) -> set[str]:
        """These sections and all that stand below them."""
        inside = set(section_ids)
        for section_id, place in self.outline.items():
            if place.parent_id in inside:
                inside.add(section_id)
        return inside

    def in_sections(self, section_ids: Iterable[str], route: Route) -> list[Evidence]:
        wanted = tuple(section_ids)
        return self.evidence(self._kept.whole.in_sections(wanted), route) if wanted else []

    def with_attributes(self, attributes: Iterable[str], route: Route) -> list[Evidence]:
        """Every citable FactSpan that bears one of the attributes; all where none is named."""
        return self.evidence(self._kept.whole.with_attributes(tuple(attributes)), route)

    def searched(self) -> Searched:
        """The label's citable sentences as text search compares them: where they are stored, if
        that can search them, else in memory."""
        if self._rows.searches and self.likeness is None:
            served = served_label(self._rows, self.label.label_id)
            if served is not None:
                return served
        self._kept.searched.likeness = self.likeness
        return self._kept.searched

    def evidence(self, facts: Iterable[FactSpan], route: Route) -> list[Evidence]:
        """FactSpans of this label as `route` brings them, each with its section."""
        places = self.outline
        return [
            Evidence(route, self.label, places[fact.section_id].head, fact)
            for fact in facts
            if fact.section_id in places
        ]

    def pictures(self, kinds: Iterable[str]) -> list[Evidence]:
        """Pictures of these kinds, surest first; all of the label's where no kind is named."""
        values = {"label_id": self.label.label_id, "kinds": several(kinds)}
        found: list[Evidence] = []
        for row in self._rows.rows("evidence/image_lookup", values):
            image = image_of(row)
            place = self.outline.get(image.section_id or "")
            where = (self.label, place.head if place else None)
            found.append(Evidence(Route.IMAGE_LOOKUP, *where, image=image, score=image.confidence))
        return found


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
