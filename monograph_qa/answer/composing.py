"""The template writer: evidence grouped by section, every line a stored sentence, every line cited.

It adds no words of its own; what stands around the quotes is fixed when the answer is printed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from monograph_qa.domain.answer import Draft, Group, Quote, Source
from monograph_qa.domain.evidence import Evidence, Route, RouteResult, SectionHead
from monograph_qa.domain.label import FactKind, FactSpan, Image, Label

_INVARIANT_KINDS = (FactKind.FACT, FactKind.CONDITIONAL)


def compose(
    question: str,
    labels: Sequence[Label],
    results: Iterable[RouteResult],
    section_keys: Sequence[str] = (),
) -> Draft:
    """A draft that says everything the routes brought, each sentence once, labels kept apart.

    Groups follow the labels as asked, then `section_keys` (the likeliest sections first), then the
    label's own order; text search keeps its ranking. `required` are the facts that the FactSpan
    invariant demands.
    """
    each = list(results)
    hits = [e for r in each for e in r.evidence]
    facts = _once([e for e in hits if e.fact is not None])
    last_resort = bool(facts) and all(e.route is Route.TEXT_SEARCH for e in facts)
    order = {label.label_id: at for at, label in enumerate(labels)}
    if not last_resort:
        facts.sort(key=lambda e: (order[e.label.label_id], _rank(e, section_keys), _ordinal(e)))
    sources = _Sources()
    groups: dict[str, Group] = {}
    for evidence in facts:
        head, fact = evidence.section, evidence.fact
        if head is None or fact is None:
            continue
        source = sources.number(evidence.label, head, fact)
        quote = Quote(fact.quote, source, fact.fact_id, fact.page, fact.context)
        group = groups.get(head.section_id) or Group(
            head.heading, head.heading_path, head.section_key, head.section_code, head.label_id, ()
        )
        groups[head.section_id] = replace(group, quotes=(*group.quotes, quote))
    return Draft(
        question=question,
        label_ids=tuple(label.label_id for label in labels),
        groups=tuple(groups.values()),
        sources=sources.listed(),
        images=tuple(_images(hits)),
        retrieved=frozenset(e.fact.fact_id for e in facts if e.fact),
        required=frozenset(
            e.fact.fact_id
            for e in hits
            if e.route is Route.FACT_SPAN and e.fact and e.fact.kind in _INVARIANT_KINDS
        ),
        last_resort=last_resort,
    )


def _rank(evidence: Evidence, section_keys: Sequence[str]) -> int:
    """Place of the evidence's section among the likely ones; whole asked sections come first."""
    if evidence.route is Route.SECTION_MATCH:
        return -1
    line = evidence.section.line if evidence.section else ()
    return next((at for at, key in enumerate(section_keys) if key in line), len(section_keys))


def _ordinal(evidence: Evidence) -> int:
    return evidence.fact.ordinal if evidence.fact else 0


def _once(hits: Iterable[Evidence]) -> list[Evidence]:
    seen: dict[str, Evidence] = {}
    for evidence in hits:
        if evidence.fact is not None:
            seen.setdefault(evidence.fact.fact_id, evidence)
    return list(seen.values())


def _images(hits: Iterable[Evidence]) -> list[Image]:
    return list({e.image.image_id: e.image for e in hits if e.image is not None}.values())


class _Sources:
    """Numbers sources as they are first cited: one a page of a section of a label."""

    def __init__(self) -> None:
        self._sources: dict[tuple[str, int | None], Source] = {}

    def number(self, label: Label, head: SectionHead, fact: FactSpan) -> int:
        key = (head.section_id, fact.page)
        known = self._sources.get(key)
        boxes = (*(known.boxes if known else ()), *fact.boxes)
        n = known.n if known else len(self._sources) + 1
        self._sources[key] = Source(
            n=n,
            label_id=label.label_id,
            drug=label.drug,
            title=label.title,
            version=label.version,
            section_id=head.section_id,
            heading_path=head.heading_path,
            section_code=head.section_code,
            page=fact.page,
            boxes=tuple(dict.fromkeys(boxes)),
        )
        return n

    def listed(self) -> tuple[Source, ...]:
        return tuple(self._sources.values())
