"""A question about one effect or one partner is answered by the sentences that name it, wherever
its usual sections have them; where no sentence of the label does, the label is silent on it.

An attribute that the thing only belongs to (a headache is an effect on the nervous system) is a
matter near to what is asked and not asked itself: its sentences stand aside unless they name the
thing. The FactSpan invariant holds for what is asked by its own name.
"""

from collections.abc import Collection, Iterable, Sequence
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
_COMBINED = "drug_interaction"
_STATED = frozenset({"drug_interactions", "contraindications"})
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
) -> Named:
    """The results narrowed to the particulars.

    Where no sentence names a drug, by itself or by a class known here, all of them answer, with a
    note that says so: the label may still mean it.
    """
    near = _near(intent, asked)
    kept_attributes = tuple(a for a in intent.attributes if a not in near)
    pool = _pool(intent, asked, rows)
    terms = [term for each in asked for term in each.names]
    classes = [term for each in asked for listed in each.classes for term in listed.terms]
    found, by_class, elsewhere = _holding(pool, terms), False, False
    is_drug = any(each.is_drug for each in asked)
    if classes and not any(_is_about_use(e) for e in found):
        # Named only where the body's handling is told, or nowhere: its class may say what to do.
        of_class = [e for e in _holding(pool, classes) if not is_drug or _is_of_combining(e)]
        if of_class:
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
            return Named(tuple(results), _unnamed(asked), intent.attributes)
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
    note = _note(asked, narrowed, found, by_class=by_class and not elsewhere, elsewhere=elsewhere)
    return Named(tuple(narrowed), note, kept_attributes)


def _is_of_combining(evidence: Evidence) -> bool:
    """Whether a sentence that names a class tells what to do when one of it is taken as well:
    "seen with other drugs of this class" tells nothing of that."""
    tagged = evidence.fact is not None and _COMBINED in evidence.fact.attributes
    stated = evidence.section is not None and not _STATED.isdisjoint(evidence.section.line)
    return _is_about_use(evidence) and (tagged or stated)


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
    """Every sentence of the sections where such things are stated, in reading order; for a partner
    also those that state an interaction elsewhere ("not for use with ..." of an indication).

    The patient's part repeats the professional part; it speaks only where that has no such section.
    """
    keys = {*intent.section_keys, _BOX}
    for each in asked:
        keys.update(topics()[_TOPIC[each.kind]].section_keys)
    fitting = {s: p.head.line for s, p in rows.outline.items() if not keys.isdisjoint(p.head.line)}
    professional = {s: line for s, line in fitting.items() if _is_professional(line)}
    pool = rows.in_sections(professional or fitting, Route.SECTION_MATCH)
    if not professional or all(each.kind is not ParticularKind.PARTNER for each in asked):
        return pool
    held = {e.fact.fact_id for e in pool if e.fact}
    stating = rows.with_attributes((_COMBINED,), Route.SECTION_MATCH)
    more = [
        e for e in stating if e.section and _is_professional(e.section.line) and e.fact
        and e.fact.fact_id not in held
    ]  # fmt: skip
    return sorted([*pool, *more], key=lambda e: e.fact.ordinal if e.fact else 0)


def _is_professional(line: Iterable[str]) -> bool:
    return all(section_by_key(key).scope != "patient" for key in line)


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
    *,
    by_class: bool,
    elsewhere: bool,
) -> str:
    """What is shown, and what of the question no sentence names."""
    said_words = [words_of(said(e)) for e in found]

    def is_said(terms: Sequence[Term]) -> bool:
        wanted = [_sought(term) for term in terms]
        return any(_holds(words, wanted) for words in said_words)

    missing = [each.asked for each in asked if not is_said(each.names)]
    named = [each.asked for each in asked if each.asked not in missing]
    told: list[str] = []
    if missing:
        told.append(_names_none(missing))
    if named:
        told.append(f"Shown is what speaks of {_quoted(named)}.")
    if by_class:
        shown = {c.name for each in asked for c in each.classes if is_said(c.terms)}
        told += [line for line in (_listed(each, shown) for each in asked) if line]
        told.append("Shown is what names such a class." if not named else "So is what names that.")
    if elsewhere and named:
        told.append("It stands in none of the sections where it would be stated.")
    aside = len({e.fact.fact_id for r in results for e in r.evidence if e.aside and e.fact})
    if not told or not aside:
        return " ".join(told)
    sentences = "sentence" if aside == 1 else "sentences"
    return f"{' '.join(told)} {aside} more {sentences} of the section: ask with --full."


def _unnamed(asked: Sequence[Particular]) -> str:
    """The note beside all that a label says of interactions, where it names no asked drug."""
    told = [_names_none([each.asked for each in asked])]
    told += [line for line in (_listed(each) for each in asked) if line]
    told.append(
        "Shown is all that the label says of the subject; that it is not named is no word that "
        "there is no interaction."
    )
    return " ".join(told)


def _names_none(asked: Sequence[str]) -> str:
    return f"No sentence of this label names {_quoted(asked)}."


def _listed(each: Particular, among: Collection[str] | None = None) -> str:
    """What our vocabulary lists a drug under; only what is `among` those, where they are given."""
    names = [c.name for c in each.classes if among is None or c.name in among]
    if not names:
        return ""
    return f"Our vocabulary, not this label, lists “{each.asked}” under: {'; '.join(names)}."


def _quoted(words: Sequence[str]) -> str:
    return ", ".join(f"“{word}”" for word in words)
