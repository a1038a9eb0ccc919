"""One sub-question of one label: the planned look, and at most two wider ones where it is empty.

A wider look stays in the sections where the subject is usually stated, and brings only what names
the subject: a heading, or a sentence that holds all words of it. Where nothing does, the label is
silent and the answer says so.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from monograph_qa.domain.evidence import Evidence, Route, RouteResult
from monograph_qa.domain.intent import Intent, QuestionKind
from monograph_qa.evidence import LabelRows, retrieve
from monograph_qa.intent.cues import topics
from monograph_qa.intent.particulars import ParticularKind, particulars
from monograph_qa.intent.splitting import subjects_named
from monograph_qa.pipeline.accompanying import doses_of_fitting_sections, limits_that_fit
from monograph_qa.pipeline.fitting import put_in_order
from monograph_qa.pipeline.focusing import focus, said, telling_words, without_other_rows
from monograph_qa.pipeline.particular import name_particulars
from monograph_qa.pipeline.parting import Asked
from monograph_qa.pipeline.stems import stem, stems_in, stems_of
from monograph_qa.pipeline.tracing import Trace
from monograph_qa.routing import plan
from monograph_qa.vocabulary.abbreviations import abbreviations, find_meaning
from monograph_qa.vocabulary.attributes import attributes
from monograph_qa.vocabulary.sections import ancestors, descendants, section_by_key

_MOST_HEADINGS = 12
_WHOLE = {
    ParticularKind.EFFECT: "side effects of {drug}",
    ParticularKind.PARTNER: "interactions of {drug}",
}
_LIMITING = frozenset(
    {"contraindications", "warnings_and_precautions", "warnings", "boxed_warning"}
)
_LONG = 30  # sentences; a wider look that brings more is narrowed to the words asked


@dataclass(frozen=True, slots=True)
class Look:
    """What was found for one sub-question, and the one line that goes with it.

    `attributes` were looked for throughout the label; `is_silent` where nothing was found.
    """

    results: tuple[RouteResult, ...]
    note: str
    attributes: tuple[str, ...]

    @property
    def is_silent(self) -> bool:
        return not any(result.evidence for result in self.results)


def look(asked: Asked, rows: LabelRows, trace: Trace) -> Look:
    """What the label says to the sub-question; `note` says when it had to be looked for wider."""
    intent, n = asked.intent, asked.part.n
    with trace.step("plan", n) as saw:
        planned = plan(intent, asked.label.label_id)
        saw(f"{asked.label.title[:60]}: {', '.join(route.value for route in planned.routes)}")
    results = [replace(result, part=n) for result in retrieve(rows, planned)]
    for result in results:
        trace.add(f"route {result.route.value}", result.ms, _seen(result.evidence), n)
    results += _limits(asked, rows, trace)
    whole = any(r.route is Route.SECTION_MATCH and r.evidence for r in results)
    used = intent.attributes if whole else (*intent.attributes, *intent.fallback_attributes)
    named = _particular(asked, results, rows, trace)
    if named is not None:
        return named
    if any(result.evidence for result in results):
        with trace.step("focus", n) as saw:
            # Words of the label's own names stand in any of its sentences, or in none; those of a
            # section that is asked for tell none of its sentences apart.
            own = (asked.label.title, asked.label.drug, *_asked_sections(intent))
            found, note = _focused(results, intent, own) if whole else (tuple(results), "")
            more = _accompanying(found, intent, rows, own)
            if more:
                found = (*found, _brought(more, n))
            found, first = put_in_order(found, intent, own)
            note = " ".join(filter(None, [note, first]))
            saw(note or "all of it answers, in the label's order")
        return Look(found, note, used)
    if not intent.image_kinds and intent.kind is not QuestionKind.CHANGES:
        for name, widen in _WIDENINGS:
            started = time.perf_counter()
            evidence, told = widen(asked, rows)
            ms = round((time.perf_counter() - started) * 1000, 2)
            trace.add(f"second look: {name}", ms, _seen(evidence), n)
            if evidence:
                wider = RouteResult(Route.SECTION_MATCH, tuple(evidence), ms, n)
                note = f"Nothing in this label states this directly ({_subject(intent)}). {told}"
                return Look((*results, wider), note, used)
    return Look(tuple(results), silence(asked, rows), used)


def _accompanying(
    found: Sequence[RouteResult], intent: Intent, rows: LabelRows, named: Sequence[str]
) -> list[Evidence]:
    """What the patient told of calls for beside the answer; nothing beside what was searched."""
    if intent.kind is QuestionKind.CHANGES or any(r.route is Route.TEXT_SEARCH for r in found):
        return []
    doses = doses_of_fitting_sections(found, intent, rows, named)
    return [*doses, *limits_that_fit((*found, _brought(doses, 0)), intent, rows)]


def _brought(evidence: Sequence[Evidence], n: int) -> RouteResult:
    return RouteResult(Route.SECTION_MATCH, tuple(evidence), 0.0, n)


def _limits(asked: Asked, rows: LabelRows, trace: Trace) -> list[RouteResult]:
    """What contraindications and warnings say of the rest of a question about some people.

    "May it be given to an infant with SCID?" names the section on infants; that it must not be
    given in SCID stands elsewhere, and without it the answer reads as leave.
    """
    intent = asked.intent
    if intent.kind is not QuestionKind.YES_NO or not intent.populations:
        return []
    started = time.perf_counter()
    words = telling_words(intent.words, (asked.label.title, asked.label.drug))
    limiting = [s for s, p in rows.outline.items() if not _LIMITING.isdisjoint(p.head.line)]
    found = rows.in_sections(dict.fromkeys(limiting), Route.SECTION_MATCH) if words else []
    kept: dict[Evidence, None] = {}
    for word in words:
        naming = [e for e in found if stem(word) in stems_of(said(e))]
        # What stands nearly everywhere limits nothing in particular.
        kept.update(dict.fromkeys(naming if len(naming) <= _LONG else ()))
    ms = round((time.perf_counter() - started) * 1000, 2)
    trace.add("limits", ms, _seen(tuple(kept)), asked.part.n)
    return [RouteResult(Route.SECTION_MATCH, tuple(kept), ms, asked.part.n)] if kept else []


def _particular(
    asked: Asked, results: list[RouteResult], rows: LabelRows, trace: Trace
) -> Look | None:
    """The answer to a question about one effect or partner; None where none is asked for."""
    intent = asked.intent
    sought = particulars(intent, asked.label.label_id)
    searched = any(result.route is Route.TEXT_SEARCH for result in results)
    if not sought or searched or intent.image_kinds or intent.kind is QuestionKind.CHANGES:
        return None
    with trace.step("particular", asked.part.n) as saw:
        named = name_particulars(results, intent, sought, rows)
        saw(", ".join(each.asked for each in sought))
    if not named.silent:
        return Look(named.results, named.note, named.attributes)
    subject = ", ".join(each.asked for each in sought)
    empty = tuple(replace(result, evidence=()) for result in results)
    whole = _WHOLE[sought[0].kind].format(drug=asked.label.drug)
    note = (
        f"{_not_stated(subject, intent, rows)} No sentence names it; for the sections ask: {whole}"
    )
    return Look(empty, note, named.attributes)


def _focused(
    results: list[RouteResult], intent: Intent, named: tuple[str, ...]
) -> tuple[tuple[RouteResult, ...], str]:
    out: list[RouteResult] = []
    note = ""
    telling: tuple[str, ...] = ()
    for result in results:
        words = [word for word in intent.words if not _names_a_section(word, intent)]
        found = focus(result.evidence, words, named)
        telling = telling or found.telling
        rest = without_other_rows(found.evidence, telling)
        out.append(replace(result, evidence=tuple(rest)))
        aside = sum(each.aside for each in found.evidence)
        if aside and found.telling:
            sentences = "sentence" if aside == 1 else "sentences"
            note = (
                f"Shown is what speaks of {_quoted(found.telling)}; {aside} more {sentences} of "
                f"the section: ask with --full."
            )
        elif found.missing and result.evidence:
            note = f"No sentence of the section names {_quoted(found.missing)}: all of it is shown."
    return tuple(out), note


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


def _quoted(words: tuple[str, ...]) -> str:
    return ", ".join(f"“{word}”" for word in words)


def _seen(evidence: tuple[Evidence, ...] | list[Evidence]) -> str:
    sections = dict.fromkeys(e.section.heading for e in evidence if e.section)
    headings = "; ".join(heading[:40] for heading in list(sections)[:4])
    return f"{len(evidence)} found" + (f" in {headings}" if headings else "")


def silence(asked: Asked, rows: LabelRows) -> str:
    """What was looked for, and in which of the label's sections, in fixed words and headings."""
    return _not_stated(_subject(asked.intent), asked.intent, rows)


