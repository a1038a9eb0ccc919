"""From what the routes brought to a Draft: a writer arranges, the quotes come from the evidence.

No words are added; what stands around the quotes is fixed when the answer is printed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from monograph_qa.answer.writing import (
    Arrangement,
    Material,
    NotWritten,
    Offered,
    TemplateWriter,
    Writer,
)
from monograph_qa.domain.answer import Draft, Finding, Group, Part, Quote, Source
from monograph_qa.domain.evidence import Evidence, Route, RouteResult, SectionHead
from monograph_qa.domain.geometry import PageBox
from monograph_qa.domain.label import FactKind, FactSpan, Image, Label

_INVARIANT_KINDS = {
    Route.FACT_SPAN: (FactKind.FACT, FactKind.CONDITIONAL),
    Route.SECTION_MATCH: (FactKind.FACT, FactKind.CONDITIONAL, FactKind.DIRECTIVE),
}
_ALWAYS: Writer = TemplateWriter()


def compose(
    question: str,
    labels: Sequence[Label],
    results: Iterable[RouteResult],
    section_keys: Sequence[str] = (),
    *,
    parts: Sequence[Part] = (),
    writer: Writer = _ALWAYS,
    findings: Sequence[Finding] = (),
    full: bool = False,
) -> Draft:
    """A draft of what the routes brought, each sentence once a part, labels kept apart.

    Offered to the writer are the parts in turn, in each the labels as asked, then `section_keys`
    (the likeliest sections first; a part's own where it has any), then the label's own order; what
    scores higher comes before all that, and text search keeps its ranking. What stands aside is
    offered only when asked in `full`.

    A writer orders and groups. What it leaves out of a section is counted as `more` there, or put
    back when asked in `full`; a section that it leaves out whole is put back, but for what text
    search brought. `findings` are what was wrong with its last draft. Raises NotWritten where it
    gives nothing, or a number that was not offered.
    """
    each = list(results)
    hits = [e for r in each for e in r.evidence]
    facts = [e for e in hits if e.fact is not None]
    last_resort = bool(facts) and all(e.route is Route.TEXT_SEARCH for e in facts)
    order = {label.label_id: at for at, label in enumerate(labels)}
    keys = {part.n: part.section_keys for part in parts}
    found: list[tuple[int, Evidence]] = []
    for n, own in groupby(sorted(each, key=lambda r: r.part), key=lambda r: r.part):
        told = _once([e for r in own for e in r.evidence])
        if not all(e.route is Route.TEXT_SEARCH for e in told):
            likely = keys.get(n) or section_keys
            ranks = _ranks(told, likely)
            told.sort(
                key=lambda e: (order[e.label.label_id], -e.score, ranks[_section(e)], _ordinal(e))
            )
        found += ((n, e) for e in told)
    shown = [(n, e) for n, e in found if full or not e.aside]
    offered = tuple(Offered(at, n, e) for at, (n, e) in enumerate(shown, 1))
    # Without a sentence there is nothing to ask of a writer.
    arranged = writer.write(Material(question, offered, tuple(findings))) if offered else ()
    if offered and not any(arranged):
        raise NotWritten("nothing was arranged", [Finding("empty", "draft", "no number is given")])
    put_back, dropped = _missed(arranged, offered, full=full)
    left_out = Counter(_place(n, e) for n, e in found if e.aside and not full)
    left_out.update(_place(each.part, each.evidence) for each in dropped)
    groups, sources = _put_in((*arranged, put_back), offered, left_out)
    return Draft(
        question=question,
        label_ids=tuple(label.label_id for label in labels),
        groups=groups,
        sources=sources,
        images=tuple(_images(hits)),
        retrieved=frozenset(e.fact.fact_id for e in facts if e.fact),
        required=required_of(each),
        last_resort=last_resort,
        writer=writer.name,
        parts=tuple(parts),
    )


def required_of(results: Iterable[RouteResult]) -> frozenset[str]:
    """The fact_ids that the FactSpan invariant demands: what no writer may leave out.

    All FACTs and CONDITIONALs that bear an asked attribute; of a section asked for by itself also
    its DIRECTIVEs, but for what stands aside.
    """
    return frozenset(
        e.fact.fact_id
        for r in results
        for e in r.evidence
        if e.fact and not e.aside and e.fact.kind in _INVARIANT_KINDS.get(e.route, ())
    )


def _missed(
    arranged: Arrangement, offered: Sequence[Offered], *, full: bool
) -> tuple[tuple[int, ...], tuple[Offered, ...]]:
    """The numbers of sections that a writer left out whole, and what it left out of the others.

    In `full` the first are all that it left out: no later question could bring the rest.
    """
    named = {n for numbers in arranged for n in numbers}
    begun = {_place(each.part, each.evidence) for each in offered if each.n in named}
    missed = [o for o in offered if o.n not in named and o.evidence.route is not Route.TEXT_SEARCH]
    if full:
        return tuple(o.n for o in missed), ()
    whole = tuple(o.n for o in missed if _place(o.part, o.evidence) not in begun)
    return whole, tuple(o for o in missed if _place(o.part, o.evidence) in begun)


def _place(part: int, evidence: Evidence) -> tuple[int, str]:
    return part, _section(evidence)


def _put_in(
    arranged: Arrangement, offered: Sequence[Offered], left_out: Counter[tuple[int, str]]
) -> tuple[tuple[Group, ...], tuple[Source, ...]]:
    """The arranged numbers as groups of quotes; a group that mixes sections becomes several."""
    known = {each.n: each for each in offered}
    strange = {n: None for numbers in arranged for n in numbers if n not in known}
    if strange:
        why = "it was not offered"
        found = [Finding("not_retrieved", f"sentence {int(n)}", why) for n in strange]
        raise NotWritten("sentences that were not offered", found)
    sources = _Sources()
    groups: list[Group] = []
    used: set[int] = set()
    for numbers in arranged:
        fresh = [known[n] for n in dict.fromkeys(numbers) if n not in used]
        used.update(each.n for each in fresh)
        for (part, head), run in groupby(fresh, key=lambda o: (o.part, o.evidence.section)):
            if head is None:
                continue
            more = left_out.pop((part, head.section_id), 0)
            quotes = tuple(_quotes(run, head, sources))
            printed = (head.heading, head.heading_path, head.section_key, head.section_code)
            groups.append(Group(*printed, head.label_id, quotes, part, more))
    return tuple(groups), sources.listed()


def _quotes(run: Iterable[Offered], head: SectionHead, sources: "_Sources") -> Iterator[Quote]:
    for each in run:
        fact = each.evidence.fact
        if fact is not None:
            n = sources.number(each.evidence.label, head, fact)
            yield Quote(fact.quote, n, fact.fact_id, fact.page, fact.context)


def _ranks(hits: Iterable[Evidence], section_keys: Sequence[str]) -> dict[str, int]:
    """Place of each section among the likely ones: whichever routes brought its sentences, they
    are read in its own order."""
    ranks: dict[str, int] = {}
    for each in hits:
        section = _section(each)
        rank = _rank(each, section_keys)
        ranks[section] = min(rank, ranks.get(section, rank))
    return ranks


def _rank(evidence: Evidence, section_keys: Sequence[str]) -> int:
    """Place of the evidence's section among the likely ones; whole asked sections come first."""
    if evidence.route is Route.SECTION_MATCH:
        return -1
    line = evidence.section.line if evidence.section else ()
    return next((at for at, key in enumerate(section_keys) if key in line), len(section_keys))


def _section(evidence: Evidence) -> str:
    return evidence.section.section_id if evidence.section else ""


def _ordinal(evidence: Evidence) -> int:
    return evidence.fact.ordinal if evidence.fact else 0


def _once(hits: Iterable[Evidence]) -> list[Evidence]:
    """Each FactSpan once, as the first route brought it; not aside when any route means it."""
    seen: dict[str, Evidence] = {}
    for evidence in hits:
        if evidence.fact is None:
            continue
        first = seen.setdefault(evidence.fact.fact_id, evidence)
        if first.aside and not evidence.aside:
            seen[evidence.fact.fact_id] = replace(first, aside=False)
    return list(seen.values())


def _images(hits: Iterable[Evidence]) -> list[Image]:
    return list({e.image.image_id: e.image for e in hits if e.image is not None}.values())


class _Sources:
    """Numbers sources as they are first cited: one a page of a section of a label."""

    def __init__(self) -> None:
        self._cited: dict[tuple[str, int | None], tuple[int, Label, SectionHead]] = {}
        self._boxes: list[dict[PageBox, None]] = []

    def number(self, label: Label, head: SectionHead, fact: FactSpan) -> int:
        new = len(self._boxes) + 1
        n, _, _ = self._cited.setdefault((head.section_id, fact.page), (new, label, head))
        if n == new:
            self._boxes.append({})
        self._boxes[n - 1].update(dict.fromkeys(fact.boxes))
        return n

    def listed(self) -> tuple[Source, ...]:
        return tuple(
            Source(
                n=n,
                label_id=label.label_id,
                drug=label.drug,
                title=label.title,
                version=label.version,
                section_id=head.section_id,
                heading_path=head.heading_path,
                section_code=head.section_code,
                page=page,
                boxes=tuple(self._boxes[n - 1]),
            )
            for (_, page), (n, label, head) in self._cited.items()
        )
