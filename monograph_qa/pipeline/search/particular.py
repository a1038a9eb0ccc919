"""A question about one effect, one partner or one occasion is answered by the sentences that name
it, wherever its usual sections have them; else by those that name what our vocabulary lists it
under; else the label is silent on it, and all that it says of the subject stands aside.

An attribute that the thing only belongs to (a headache is an effect on the nervous system) is a
matter near to what is asked and not asked itself: its sentences stand aside unless they name the
thing. The FactSpan invariant holds for what is asked by its own name.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from monograph_qa.domain.evidence import Evidence, Route, RouteResult, fact_ids
from monograph_qa.domain.intent import Intent
from monograph_qa.evidence import LabelRows
from monograph_qa.evidence.stems import stems_of
from monograph_qa.intent.cues import topics
from monograph_qa.intent.particulars import Particular, ParticularKind, is_named_by
from monograph_qa.pipeline.fitting.focusing import set_aside, with_company
from monograph_qa.pipeline.fitting.named_order import put_telling_sections_first, set_distant_aside
from monograph_qa.pipeline.search.neighbours import neighbours
from monograph_qa.pipeline.search.parts_of_label import FRONT
from monograph_qa.pipeline.search.strengths import put_own_strength_first
from monograph_qa.vocabulary.attributes import attributes
from monograph_qa.vocabulary.sections import is_patients_part

_BOX = "boxed_warning"
_MOST = 30  # sentences of sections where the thing is not usually stated; more are set aside
_BESIDE = 1000.0  # less than any score: after all else
_TOPIC = {ParticularKind.EFFECT: "adverse_reactions", ParticularKind.PARTNER: "interactions"}
_DOSES = "dosage_and_administration"
_OF_USE = frozenset({"dosage_and_administration", "information_for_patients"})
_MOST_NAMES = 3  # told of what a label calls a thing
_NEAR = {
    ParticularKind.EFFECT: frozenset({"safety", "interaction"}),
    ParticularKind.PARTNER: frozenset({"interaction"}),
    ParticularKind.OCCASION: frozenset({"safety", "interaction"}),
}
_HOW_OFTEN = frozenset({"incidence", "trial_reactions"})
_KINETICS = frozenset({"pharmacokinetics", "clinical_pharmacology", "pharmacodynamics"})
_ADVICE = frozenset({"warnings_and_precautions", "warnings", "precautions", "drug_interactions"})
_COMBINED = "drug_interaction"
_STATED = frozenset({"drug_interactions", "contraindications"})
_PARTNERS = frozenset({"food_effect", "vaccination"})  # what is taken as well, in other groups


@dataclass(frozen=True, slots=True)
class Named:
    """What the routes and the label's other sections have on the particulars; the rest is aside.

    `attributes` are those that were asked by their own names. `said` are the particulars that shown
    sentences name, each with what those call it where they never use the asker's words; `classes`
    the names of the classes that they name instead; `is_elsewhere` where they stand in none of the
    usual sections; `first` tells which strength of a class comes first.
    """

    results: tuple[RouteResult, ...]
    attributes: tuple[str, ...]
    said: dict[Particular, tuple[str, ...]]
    classes: frozenset[str] = frozenset()
    is_elsewhere: bool = False
    first: str = ""

    @property
    def is_silent(self) -> bool:
        """Whether nothing is shown."""
        return all(e.aside for r in self.results for e in r.evidence)

    @property
    def is_boxed(self) -> bool:
        """Whether all that is shown stands in the boxed warning."""
        shown = [e.section for r in self.results for e in r.evidence if not e.aside]
        return bool(shown) and all(head is not None and _BOX in head.line for head in shown)

    @property
    def aside(self) -> int:
        """How many sentences stand aside."""
        return len({e.fact.fact_id for r in self.results for e in r.evidence if e.aside and e.fact})


def name_particulars(
    results: Sequence[RouteResult], intent: Intent, asked: Sequence[Particular], rows: LabelRows
) -> Named:
    """The results narrowed to the particulars, with what else the label says of them."""
    near = _near(intent, asked)
    kept_attributes = tuple(a for a in intent.attributes if a not in near)
    terms = [term for each in asked for term in each.names]
    classes = [term for each in asked for listed in each.classes for term in listed.terms]
    sections = usual_sections(intent, asked, rows)
    stating = _stating(asked, sections, rows)
    found = rows.saying(terms, sections, Route.SECTION_MATCH, stating)
    found = [e for e in found if e.section and not (stating and is_patients_part(e.section.line))]
    of_class: list[Evidence] = []
    is_occasion = any(each.kind is ParticularKind.OCCASION for each in asked)
    if classes and (is_occasion or not any(_is_about_use(e) for e in found)):
        # Named only where the body's handling is told, or nowhere: its class may say what to do.
        of_class = rows.saying(classes, sections, Route.SECTION_MATCH, stating)
        if any(each.is_drug for each in asked):
            of_class = [e for e in of_class if _is_of_combining(e)]
        elif any(each.kind is ParticularKind.PARTNER for each in asked):
            of_class = [e for e in of_class if _is_about_use(e)] or of_class
    elsewhere = not found
    if elsewhere:
        found = rows.saying(terms, rows.outline, Route.SECTION_MATCH)
    if is_occasion and not found and not of_class:
        of_class = rows.saying(classes, _of_patients(rows), Route.SECTION_MATCH)[:_MOST]
    beyond = found[_MOST:] if elsewhere else []
    found = found[:_MOST] if elsewhere else found
    shown = {e.fact.fact_id for e in (*found, *of_class) if e.fact}
    naming = rows.ids_saying(terms)
    with_advice = any(each.kind is not ParticularKind.EFFECT for each in asked)
    named_class = rows.ids_saying(classes) if with_advice else set[str]()
    company = with_their_company(
        shown, [*found, *of_class], rows, naming if with_advice else (), named_class
    )
    keeps_box = any(each.kind is ParticularKind.PARTNER for each in asked)

    def stays(e: Evidence) -> bool:
        if e.fact is None or e.fact.fact_id in company:
            return True
        if e.route is not Route.FACT_SPAN:
            return False
        boxed = keeps_box and e.section is not None and _BOX in e.section.line
        asks = not set(kept_attributes).isdisjoint(e.fact.attributes)
        return boxed or asks or e.fact.fact_id in naming

    narrowed = [replace(r, evidence=set_aside(r.evidence, but=stays)) for r in results]
    brought = fact_ids(results)
    more = [e for fact_id, e in company.items() if fact_id not in brought]
    more += [replace(e, aside=True) for e in beyond]
    if more:
        narrowed.append(RouteResult(Route.SECTION_MATCH, tuple(more), 0.0, results[0].part))
    how_often = not _HOW_OFTEN.isdisjoint(intent.topics)
    narrowed = put_telling_sections_first(
        set_distant_aside(narrowed), terms, shown | naming, asks_how_often=how_often
    )
    narrowed = [_with_boxes_beside_last(r, company.keys() | naming) for r in narrowed]
    first = ""
    if of_class:
        narrowed, first = put_own_strength_first(narrowed, asked, rows, naming)
    said = {each: called for each in asked if (called := _called(each, shown, rows)) is not None}
    told = {a for r in results for e in r.evidence if e.fact for a in e.fact.attributes}
    # "QT" is told of by what bears QT prolongation, though it writes "QTc".
    told.intersection_update(kept_attributes)
    said |= {p: () for p in asked if p not in said and any(is_named_by(a, p) for a in told)}
    ids = {e.fact.fact_id for e in of_class if e.fact}
    listed = (c for each in asked for c in each.classes if c.terms)
    named_classes = frozenset(
        c.name for c in listed if not ids.isdisjoint(rows.ids_saying(c.terms))
    )
    return Named(
        tuple(narrowed), kept_attributes, said, named_classes, elsewhere and bool(found), first
    )


def _with_boxes_beside_last(result: RouteResult, told: Collection[str]) -> RouteResult:
    """The result, what stands in a boxed warning and is none of what is told of the thing last."""

    def placed(e: Evidence) -> Evidence:
        is_boxed = e.fact is not None and e.section is not None and _BOX in e.section.line
        is_beside = is_boxed and e.fact is not None and e.fact.fact_id not in told
        return replace(e, score=e.score - _BESIDE) if is_beside else e

    return replace(result, evidence=tuple(map(placed, result.evidence)))


def _called(each: Particular, shown: set[str], rows: LabelRows) -> tuple[str, ...] | None:
    """What the shown sentences call a thing: () for the asker's words, None where they name it
    not."""
    if shown.isdisjoint(rows.ids_saying(each.names)):
        return None
    if not shown.isdisjoint(rows.ids_saying(each.names[:1])):
        return ()
    said = [term for term in each.names[1:] if not shown.isdisjoint(rows.ids_saying([term]))]
    whole = [" ".join(term) for term in said if not any(word.endswith("*") for word in term)]
    return tuple(whole[:_MOST_NAMES])


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
        if (groups.get(a) in near or (partner and (a in _PARTNERS or _is_unasked(a, intent))))
        and not any(is_named_by(a, each) for each in asked)
    )


def _is_unasked(attribute: str, intent: Intent) -> bool:
    """Whether no word of an attribute stands in the question: it came along with a partner's."""
    stems = stems_of(intent.question)
    return stems.isdisjoint(stems_of(attribute.replace("_", " ")))


