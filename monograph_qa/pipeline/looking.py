"""One part of a question to one label: routes bring, the ranking orders, tiers say what is
shown."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from monograph_qa.domain.evidence import Evidence, Route, RouteResult, Tier
from monograph_qa.domain.frame import Facet, Frame
from monograph_qa.domain.intent import Intent, QuestionKind, UnknownDrug
from monograph_qa.evidence.reading import LabelRows, retrieve
from monograph_qa.frames.reading import as_label_writes, read_question
from monograph_qa.frozen import frozen
from monograph_qa.intent.cues import topics
from monograph_qa.pipeline.changes import printed_changes
from monograph_qa.pipeline.naming import naming_comedication, naming_others, naming_subject, on_milk
from monograph_qa.pipeline.notes import (
    NEAREST,
    note_on,
    silence,
    unnamed,
    unsaid_pairs,
    unspoken_topics,
)
from monograph_qa.pipeline.posing import OVERDOSE, ask_label, candidate_at, respelt
from monograph_qa.pipeline.question.clauses import asks, has_subject, without_other_questions
from monograph_qa.pipeline.question.parting import AskedPart
from monograph_qa.pipeline.silent import silence_on
from monograph_qa.pipeline.tracing import Trace
from monograph_qa.pipeline.unsaid import not_spoken_of
from monograph_qa.pipeline.whole_lists import list_asked_for
from monograph_qa.ranking import (
    MOST,
    SCREEN,
    Asked,
    Beside,
    Ranked,
    Selected,
    candidates_of,
    features,
    fused,
    going_on,
    rank,
    select,
    weighed_again,
    with_limits,
    with_needs,
)
from monograph_qa.routing import plan
from monograph_qa.vocabulary.attributes import is_of_product
from monograph_qa.vocabulary.name_keys import plain_key

_EQUIVALENCE = "dose_equivalence"  # of which only what names the other drug says something
_OF_CLAUSES = 4  # lines of each clause that are candidates


@frozen
class Look:
    """What was found for one part, the line that goes with it, and the attributes looked for."""

    results: tuple[RouteResult, ...]
    note: str
    attributes: tuple[str, ...]
    frame: Frame | None = None


def look(
    part: AskedPart,
    rows: LabelRows,
    trace: Trace,
    most: int = MOST,
    called: Mapping[str, Sequence[str]] | None = None,
    room: int = SCREEN,
) -> Look:
    """What the label says to the part, each line with its tier and what put it there: at `most` so
    many lines of answer, unless a list is asked for, and `room` for so many in all. `called` are
    names of the held drugs by what the question calls them."""
    part = respelt(part, rows)
    intent, n = part.intent, part.part.n
    with trace.step("plan", n) as saw:
        planned = plan(intent, part.label.label_id)
        saw(f"{part.label.title[:60]}: {', '.join(route.value for route in planned.routes)}")
    results = [replace(result, part=n) for result in retrieve(rows, planned)]
    for result in results:
        trace.add(f"route {result.route.value}", result.ms, _seen(result.evidence), n)
    by_section = any(r.route is Route.SECTION_MATCH and r.evidence for r in results)
    used = intent.attributes if by_section else (*intent.attributes, *intent.fallback_attributes)
    if intent.image_kinds or intent.kind is QuestionKind.CHANGES:
        wanted = [e for r in results for e in r.evidence if e.image or not intent.image_kinds]
        if not (wanted or intent.image_kinds):
            wanted = list(printed_changes(rows))
            results.append(RouteResult(Route.SECTION_MATCH, tuple(wanted), 0.0, n))
        return Look(tuple(results), "" if wanted else silence(intent, rows), used)
    started = time.perf_counter()
    frame = _frame_of(intent, part, rows, called or {})
    asked = ask_label(intent, frame, part, rows)
    brought = {e.fact.fact_id: e for r in results for e in r.evidence if e.fact}
    ranked = _ranked_with(asked, candidates_of(asked, map(rows.place_of, brought)), rows)
    ranked = _ranked_with(asked, going_on(asked, ranked), rows, ranked)
    # None of what the routes brought is lost, shown or not.
    listed = list_asked_for(intent, asked, results, rows)
    ranked = _ranked_with(asked, map(rows.place_of, listed), rows, ranked)
    spoken = _by_clauses(part, frame, rows, called or {})
    best = {each.candidate.line.at for own in spoken for each in own[:_OF_CLAUSES]}
    ranked = _ranked_with(asked, best, rows, ranked)
    whole = part.whole
    is_equated = _EQUIVALENCE in intent.topics
    elsewhere = (*whole.foreign, *(whole.unknown_drugs if is_equated else ()))
    foreign = [drug for drug in elsewhere if _is_named(drug, intent)]
    compared = asked.of(Facet.COMEDICATION) if is_equated or foreign else ()
    if (foreign or compared) and not listed:
        kept = naming_others(foreign, asked) | _of_others(part, spoken, foreign)
        kept = kept.union(*(each.places for each in compared))
        ranked = [each for each in ranked if each.candidate.line.at in kept]
        brought = {key: e for key, e in brought.items() if rows.place_of(key) in kept}
    if not listed:
        ranked = _weighed(asked, intent.question, fused(ranked, spoken), spoken, rows, whole)
    selected = select(asked, ranked, listed, brought, most, spoken, room)
    if listed:  # whole, however long it is
        room = len(selected)
    selected = with_needs(
        selected, lambda fact_id: candidate_at(rows, rows.place_of(fact_id)), room
    )
    with trace.step("rank", n) as saw:
        saw(f"{len(ranked)} ranked, {sum(s.tier is not Tier.MORE for s in selected)} shown")
    silent = silence_on(
        asked,
        ranked,
        selected,
        brought,
        is_planned=bool(planned.attributes or planned.section_keys),
        names_others=bool(foreign),
    )
    if silent.is_silent:
        return Look((), unnamed(asked) or silence(intent, rows), used, frame)
    found = _as_results(selected, brought, results, rows, n, started)
    note = (unnamed(asked) or NEAREST) if silent.is_near else note_on(asked, selected)
    note = note or unsaid_pairs(asked, rows)
    unspoken = unspoken_topics(intent, rows, is_of_effect=bool(asked.of(Facet.EFFECT)))
    note = " ".join(filter(None, [note, not_spoken_of(unspoken)]))
    return Look(found, note or (NEAREST if silent.is_doubted and not listed else ""), used, frame)


def _frame_of(
    intent: Intent, part: AskedPart, rows: LabelRows, called: Mapping[str, Sequence[str]]
) -> Frame:
    """A part of a question, or a clause of it, as this label is asked it."""
    frame = read_question(intent, part.label, part.whole, called)
    return as_label_writes(frame, rows.lines)


def _ranked_with(
    asked: Asked, places: Iterable[int], rows: LabelRows, ranked: Sequence[Ranked] = ()
) -> Sequence[Ranked]:
    """What is `ranked` already, and the lines at those of the `places` that are not, best first."""
    known = {each.candidate.line.at for each in ranked}
    new = sorted(set(places) - known)
    return rank(asked, [candidate_at(rows, at) for at in new], ranked) if new else ranked


def _by_clauses(
    part: AskedPart, whole: Frame, rows: LabelRows, called: Mapping[str, Sequence[str]]
) -> list[Sequence[Ranked]]:
    """The ranked lines as each clause of the question ranks them, for the same patient. A clause
    that names nothing is on what the `whole` question names: "BP 78/40 and faint. Stop for good?"
    """
    found: list[Sequence[Ranked]] = []
    # "… took 25 tablets. When to draw a level?" is asked of the overdose.
    beside = (OVERDOSE,) if OVERDOSE in part.whole.topics else ()
    for each in part.clauses:
        clause = replace(each, topics=tuple(dict.fromkeys((*beside, *each.topics))))
        posed = replace(part, intent=clause)
        if _is_of_the_product(clause):
            posed = replace(posed, whole=clause)
        frame = _frame_of(clause, posed, rows, called)
        if not frame.named and posed.whole is part.whole:
            frame = replace(frame, named=whole.named)
        asked = ask_label(clause, frame, posed, rows)
        first = tuple(asked.first)
        stating = rows.with_attributes(first, Route.FACT_SPAN) if first else ()
        brought = [rows.place_of(each.fact.fact_id) for each in stating if each.fact]
        ranked = _ranked_with(asked, candidates_of(asked, brought), rows)
        alone = without_other_questions(each.question, part.whole.question)
        found.append(_weighed(asked, alone, ranked, (), rows, part.whole))
    return found


def _is_of_the_product(clause: Intent) -> bool:
    """Whether a clause asks first how the product keeps or what it is made of, whoever takes it."""
    first = topics().get(clause.topics[0]) if clause.topics else None
    return first is not None and bool(first.attributes) and is_of_product(first.attributes)


def _is_named(drug: UnknownDrug, intent: Intent) -> bool:
    return drug.asked.casefold() in intent.question.casefold()


def _of_others(
    part: AskedPart, spoken: Sequence[Sequence[Ranked]], foreign: Sequence[UnknownDrug]
) -> set[int]:
    """The places of what answers best each clause that asks, or says what is asked, and names no
    drug which is not here: "change to phenelzine, and does she have to taper it?" asks of the
    label's own drug as well. Where that is another product of its name, none does."""
    own = plain_key(part.label.product.brand or part.label.drug).partition(" ")[0]
    if any(plain_key(drug.asked).partition(" ")[0] == own for drug in foreign):
        return set()
    return {
        ranked[0].candidate.line.at
        for clause, ranked in zip(part.clauses, spoken, strict=True)
        if ranked
        and (has_subject(clause) or asks(clause.question, part.whole.question))
        and _EQUIVALENCE not in clause.topics
        and not any(_is_named(drug, clause) for drug in foreign)
    }


