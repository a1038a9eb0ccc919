"""The one or two lines beside an answer: what the label does not say of the patient or of what is
asked about; where it is silent, what was looked for, and where; what may have been read wrongly."""

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from monograph_qa.domain.evidence import Evidence, Route, Tier
from monograph_qa.domain.frame import Facet
from monograph_qa.domain.intent import Intent, QuestionKind
from monograph_qa.domain.label import Doubt, DoubtKind
from monograph_qa.evidence.reading import LabelRows
from monograph_qa.frames.concepts import terms_of_condition
from monograph_qa.frames.spans import ADULT, ELDERLY, LABS, ORGANS, Measure, Span
from monograph_qa.intent.cues import Topic, populations, subject_populations, topics
from monograph_qa.intent.ranking import words_of_topic
from monograph_qa.pipeline.unsaid import NOTHING, fact_asked, unsaid_of
from monograph_qa.ranking import (
    BY_WEIGHT,
    Asked,
    AskedConcept,
    Selected,
    says_most,
)
from monograph_qa.vocabulary.sections import descendants, section_by_key
from monograph_qa.vocabulary.stems import stem, stems_in

_ASKED_WHOLE = frozenset({Facet.COMEDICATION, Facet.CONDITION, Facet.EFFECT})
_ORGAN_WORDS = {
    Measure.KIDNEY: ("kidney", "renal"),
    Measure.LIVER: ("liver", "hepatic", "cirrhosis"),
}
_WELL = 90.0  # mL/min
SEARCHED = " Searched: "  # what stands behind it, a report leaves out
_ALLERGY = re.compile(r"\w (?:allerg|hypersensitiv)")  # "sulfa allergy"
_NAMES = {Measure.LIVER: "liver function", Measure.KIDNEY: "kidney function"}

NEAREST = (
    "No sentence of this label is known to answer this as it is asked; shown is what comes nearest."
)
_MOST_HEADINGS = 12
_STRONG = 7  # weight of a topic that is asked whenever it is named
_STUDIES = "clinical_studies"
_DIALYSIS, _REMOVAL = "dialysis", "dialyzability"
_OVERDOSE = "overdose"
_MOST_DOUBTS = 2  # of one part
_OF_A_PAGE = (DoubtKind.CELLS, DoubtKind.CHARACTERS, DoubtKind.REFERENCE, DoubtKind.TEXT)


def note_on(asked: Asked, selected: Sequence[Selected]) -> str:
    """What is asked and not said: a concept that no line names, a range that none takes in."""
    shown = [each.ranked for each in selected if each.tier is not Tier.MORE]
    note = unsaid_of(asked, selected) or unnamed(asked)
    if not any(each.tier is Tier.LIMIT for each in selected):
        reasons = [why for each in shown for why in each.because]
        said = {word for each in shown for word in each.candidate.line.own}
        note = f"{note} {_unmet(asked, reasons, said)}".strip()
    is_stated = any(not asked.stated.isdisjoint(each.fact.attributes) for each in shown)
    if not note and asked.stated and not is_stated and not says_most(asked, shown):
        return f"{NOTHING} to state this directly ({fact_asked(asked)})."
    return note


def unnamed(asked: Asked) -> str:
    """That no sentence of the label names what is asked about; "" where one does."""
    # That the patient has what the drug is for goes without saying.
    is_named = any(each.literal or each.meant for each in asked.not_indicated)
    missing = [
        each
        for each in asked.concepts
        if each.named.facet in _ASKED_WHOLE
        and not (each.literal or each.meant)
        # A disease beside what is asked may be what the other drug is taken for.
        and not (
            each.named.facet is Facet.CONDITION
            and not _ALLERGY.search(each.named.said)
            and (is_named or _is_measured(each, asked))
        )
    ]
    names = [*(each.named.said for each in missing), *asked.unsaid]
    if not names:
        return _only_related(asked)
    named = ", ".join(f"“{name}”" for name in dict.fromkeys(names[:3]))
    by_class = any(each.classed for each in missing)
    more = " Shown is what it says of its class." if by_class else ""
    return f"No sentence of this label names {named}.{more}"


def _only_related(asked: Asked) -> str:
    """That the label names only what is related to an effect: bilirubin for jaundice."""
    related = []
    for each in asked.of(Facet.EFFECT):
        terms = terms_of_condition(each.named.concept)  # none for a patient's words ("sleepy")
        if terms and each.meant and not each.literal and not any(map(asked.lines.saying, terms)):
            related.append(f"“{each.named.said}”")
    named = ", ".join(related)
    if not named:
        return ""
    return f"No sentence of this label names {named} itself: shown is what is related to it."


def _unmet(asked: Asked, reasons: Sequence[str], said: AbstractSet[str]) -> str:
    """That nothing is stated for the patient's numbers; of a laboratory value, that no line shown
    so much as names it, by the stems that they have `said`."""
    # A pulse or a potassium level is told of a patient in trouble; by doses they are ranges.
    spans = [
        s
        for s in asked.spans
        if not _is_of_anybody(s)
        and (s.measure not in LABS or (asked.wants_dose and not _stems_of(s) <= said))
    ]
    met = " ".join(why for why in reasons if why.endswith("as asked"))
    if BY_WEIGHT in reasons:
        spans = [span for span in spans if span.measure is not Measure.WEIGHT]
    if met:  # that a line is for the age says nothing of kidneys
        spans = [span for span in spans if span.measure in ORGANS and span.measure.value not in met]
    measures = dict.fromkeys(_NAMES.get(span.measure, span.measure.value) for span in spans)
    if not measures:
        return ""
    return f"Nothing in this label is stated for the {' and '.join(measures)} asked about."