def usual_sections(intent: Intent, asked: Sequence[Particular], rows: LabelRows) -> dict[str, None]:
    """The ids of the sections where such things are stated, in the label's order.

    The patient's part repeats the professional part; it speaks only where that has no such section.
    A subject that no vocabulary knows may stand anywhere but in highlights and contents.
    """
    keys = {*intent.section_keys, _BOX}
    for each in asked:
        topic = _TOPIC.get(each.kind)
        keys.update(topics()[topic].section_keys if topic else _OF_USE)
        if each.kind is ParticularKind.PARTNER:  # "may be continued", "take two hours apart"
            keys.add(_DOSES)
    lines = {s: p.head.line for s, p in rows.outline.items()}
    fitting = {s: line for s, line in lines.items() if not keys.isdisjoint(line)}
    if not intent.section_keys:
        fitting = {s: line for s, line in lines.items() if FRONT.isdisjoint(line)}
    professional = [s for s, line in fitting.items() if not is_patients_part(line)]
    return dict.fromkeys(professional or fitting)


def _of_patients(rows: LabelRows) -> list[str]:
    """The sections of the patient's part."""
    return [s for s, p in rows.outline.items() if is_patients_part(p.head.line)]


def _stating(
    asked: Sequence[Particular], sections: Iterable[str], rows: LabelRows
) -> tuple[str, ...]:
    """The attribute by which a sentence elsewhere states an interaction ("not for use with ..." of
    an indication); none where no partner is asked for, or only the patient's part speaks."""
    partner = any(each.kind is ParticularKind.PARTNER for each in asked)
    professional = not all(is_patients_part(rows.outline[s].head.line) for s in sections)
    return (_COMBINED,) if professional and partner else ()


def with_their_company(
    shown: set[str],
    found: Sequence[Evidence],
    rows: LabelRows,
    naming: Collection[str] = (),
    of_class: Collection[str] = (),
) -> dict[str, Evidence]:
    """The sentences by fact_id, in reading order, with all that they cannot be read without.

    Of those that are `naming` a partner or an occasion also what says what happens and what to do;
    `of_class` name its class.
    """
    homes = dict.fromkeys(e.fact.section_id for e in found if e.fact)
    pool = rows.in_sections(homes, Route.SECTION_MATCH)
    chosen = {at for at, e in enumerate(pool) if e.fact and e.fact.fact_id in shown}
    # The few sentences of a subsection that says what to do about one thing belong together.
    advising = frozenset(
        s
        for s in homes
        if rows.outline[s].level > 1 and not _ADVICE.isdisjoint(rows.outline[s].head.line)
    )
    own = {at for at in chosen if (fact := pool[at].fact) and fact.fact_id in naming}
    chosen |= neighbours(pool, own, of_class, rows.label.drug)
    kept = with_company(pool, chosen, belongs=advising)
    return {e.fact.fact_id: e for at, e in enumerate(pool) if at in kept and e.fact}