def _not_stated(subject: str, intent: Intent, rows: LabelRows) -> str:
    about = f" ({subject})" if subject else ""
    searched = _searched(intent, rows)
    where = "; ".join(searched) if searched else "none of its sections is about this"
    return f"Not stated in this label{about}. Searched: {where}."


def _subject(intent: Intent) -> str:
    names = [section_by_key(key).name for key in intent.section_keys[:3]]
    return ", ".join(a.replace("_", " ") for a in intent.attributes) or ", ".join(names)


def _searched(intent: Intent, rows: LabelRows) -> list[str]:
    wanted = {k for key in intent.section_keys for k in (key, *descendants(key))}
    places = list(rows.outline.values())
    fitting = [p.head.heading for p in places if p.head.section_key in wanted]
    chapters = [p.head.heading for p in places if p.level == 1]
    # A fact is looked for in the whole label, wherever it stands.
    found = fitting if fitting and not intent.attributes else [*fitting, *chapters]
    return list(dict.fromkeys(found))[:_MOST_HEADINGS]


def _likely(intent: Intent, rows: LabelRows) -> dict[str, None]:
    """The sections where the subject is usually stated, and their parents in the vocabulary."""
    wanted = set(intent.attributes) | set(intent.fallback_attributes)
    keys = {k for a in attributes() if a.key in wanted for k in a.section_keys}
    keys |= {k for tiers in intent.whole_sections for tier in tiers for k in tier}
    keys |= {above for key in tuple(keys) for above in ancestors(key)} | set(intent.section_keys)
    return {s: None for s, p in rows.outline.items() if not keys.isdisjoint(p.head.line)}


