"""One sub-question of one label: the planned look, and at most two wider ones where it is empty.

A wider look stays in the sections where the subject is usually stated, and brings only what names
the subject: a heading, or a sentence that holds all words of it. Where nothing does, the label is
silent and the answer says so.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from monograph_qa.domain.evidence import Evidence, Route, RouteResult
from monograph_qa.domain.intent import Intent, QuestionKind
from monograph_qa.evidence import LabelRows, retrieve
from monograph_qa.intent.cues import topics
from monograph_qa.intent.particulars import particulars
from monograph_qa.intent.splitting import subjects_named
from monograph_qa.intent.thing_names import names_of
from monograph_qa.pipeline.fitting.denials import LIMITING
from monograph_qa.pipeline.fitting.fitting import put_in_order
from monograph_qa.pipeline.fitting.focusing import (
    but_the_rest_of_sections,
    focus,
    telling_words,
    without_other_rows,
)
from monograph_qa.pipeline.fitting.measure_words import measure_words
from monograph_qa.pipeline.fitting.patients import set_strangers_aside
from monograph_qa.pipeline.fitting.regimens import DOSES, Regimen, focus_regimen
from monograph_qa.pipeline.fitting.sought import Sought, asked_regimen, sought_by
from monograph_qa.pipeline.question.parting import Asked
from monograph_qa.pipeline.search.accompanying import (
    continuations,
    doses_of_fitting_sections,
    limits_that_fit,
)
from monograph_qa.pipeline.search.left_over import look_for_left_over
from monograph_qa.pipeline.search.particular import name_particulars, usual_sections
from monograph_qa.pipeline.search.particular_notes import note_on, note_on_silence
from monograph_qa.pipeline.search.parts_of_label import (
    note_on_missing_section,
    professional_facts,
    set_weaker_aside,
)
from monograph_qa.pipeline.search.people_told import note_on_people, put_people_first
from monograph_qa.pipeline.search.silence import searched_for, silence, subject_of
from monograph_qa.pipeline.search.unglued import unglued
from monograph_qa.pipeline.search.widening import WIDENINGS, quoted
from monograph_qa.pipeline.tracing import Trace
from monograph_qa.routing import plan
from monograph_qa.vocabulary.sections import section_by_key

# Older labels have their parts on people among the precautions.
_LIMITING = LIMITING - {DOSES, "precautions"}
_LONG = 30  # sentences that hold one word; what stands in more limits nothing in particular


@dataclass(frozen=True, slots=True)
class Look:
    """What was found for one sub-question, and the one line that goes with it.

    `attributes` were looked for throughout the label.
    """

    results: tuple[RouteResult, ...]
    note: str
    attributes: tuple[str, ...]


def look(
    asked: Asked,
    rows: LabelRows,
    trace: Trace,
    called: Mapping[str, Sequence[str]] | None = None,
) -> Look:
    """What the label says to the sub-question; `note` says when it had to be looked for wider.

    `called` are all names of the drugs that the question names, by what it calls them.
    """
    intent, n = asked.intent, asked.part.n
    with trace.step("plan", n) as saw:
        planned = plan(intent, asked.label.label_id)
        saw(f"{asked.label.title[:60]}: {', '.join(route.value for route in planned.routes)}")
    results = [replace(result, part=n) for result in retrieve(rows, planned)]
    for result in results:
        trace.add(f"route {result.route.value}", result.ms, _seen(result.evidence), n)
    results += [*_limits(asked, rows, trace), *professional_facts(results, intent, rows)]
    whole = any(r.route is Route.SECTION_MATCH and r.evidence for r in results)
    used = intent.attributes if whole else (*intent.attributes, *intent.fallback_attributes)
    named = _particular(asked, results, rows, trace, called or {})
    if named is not None:
        return named
    if any(result.evidence for result in results):
        with trace.step("focus", n) as saw:
            # Words of the label's own names stand in any of its sentences, or in none; those of a
            # section that is asked for tell none of its sentences apart.
            own = (asked.label.title, asked.label.drug, *_asked_sections(intent))
            sought = sought_by(intent, own)
            regimen = asked_regimen(intent, sought, rows)
            # Without a section that was brought whole, there is nothing to narrow.
            narrowed, note, missing = _focused(results if whole else [], intent, own, regimen)
            found = narrowed if whole else tuple(results)
            found, weaker = set_weaker_aside(found, _asks_a_fact(intent))
            more = _accompanying(found, intent, rows, sought)
            if more:
                found = (*found, _brought(more, n))
            left = look_for_left_over(found, intent, sought, rows)
            if left.evidence and missing:
                found, note = _but_whole_sections(found, missing)
            found, elsewhere = set_strangers_aside(found, intent, regimen)
            found, first = put_in_order(found, intent, sought, regimen, silent=left.silent)
            found = (*found, _brought(left.evidence, n)) if left.evidence else found
            found = put_people_first(found, intent)
            beside = [note_on_missing_section(found, intent, rows), note_on_people(found, intent)]
            note = " ".join(filter(None, [*beside, note, first, weaker, elsewhere]))
            saw(note or "all of it answers, in the label's order")
        return Look(found, note, used)
    if not intent.image_kinds and intent.kind is not QuestionKind.CHANGES:
        sought = sought_by(intent, (asked.label.title,))
        doses = doses_of_fitting_sections(results, intent, rows, sought)
        if doses:
            note = (
                f"Nothing in this label states this directly ({subject_of(intent)}). Shown is what "
                f"stands on dosing under the headings that name what was asked."
            )
            return Look((*results, _brought(doses, n)), note, used)
        for name, widen in WIDENINGS:
            started = time.perf_counter()
            evidence, told = widen(asked, rows)
            ms = round((time.perf_counter() - started) * 1000, 2)
            trace.add(f"second look: {name}", ms, _seen(evidence), n)
            if evidence:
                wider = RouteResult(Route.SECTION_MATCH, tuple(evidence), ms, n)
                note = f"Nothing in this label states this directly ({subject_of(intent)}). {told}"
                return Look((*results, wider), note, used)
        left = look_for_left_over(results, intent, sought, rows)
        if left.evidence and intent.topics:
            note = (
                f"Nothing in this label states this directly ({subject_of(intent)}). Shown is what "
                "names other words of the question."
            )
            return Look((*results, _brought(left.evidence, n)), note, used)
    return Look(tuple(results), silence(intent, rows), used)


def _accompanying(
    found: Sequence[RouteResult], intent: Intent, rows: LabelRows, sought: Sought
) -> list[Evidence]:
    """What the patient told of calls for beside the answer; nothing beside what was searched."""
    if intent.kind is QuestionKind.CHANGES or any(r.route is Route.TEXT_SEARCH for r in found):
        return []
    doses = doses_of_fitting_sections(found, intent, rows, sought)
    brought = (*found, _brought(doses, 0))
    return [
        *doses,
        *limits_that_fit(brought, intent, rows),
        *continuations(found, intent, rows, sought),
    ]


def _brought(evidence: Sequence[Evidence], n: int) -> RouteResult:
    return RouteResult(Route.SECTION_MATCH, tuple(evidence), 0.0, n)


def _limits(asked: Asked, rows: LabelRows, trace: Trace) -> list[RouteResult]:
    """What contraindications and warnings say of the rest of a question about some people.

    "May it be given to an infant with SCID?" names the section on infants; that it must not be
    given in SCID stands elsewhere, and without it the answer reads as leave.
    """
    intent = asked.intent
    only_people = set(intent.topics) <= set(intent.populations)
    if not intent.populations or not (intent.kind is QuestionKind.YES_NO or only_people):
        return []
    started = time.perf_counter()
    told = telling_words(intent.words, (asked.label.title, asked.label.drug))
    # A measure stands in any limit; the number that is told of it says which limits are meant.
    words = [word for word in told if word not in measure_words()]
    # Who names people and a circumstance, and no subject, may ask what to give them then.
    where = _LIMITING | {DOSES} if only_people else _LIMITING
    limiting = [s for s, p in rows.outline.items() if not where.isdisjoint(p.head.line)]
    kept: dict[Evidence, None] = {}
    for word in words:
        naming = rows.saying(names_of((word,)), limiting, Route.SECTION_MATCH)
        # What stands nearly everywhere limits nothing in particular.
        kept.update(dict.fromkeys(naming if len(naming) <= _LONG else ()))
    ms = round((time.perf_counter() - started) * 1000, 2)
    trace.add("limits", ms, _seen(tuple(kept)), asked.part.n)
    return [RouteResult(Route.SECTION_MATCH, tuple(kept), ms, asked.part.n)] if kept else []


def _particular(
    asked: Asked,
    results: list[RouteResult],
    rows: LabelRows,
    trace: Trace,
    called: Mapping[str, Sequence[str]],
) -> Look | None:
    """The answer to a question about one effect, partner or occasion; None where none is asked
    for.

    A question whose subject no vocabulary knows is answered by what names it; only where nothing
    does, what was searched for stays as the last resort.
    """
    intent = asked.intent
    sought = particulars(intent, asked.label, called)
    searched = any(result.route is Route.TEXT_SEARCH for result in results)
    if not sought or intent.image_kinds or intent.kind is QuestionKind.CHANGES:
        return None
    near = [e for r in results for e in r.evidence if searched]
    if searched:
        results = [replace(r, evidence=()) for r in results]
    whole, sought = sought, unglued(sought, rows)
    if searched and not near and sought != whole:
        # A part of what was asked, of which the label's own words say nothing, answers nothing.
        return None
    with trace.step("particular", asked.part.n) as saw:
        named = name_particulars(results, intent, sought, rows)
        saw(", ".join(each.asked for each in sought))
    if near and not (named.said or named.classes):
        return None
    if named.said or named.classes:
        return Look(named.results, note_on(named, sought), named.attributes)
    told = searched_for(usual_sections(intent, sought, rows), intent.section_keys, rows)
    return Look(
        named.results, note_on_silence(named, sought, told, asked.label.drug), named.attributes
    )


def _focused(
    results: list[RouteResult],
    intent: Intent,
    named: tuple[str, ...],
    regimen: Regimen | None,
) -> tuple[tuple[RouteResult, ...], str, tuple[str, ...]]:
    """The results narrowed to the words of the question, a line that says so, and the words that no
    sentence of a section shown whole names."""
    out: list[RouteResult] = []
    note = ""
    missing: tuple[str, ...] = ()
    telling: tuple[str, ...] = ()
    for result in results:
        words = [word for word in intent.words if not _names_a_section(word, intent)]
        found = focus_regimen(result.evidence, regimen) if regimen else None
        if found is None:
            found = focus(result.evidence, words, named)
            telling = telling or found.telling
        rest = without_other_rows(found.evidence, telling)
        out.append(replace(result, evidence=tuple(rest)))
        aside = sum(each.aside for each in found.evidence)
        if aside and found.telling:
            sentences = "sentence" if aside == 1 else "sentences"
            shown = f"Shown is what speaks of {quoted(found.telling)}"
            if found.is_general:
                shown += ", and the doses that are stated for all"
            note = f"{shown}; {aside} more {sentences} of the section: ask with --full."
        elif found.missing and result.evidence:
            missing = found.missing
            note = f"No sentence of the section names {quoted(missing)}: all of it is shown."
    return tuple(out), note, missing


def _but_whole_sections(
    found: Sequence[RouteResult], missing: Sequence[str]
) -> tuple[tuple[RouteResult, ...], str]:
    """The results without sections that were shown whole for lack of a sentence with the `missing`
    words, which stand elsewhere."""
    out = tuple(replace(r, evidence=but_the_rest_of_sections(r.evidence, ())) for r in found)
    aside = len({e.fact.fact_id for r in out for e in r.evidence if e.aside and e.fact})
    return out, f"Shown is what names {quoted(missing)}; {aside} more sentences: ask with --full."


def _asks_a_fact(intent: Intent) -> bool:
    """Whether what is asked first is a single fact and no section."""
    first = [topics()[name] for name in intent.topics[:1] if name in topics()]
    return any(topic.attributes and not topic.whole_sections for topic in first)


def _asked_sections(intent: Intent) -> list[str]:
    """The names of the sections that are asked for whole."""
    tiers = {tier for subject in intent.whole_sections for tier in subject}
    return [section_by_key(key).name for tier in tiers for key in tier]


def _names_a_section(word: str, intent: Intent) -> bool:
    """Whether a word names no more than a section that is asked for whole, or its people."""
    meant = [topics()[name] for name in subjects_named(word)]
    return bool(meant) and all(
        topic.whole_sections in intent.whole_sections or topic.name in intent.populations
        for topic in meant
    )


def _seen(evidence: tuple[Evidence, ...] | list[Evidence]) -> str:
    sections = dict.fromkeys(e.section.heading for e in evidence if e.section)
    headings = "; ".join(heading[:40] for heading in list(sections)[:4])
    return f"{len(evidence)} found" + (f" in {headings}" if headings else "")