def _weighed(
    asked: Asked,
    question: str,
    ranked: Sequence[Ranked],
    clauses: Sequence[Sequence[Ranked]],
    rows: LabelRows,
    whole: Intent,
) -> list[Ranked]:
    """The ranked lines, the best of them weighed beside one another and by how near they are to a
    `question`; `whole` is the question with all its parts."""
    ranked, places = with_limits(asked, ranked)
    # Of a word or two nothing is nearer than another.
    near = rows.nearness(question, places) if asked.alike else {}
    subject = naming_subject(asked, whole) or on_milk(asked, ranked)
    beside = Beside(near, {"subject": subject, "interaction": naming_comedication(asked)})
    return weighed_again(ranked, features(asked, ranked, places, clauses, beside))


def _as_results(
    selected: Sequence[Selected],
    brought: dict[str, Evidence],
    results: Sequence[RouteResult],
    rows: LabelRows,
    n: int,
    started: float,
) -> tuple[RouteResult, ...]:
    """The selected lines as what their routes brought, scored so that their order is kept."""
    by_route: dict[Route, list[Evidence]] = {result.route: [] for result in results}
    for at, each in enumerate(selected):
        fact = each.ranked.fact
        first = brought.get(fact.fact_id)
        evidence = first or rows.evidence([fact], Route.FRAME_MATCH)[0]
        because = each.ranked.because
        placed = replace(evidence, score=float(-at), tier=each.tier, because=because)
        by_route.setdefault(placed.route, []).append(placed)
    ms = {result.route: result.ms for result in results}
    ms.setdefault(Route.FRAME_MATCH, round((time.perf_counter() - started) * 1000, 2))
    return tuple(
        RouteResult(route, tuple(found), ms[route], n) for route, found in by_route.items()
    )


def _seen(evidence: Sequence[Evidence]) -> str:
    sections = dict.fromkeys(e.section.heading for e in evidence if e.section)
    headings = "; ".join(heading[:40] for heading in list(sections)[:4])
    return f"{len(evidence)} found" + (f" in {headings}" if headings else "")