def _stems_of(span: Span) -> set[str]:
    return set(map(stem, span.measure.value.split()))


def _is_measured(concept: AskedConcept, asked: Asked) -> bool:
    """Whether a disease is told as a number as well: "CKD stage 4" is a kidney function."""
    organs = {_ORGAN_WORDS[span.measure] for span in asked.spans if span.measure in _ORGAN_WORDS}
    return any(word in concept.named.concept for words in organs for word in words)


def _is_of_anybody(span: Span) -> bool:
    """Whether an age is that of an adult of no special age, or kidneys are well."""
    is_well = span.measure is Measure.KIDNEY and span.low >= _WELL
    return is_well or (span.measure is Measure.AGE and span.low >= ADULT and span.high <= ELDERLY)


def silence(intent: Intent, rows: LabelRows) -> str:
    """What was looked for, in names of the vocabulary, and in which of the label's sections."""
    sections = ", ".join(section_by_key(key).name for key in intent.section_keys[:3])
    subject = ", ".join(a.replace("_", " ") for a in intent.attributes) or sections
    searched = "; ".join(_searched(intent, rows)) or "none of its sections is about this"
    return f"Not stated in this label{f' ({subject})' if subject else ''}.{SEARCHED}{searched}."


def unspoken_topics(intent: Intent, rows: LabelRows, *, is_of_effect: bool) -> list[str]:
    """The topics asked first, or always asked when named, on which no sentence of the label is."""
    patients = populations() - subject_populations()  # who the patient is is not what is asked
    first = next((name for name in intent.topics if name not in patients), None)
    subjects = (
        name
        for name in intent.topics
        if name in subject_populations()
        or topics()[name].kind is QuestionKind.FACT
        or (topics()[name].weight >= _STRONG and name not in patients)
        or _is_of_removal(name, intent)
        or (name == first and topics()[name].attributes and not is_of_effect)
    )
    said = {name: words_of_topic(intent.question, name) for name in subjects}
    return [
        name
        for name, words in said.items()
        if words  # what two topics mean together has none
        and not _is_stated(_as_asked(topics()[name], intent), rows)
        # No line may refute what is told of the label.
        and not any(map(rows.lines.saying, [*map(tuple, words), tuple(name.split("_"))]))
    ]


def _is_of_removal(topic: str, intent: Intent) -> bool:
    """Whether dialysis is asked for to remove the drug, and not for doses of who is on it."""
    return topic == _DIALYSIS and _OVERDOSE in intent.topics


def _as_asked(topic: Topic, intent: Intent) -> Topic:
    """The topic with the attributes that answer what is asked of it."""
    return replace(topic, attributes=(_REMOVAL,)) if _is_of_removal(topic.name, intent) else topic


def unsaid_pairs(asked: Asked, rows: LabelRows) -> str:
    """That the label says something asked about two drugs (that they may be mixed), but of no drug
    that is named; "" where it does."""
    partners = asked.of(Facet.COMEDICATION)
    named = {at for each in partners for at in each.places}
    names = " or ".join(f"“{each.named.said}”" for each in partners)
    for name in asked.intent.topics if partners else ():
        topic = topics().get(name)
        if topic is None or not topic.of_two:
            continue
        found = rows.with_attributes(topic.attributes, Route.FRAME_MATCH)
        places = {rows.place_of(each.fact.fact_id) for each in found if each.fact}
        if places and places.isdisjoint(named):
            on = name.replace("_", " ")
            return f"No sentence of this label on {on} names {names}."
    return ""


def _is_stated(topic: Topic, rows: LabelRows) -> bool:
    """Whether a sentence is on a topic; those of clinical studies tell of it in passing."""
    found = rows.with_attributes(topic.attributes, Route.FRAME_MATCH)
    if _STUDIES in topic.section_keys:
        return bool(found)
    return any(each.section is None or _STUDIES not in each.section.line for each in found)


def _searched(intent: Intent, rows: LabelRows) -> list[str]:
    wanted = {k for key in intent.section_keys for k in (key, *descendants(key))}
    places = list(rows.outline.values())
    fitting = [p.head.heading for p in places if p.head.section_key in wanted]
    chapters = [p.head.heading for p in places if p.level == 1]
    # A fact is looked for in the whole label, wherever it stands.
    found = fitting if fitting and not intent.attributes else [*fitting, *chapters]
    return list(dict.fromkeys(found))[:_MOST_HEADINGS]


def doubts_on(doubts: Sequence[Doubt], brought: Iterable[Evidence], words: Iterable[str]) -> str:
    """A note on the doubtful places that are shown, each with the page to look at. Where nothing is
    shown, a note on sections that the table of contents lists, the text lacks and the question
    names. "" where nothing is in doubt."""
    shown = [e.fact for e in brought if e.fact and e.tier is not Tier.MORE]
    places = {(fact.section_id, fact.page) for fact in shown}
    sections = {fact.section_id for fact in shown}
    asked = set(map(stem, words))

    def concerns(doubt: Doubt) -> bool:
        if doubt.kind is DoubtKind.NAME:  # no line is read wrongly for it
            return False
        if not shown:
            heading = doubt.detail.partition(" stands in")[0]
            return doubt.kind is DoubtKind.CONTENTS and not asked.isdisjoint(stems_in([heading]))
        if doubt.kind in _OF_A_PAGE:
            return (doubt.section_id, doubt.page) in places
        return doubt.section_id in sections

    notes = []
    for doubt in list(filter(concerns, doubts))[:_MOST_DOUBTS]:
        page = f", look at page {doubt.page}" if doubt.page else ""
        notes.append(f"Reading in doubt{page}: {doubt.detail}.")
    return " ".join(notes)
