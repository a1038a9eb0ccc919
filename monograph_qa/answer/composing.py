"""From what the routes brought to a Draft: a writer arranges, the quotes come from the evidence. No
words are added; what stands around the quotes is fixed when the answer is printed."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from monograph_qa.domain.answer import Draft, Finding, Group, Part, Quote, Source, source_of
from monograph_qa.domain.evidence import Evidence, Route, RouteResult, SectionHead, Tier
from monograph_qa.domain.geometry import PageBox
from monograph_qa.domain.label import FactKind, FactSpan, Label
from monograph_qa.errors import MonographError
from monograph_qa.frozen import frozen

_MOST_FINDINGS = 40
_MOST_SAID = 20_000  # characters
_CUT = " [the rest was not kept]"

Arrangement = tuple[tuple[int, ...], ...]
"""Groups of numbers of offered FactSpans, in the order in which they are to be shown."""


@frozen
class Offered:
    """One FactSpan that may be quoted: its number, and the sub-question that it was brought for."""

    n: int
    part: int
    evidence: Evidence


@frozen
class Material:
    """What a writer is shown: the question, and what may be quoted, likeliest first. `findings` say
    why the gate refused what it wrote before, when it is asked once more."""

    question: str
    offered: tuple[Offered, ...]
    findings: tuple[Finding, ...] = ()


class NotWritten(MonographError):
    """A writer arranged nothing that can be judged. `reason` says why in words of ours. With
    `findings` it said something that must not be shown; without, it said nothing. `said` is its
    free text, for the record. The first 40 findings and 20,000 characters are kept: a model can be
    made to say wrong things without end."""

    def __init__(self, reason: str, findings: Sequence[Finding] = (), said: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.findings = tuple(findings[:_MOST_FINDINGS])
        self.said = said if len(said) <= _MOST_SAID else said[:_MOST_SAID] + _CUT


class Writer(Protocol):
    """Arranges what may be quoted. `name` is kept in the audit record."""

    @property
    def name(self) -> str: ...

    def write(self, material: Material) -> Arrangement:
        """Which of the offered numbers to quote, in which groups and order. Raises NotWritten."""
        ...


class TemplateWriter:
    """Quotes everything, one group a section of a part and tier: the sections in the order offered,
    a line that leans on another ("in these patients") behind that. `in_place_of` says why it stands
    in for a model: it was `unavailable`, or its draft `withheld`."""

    def __init__(self, in_place_of: str = "") -> None:
        self.name = f"template (model {in_place_of})" if in_place_of else "template"

    def write(self, material: Material) -> Arrangement:
        sections: dict[tuple[int, str, str], list[Offered]] = {}
        for each in material.offered:
            head = each.evidence.section
            place = (each.part, each.evidence.tier.value, head.section_id if head else "")
            sections.setdefault(place, []).append(each)
        return tuple(tuple(each.n for each in as_read(run)) for run in sections.values())


def as_read(offered: Sequence[Offered]) -> list[Offered]:
    """Lines of one section in order, those that lean on another behind it: "in these patients"."""
    by_id = {o.evidence.fact.fact_id: o for o in offered if o.evidence.fact}
    placed: dict[int, Offered] = {}

    def place(each: Offered) -> None:
        fact = each.evidence.fact
        for need in fact.needs if fact and each.n not in placed else ():
            leant_on = by_id.get(need.fact_id)
            if leant_on is not None and not need.follows and leant_on.n != each.n:
                place(leant_on)
        placed.setdefault(each.n, each)
        for need in fact.needs if fact else ():
            after = by_id.get(need.fact_id)
            if after is not None and need.follows:
                placed.setdefault(after.n, after)

    for each in offered:
        place(each)
    return list(placed.values())


_INVARIANT_KINDS = {
    Route.FACT_SPAN: (FactKind.FACT, FactKind.CONDITIONAL),
    Route.SECTION_MATCH: (FactKind.FACT, FactKind.CONDITIONAL, FactKind.DIRECTIVE),
}
_ALWAYS: Writer = TemplateWriter()


def compose(
    question: str,
    labels: Sequence[Label],
    results: Iterable[RouteResult],
    *,
    parts: Sequence[Part] = (),
    writer: Writer = _ALWAYS,
    findings: Sequence[Finding] = (),
    full: bool = False,
) -> Draft:
    """A draft of what the routes brought, each sentence once a part, labels kept apart. Offered to
    the writer are the lines of tiers ANSWER and LIMIT (in `full` of all tiers), part by part, the
    labels as asked, best first. A writer orders and groups them, and may fold lines of ANSWER into
    MORE: what it leaves out is folded. A LIMIT that it leaves out is put back, and so is the best
    line of a part that it leaves without an answer. What is MORE stays so. `findings` are what was
    wrong with its last draft. Raises NotWritten where it gives nothing, or a number that was not
    offered."""
    each = list(results)
    hits = [e for r in each for e in r.evidence]
    facts = [e for e in hits if e.fact is not None]
    order = {label.label_id: at for at, label in enumerate(labels)}
    found: list[Offered] = []
    for part in sorted({r.part for r in each}):
        once: dict[str, Evidence] = {}  # as the first route brought it
        for e in (e for r in each if r.part == part for e in r.evidence):
            if e.fact is not None:
                once.setdefault(e.fact.fact_id, e)
        best = sorted(
            once.values(),
            key=lambda e: (order[e.label.label_id], -e.score, e.fact.ordinal if e.fact else 0),
        )
        found += (Offered(n, part, e) for n, e in enumerate(best, len(found) + 1))
    offered = tuple(each for each in found if full or each.evidence.tier is not Tier.MORE)
    # Without a sentence there is nothing to ask of a writer.
    arranged = writer.write(Material(question, offered, tuple(findings))) if offered else ()
    if offered and not any(arranged):
        raise NotWritten("nothing was arranged", [Finding("empty", "draft", "no number is given")])
    arranged = (*arranged, *_unanswered(arranged, offered))
    known = {each.n: each for each in found}
    groups, sources = _put_in(arranged, known, {each.n for each in offered})
    return Draft(
        question=question,
        label_ids=tuple(label.label_id for label in labels),
        groups=groups,
        sources=sources,
        images=tuple({e.image.image_id: e.image for e in hits if e.image is not None}.values()),
        retrieved=frozenset(e.fact.fact_id for e in facts if e.fact),
        required=required_of(each),
        last_resort=bool(facts) and all(e.route is Route.TEXT_SEARCH for e in facts),
        writer=writer.name,
        parts=tuple(parts),
    )


def required_of(results: Iterable[RouteResult]) -> frozenset[str]:
    """The fact_ids that the FactSpan invariant demands: what no writer may leave out. All FACTs and
    CONDITIONALs that bear an asked attribute; of a section asked for by itself also its DIRECTIVEs.
    They stand in one of the three tiers."""
    return frozenset(
        e.fact.fact_id
        for r in results
        for e in r.evidence
        if e.fact and e.fact.kind in _INVARIANT_KINDS.get(e.route, ())
    )


def _unanswered(arranged: Arrangement, offered: Sequence[Offered]) -> Iterator[tuple[int, ...]]:
    """The best line of each part of which a writer left out every answer."""
    named = {n for numbers in arranged for n in numbers}
    answers: dict[int, list[int]] = {}
    for each in offered:
        if each.evidence.tier is Tier.ANSWER:
            answers.setdefault(each.part, []).append(each.n)
    yield from ((numbers[0],) for numbers in answers.values() if named.isdisjoint(numbers))


def limits_of(results: Iterable[RouteResult]) -> frozenset[str]:
    """The fact_ids of tier LIMIT: what no writer may fold."""
    return frozenset(
        e.fact.fact_id for r in results for e in r.evidence if e.fact and e.tier is Tier.LIMIT
    )


def _put_in(
    arranged: Arrangement, known: Mapping[int, Offered], offered: Collection[int]
) -> tuple[tuple[Group, ...], tuple[Source, ...]]:
    """Everything found as groups of quotes: what is arranged, then the limits that were left out,
    then all the rest as MORE; a group that mixes sections becomes several."""
    named = dict.fromkeys(n for numbers in arranged for n in numbers)
    if not_offered := [n for n in named if n not in offered]:
        why = "it was not offered"
        found = [Finding("not_retrieved", f"sentence {int(n)}", why) for n in not_offered]
        raise NotWritten("sentences that were not offered", found)
    limits = [n for n, each in known.items() if each.evidence.tier is Tier.LIMIT]
    answers = [n for n, each in known.items() if each.evidence.tier is Tier.ANSWER]
    best = {known[n].part: n for n in reversed(answers)}  # of each part
    runs = [
        # What was ranked before every answer of its part: the drug is contraindicated.
        (Tier.LIMIT, [n for n in limits if n < best.get(known[n].part, n + 1)]),
        *((Tier.ANSWER, [n for n in group if n in answers]) for group in arranged),
        (Tier.LIMIT, [*(n for n in named if n in limits), *limits]),
        (Tier.MORE, list(known)),  # whatever no run before it has
    ]
    sources = _Sources()
    groups: list[Group] = []
    used: set[int] = set()
    for part in dict.fromkeys(each.part for each in known.values()):
        for tier, numbers in runs:
            new = [n for n in dict.fromkeys(numbers) if n not in used and known[n].part == part]
            used.update(new)
            if tier is Tier.MORE:
                new.sort(key=lambda n: known[n].evidence.score, reverse=True)
            by_section: dict[str, list[Offered]] = {}
            for n in new:
                head = known[n].evidence.section
                by_section.setdefault(head.section_id if head else "", []).append(known[n])
            for run in by_section.values():
                if tier is Tier.LIMIT:
                    run = as_read(run)
                groups += _group(run, tier, part, sources, sum(len(g.quotes) for g in groups))
    return tuple(groups), sources.listed()


def _group(
    run: Sequence[Offered], tier: Tier, part: int, sources: "_Sources", before: int
) -> Iterator[Group]:
    head = run[0].evidence.section
    if head is None:
        return
    quotes = []
    for rank, evidence in enumerate((each.evidence for each in run), before + 1):
        if (fact := evidence.fact) is not None:
            n = sources.number(evidence.label, head, fact)
            cited = (fact.quote, n, fact.fact_id, fact.page, fact.context)
            quotes.append(Quote(*cited, tier, rank, evidence.because))
    printed = (head.heading, head.heading_path, head.section_key, head.section_code)
    yield Group(*printed, head.label_id, tuple(quotes), part)


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
            source_of(n, label, head, page, self._boxes[n - 1])
            for (_, page), (n, label, head) in self._cited.items()
        )
