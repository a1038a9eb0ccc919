"""A question about one effect or one partner is answered by the sentences that name it, wherever
its usual sections have them; where no sentence of the label does, the label is silent on it.

An attribute that the thing only belongs to (a headache is an effect on the nervous system) is a
matter near to what is asked and not asked itself: its sentences stand aside unless they name the
thing. The FactSpan invariant holds for what is asked by its own name.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from monograph_qa.domain.evidence import Evidence, Route, RouteResult
from monograph_qa.domain.intent import Intent
from monograph_qa.evidence import LabelRows
from monograph_qa.intent.cues import topics
from monograph_qa.intent.particulars import Particular, ParticularKind, Term, is_named_by
from monograph_qa.pipeline.focusing import said, with_company
from monograph_qa.pipeline.stems import stem, words_of
from monograph_qa.vocabulary.attributes import attributes
from monograph_qa.vocabulary.sections import section_by_key

_BOX = "boxed_warning"
_MOST = 30  # sentences of sections where the thing is not usually stated; more are set aside
_TOPIC = {ParticularKind.EFFECT: "adverse_reactions", ParticularKind.PARTNER: "interactions"}
_NEAR = {
    ParticularKind.EFFECT: frozenset({"safety", "interaction"}),
    ParticularKind.PARTNER: frozenset({"interaction"}),
}
_KINETICS = frozenset({"pharmacokinetics", "clinical_pharmacology", "pharmacodynamics"})
_ADVICE = frozenset({"warnings_and_precautions", "warnings", "precautions", "drug_interactions"})
_FOOD = "food_effect"  # grapefruit is a partner, food one of the matters of kinetics


@dataclass(frozen=True, slots=True)
class Named:
    """What names the particulars. `silent` where nothing in the label does; `attributes` are those
    that were asked by their own names."""

    results: tuple[RouteResult, ...]
    note: str
    attributes: tuple[str, ...]
    silent: bool = False


def name_particulars(
    results: Sequence[RouteResult], intent: Intent, asked: Sequence[Particular], rows: LabelRows
) -> Named | None:
    """The results narrowed to the particulars; None where the whole section must answer.

    That is so for a drug that no sentence names, by itself or by a class known here: the label may
    still mean it.
    """
    near = _near(intent, asked)
    kept_attributes = tuple(a for a in intent.attributes if a not in near)
    pool = _pool(intent, asked, rows)
    terms = [term for each in asked for term in each.names]
    classes = [term for each in asked for term in each.classes]
    found, by_class, elsewhere = _holding(pool, terms), False, False
    is_drug = any(each.is_drug for each in asked)
    if classes and not any(_is_about_use(e) for e in found):
        # Named only where the body's handling is told, or nowhere: its class may say what to do.
        of_class = _holding(pool, classes)
        if not is_drug or any(_is_about_use(e) for e in of_class):
            found, by_class = [e for e in pool if _is_in(e, [*found, *of_class])], True
    if not found:
        everywhere = rows.in_sections(list(rows.outline), Route.SECTION_MATCH)
        found, elsewhere = _holding(everywhere, terms), True
        pool = everywhere
    brought = {e.fact.fact_id for r in results for e in r.evidence if e.fact}
    own = any(
        e.fact and not set(kept_attributes).isdisjoint(e.fact.attributes)
        for r in results
        for e in r.evidence
        if r.route is Route.FACT_SPAN
    )
    if not found and not own:
        if is_drug and brought:
            return None
        return Named((), "", kept_attributes, silent=True)
    beyond = found[_MOST:] if elsewhere else []
    found = found[:_MOST] if elsewhere else found
    chosen = with_company(
        pool, {at for at, e in enumerate(pool) if _is_in(e, found)}, belongs=_advising(rows)
    )
    kept = {e.fact.fact_id for at, e in enumerate(pool) if at in chosen and e.fact}
    brought_facts = [e for r in results for e in r.evidence if e.route is Route.FACT_SPAN]
    kept |= {e.fact.fact_id for e in _holding(brought_facts, terms) if e.fact}
    partner = any(each.kind is ParticularKind.PARTNER for each in asked)
    narrowed = [_narrowed(r, kept, kept_attributes, keeps_box=partner) for r in results]
    more = [pool[at] for at in sorted(chosen) if not _is_in_ids(pool[at], brought)]
    more += [replace(e, aside=True) for e in beyond]
    if more:
        narrowed.append(RouteResult(Route.SECTION_MATCH, tuple(more), 0.0, results[0].part))
    shown = classes if by_class and not elsewhere else ()
    note = _note(asked, narrowed, found, shown, elsewhere=elsewhere)
    return Named(tuple(narrowed), note, kept_attributes)


def _is_about_use(evidence: Evidence) -> bool:
    """Whether a sentence tells how to use the drug and not only how the body handles it."""
    return evidence.section is not None and _KINETICS.isdisjoint(evidence.section.line)


def _near(intent: Intent, asked: Sequence[Particular]) -> frozenset[str]:
    """The attributes of the intent that the particulars only belong to."""
    groups = {a.key: a.group for a in attributes()}
    near = frozenset[str]().union(*(_NEAR[each.kind] for each in asked))
    partner = any(each.kind is ParticularKind.PARTNER for each in asked)
    return frozenset(
        a
        for a in intent.attributes
        if (groups.get(a) in near or (partner and a == _FOOD))
        and not any(is_named_by(a, each) for each in asked)
    )


def _pool(intent: Intent, asked: Sequence[Particular], rows: LabelRows) -> list[Evidence]:
    """Every sentence of the sections where such things are stated, in reading order.

    The patient's part repeats the professional part; it speaks only where that has no such section.
    """
    keys = {*intent.section_keys, _BOX}
    for each in asked:
        keys.update(topics()[_TOPIC[each.kind]].section_keys)
    fitting = {s: p.head.line for s, p in rows.outline.items() if not keys.isdisjoint(p.head.line)}
    professional = [
        s
        for s, line in fitting.items()
        if all(section_by_key(key).scope != "patient" for key in line)
    ]
    return rows.in_sections(professional or list(fitting), Route.SECTION_MATCH)


def _advising(rows: LabelRows) -> frozenset[str]:
    """The subsections that say what to do about one thing: their few sentences belong together."""
    return frozenset(
        section_id
        for section_id, place in rows.outline.items()
        if place.level > 1 and not _ADVICE.isdisjoint(place.head.line)
    )


def _holding(pool: Iterable[Evidence], terms: Sequence[Term]) -> list[Evidence]:
    wanted = [_sought(term) for term in terms]
    return [e for e in pool if e.fact and _holds(words_of(said(e)), wanted)]


class _Word:
    """A word of a term, as a stem or as a beginning."""

    def __init__(self, written: str) -> None:
        self._beginning = written.removesuffix("*") if written.endswith("*") else ""
        self._stem = stem(written)

    def is_in(self, words: frozenset[str], stems: frozenset[str]) -> bool:
        if self._beginning:
            return any(word.startswith(self._beginning) for word in words)
        return self._stem in stems


def _sought(term: Term) -> tuple[_Word, ...]:
    return tuple(_Word(word) for word in term)


def _holds(words: frozenset[str], wanted: Sequence[tuple[_Word, ...]]) -> bool:
    stems = frozenset(map(stem, words))
    return any(all(word.is_in(words, stems) for word in term) for term in wanted)


def _narrowed(
    result: RouteResult, kept: set[str], asked: tuple[str, ...], *, keeps_box: bool
) -> RouteResult:
    def stays(e: Evidence) -> bool:
        if e.fact is None or e.fact.fact_id in kept:
            return True
        if e.route is not Route.FACT_SPAN:
            return False
        boxed = keeps_box and e.section is not None and _BOX in e.section.line
        return boxed or not set(asked).isdisjoint(e.fact.attributes)

    return replace(
        result, evidence=tuple(e if stays(e) else replace(e, aside=True) for e in result.evidence)
    )


def _is_in(evidence: Evidence, found: Sequence[Evidence]) -> bool:
    return any(evidence is each for each in found)


def _is_in_ids(evidence: Evidence, ids: set[str]) -> bool:
    return evidence.fact is not None and evidence.fact.fact_id in ids


def _note(
    asked: Sequence[Particular],
    results: Sequence[RouteResult],
    found: Sequence[Evidence],
    classes: Sequence[Term],
    *,
    elsewhere: bool,
) -> str:
    """What is shown, and what of the question no sentence names."""
    said_words = [words_of(said(e)) for e in found]

    def is_named(each: Particular) -> bool:
        wanted = [_sought(term) for term in each.names]
        return any(_holds(words, wanted) for words in said_words)

    missing = [each.asked for each in asked if not is_named(each)]
    named = [each.asked for each in asked if each.asked not in missing]
    told: list[str] = []
    if missing:
        told.append(f"No sentence names {_quoted(missing)}.")
    if classes:
        shown = [t for t in classes if any(_holds(words, [_sought(t)]) for words in said_words)]
        names = [" ".join(word.removesuffix("*") for word in term) for term in shown]
        told.append(f"Shown is what names a class that it may be one of: {_quoted(names)}.")
    elif named:
        told.append(f"Shown is what speaks of {_quoted(named)}.")
    if elsewhere and named:
        told.append("It stands in none of the sections where it would be stated.")
    aside = len({e.fact.fact_id for r in results for e in r.evidence if e.aside and e.fact})
    if not told or not aside:
        return " ".join(told)
    sentences = "sentence" if aside == 1 else "sentences"
    return f"{' '.join(told)} {aside} more {sentences} of the section: ask with --full."


def _quoted(words: Sequence[str]) -> str:
    return ", ".join(f"“{word}”" for word in words)