def _by_heading(asked: Asked, rows: LabelRows) -> tuple[list[Evidence], str]:
    """Sections whose own headings name the subject, whole."""
    intent = asked.intent
    wanted = frozenset(intent.populations) or frozenset(intent.topics[:1])
    if not wanted:
        return [], ""
    heads = {s: rows.outline[s].head.heading for s in _likely(intent, rows)}
    meant = [s for s, heading in heads.items() if wanted <= subjects_named(heading)]
    evidence = rows.in_sections(sorted(rows.below(meant)), Route.SECTION_MATCH)
    if len(evidence) > _LONG:
        holding = [e for e in evidence if _holds(e, stems_in(asked.named))]
        beyond = [replace(e, aside=True) for e in evidence[_LONG:]]
        evidence = holding or [*evidence[:_LONG], *beyond]
    shown = dict.fromkeys(heads[s] for s in meant)
    return evidence, f"Shown is what stands under {_quoted(tuple(shown))}."


def _by_words(asked: Asked, rows: LabelRows) -> tuple[list[Evidence], str]:
    """Sentences and table rows, of the likely sections, that hold every word of the subject."""
    return _holding([stems_in(asked.named)], asked, rows)


def _by_other_words(asked: Asked, rows: LabelRows) -> tuple[list[Evidence], str]:
    """The same, for what the subject's abbreviations stand for, and for its abbreviations."""
    variants = []
    for word in asked.named:
        for other in _other_spellings(word):
            rest = [w for w in asked.named if w != word]
            variants.append(stems_in([*rest, other]))
    return _holding(variants, asked, rows)


def _other_spellings(word: str) -> Iterator[str]:
    meaning = find_meaning(word)
    if meaning:
        yield meaning
    for each in abbreviations():
        if stem(each.meaning) == stem(word):
            yield each.written


def _holding(
    variants: list[tuple[str, ...]], asked: Asked, rows: LabelRows
) -> tuple[list[Evidence], str]:
    usable = [variant for variant in variants if variant]
    sections = _likely(asked.intent, rows)
    if not usable or not sections:
        return [], ""
    found = rows.in_sections(sections, Route.SECTION_MATCH)
    kept = [e for e in found if any(_holds(e, variant) for variant in usable)]
    return kept, f"Shown is what holds the words {_quoted(asked.named)}."


def _holds(evidence: Evidence, wanted: tuple[str, ...]) -> bool:
    fact = evidence.fact
    return fact is not None and stems_of(f"{fact.context or ''} {fact.quote}").issuperset(wanted)


_Widening = Callable[[Asked, LabelRows], tuple[list[Evidence], str]]
_WIDENINGS: tuple[tuple[str, _Widening], ...] = (
    ("headings that name it", _by_heading),
    ("its words", _by_words),
    ("its other spellings", _by_other_words),
)
