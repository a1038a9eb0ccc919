"""What one part of a question asks of one label: what first, what beside it, and for whom; slips of
the fingers in plain words ("myocardits") are set right before."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from monograph_qa.domain.evidence import Route
from monograph_qa.domain.frame import Facet, Frame
from monograph_qa.domain.intent import Intent
from monograph_qa.domain.label import Label
from monograph_qa.evidence.reading import LabelRows
from monograph_qa.frames.asked_measures import patient_ranges, patient_text, patient_values
from monograph_qa.frames.defined import degrees_by_value
from monograph_qa.frames.reading import label_drugs, words_asked
from monograph_qa.frames.spans import ORGANS, Measure, Span
from monograph_qa.intent.cues import (
    Topic,
    is_clear,
    paired_topics,
    populations,
    subject_populations,
    topics,
)
from monograph_qa.intent.likely import likely_topics, without_names
from monograph_qa.names.near import edits_between
from monograph_qa.names.words import is_plain, maker_words
from monograph_qa.pipeline.question.parting import AskedPart
from monograph_qa.ranking import Asked, Candidate, asked_of
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.products import ingredients_of, made_of
from monograph_qa.vocabulary.question_words import said_by_labels, stop_words, subject_words
from monograph_qa.vocabulary.sections import is_patients_part
from monograph_qa.vocabulary.stems import base_of, stem

_ONE_SLIP = 1  # what differs more may be a word that no list has
_CODE = re.compile(r"[a-z]{2,}\d[a-z\d]*")  # letters and figures, but no amount ("10mg")
_SPELT_OUT = 5  # letters: what is shorter is short for something that the label may well say
_COMPARED = 3  # content words
_EFFECTS, _PARTNERS = "adverse_reactions", "interactions"
_DOSING = "dosing"
_OF_AGE = frozenset({"geriatric", "pediatric"})
_OF_DIALYSIS = frozenset({"dialysis", "renal_impairment"})
OVERDOSE = "overdose"
_ALLERGEN = re.compile(
    r"(?P<before>[a-z]+)[- ]allerg(?:y|ies|ic)\b(?! to\b)"
    r"|\ballerg(?:y|ies|ic) to (?P<behind>[a-z]+)"
)
_REVERSALS = frozenset({OVERDOSE, "overdose_treatment", "antidote"})


def respelt(part: AskedPart, rows: LabelRows) -> AskedPart:
    """The part with the slips in its words set right, where the label does not say them."""

    def says(word: str) -> bool:
        return bool(rows.lines.standing(stem(word)))

    whole = set_right(part.whole, says)
    clauses = tuple(set_right(each, says) for each in part.clauses)
    return replace(part, intent=whole, whole=whole, clauses=clauses)


def set_right(intent: Intent, says: Callable[[str], bool]) -> Intent:
    """The reading with its question spelt as it was read, but for the words that the label `says`
    as they were typed; what the question calls its drugs stays, in its new place."""
    question, drugs, foreign = intent.question, intent.drugs, intent.foreign
    for start, stop, word in sorted(intent.respelt, reverse=True):
        typed = intent.question[start:stop].casefold()
        if not says(typed) and edits_between(typed, word, _ONE_SLIP) <= _ONE_SLIP:
            question = f"{question[:start]}{word}{question[stop:]}"
            by = len(word) - (stop - start)
            drugs = tuple(
                replace(drug, start=drug.start + by, stop=drug.stop + by)
                if drug.start >= stop
                else drug
                for drug in drugs
            )
            foreign = tuple(
                replace(drug, asked=word) if drug.asked.casefold() == typed else drug
                for drug in foreign
            )
    return replace(intent, question=question, drugs=drugs, foreign=foreign, respelt=())


def ask_label(intent: Intent, frame: Frame, part: AskedPart, rows: LabelRows) -> Asked:
    """The question as the signals need it: what is asked first, what beside it, and for whom."""
    read = _topics_read(intent, frame)
    # What is asked as clearly as the first counts as much.
    of_whom = [topic for topic in read if topic.name in populations()]
    is_overdose = OVERDOSE in intent.topics
    if is_overdose:
        of_whom = [topic for topic in of_whom if topic.name not in _OF_DIALYSIS | _OF_AGE]
    best = [t for t in read if t.weight == read[0].weight and (t not in of_whom or t is read[0])]
    rest = [topic for topic in read if topic not in best]
    # "71 yo on amiodarone", "a teen swallowed 20 tablets"
    if is_overdose or any(each.facet is Facet.COMEDICATION for each in frame.named):
        rest = [topic for topic in rest if topic.name not in _OF_AGE]
    keys = dict.fromkeys((*intent.section_keys, *(key for t in rest for key in t.section_keys)))
    spans = _spans(part)
    asked = asked_of(
        replace(intent, section_keys=tuple(keys)),
        frame,
        words_asked(intent, part.label),
        [name for topic in best for name in (*topic.attributes, *topic.also)],
        [name for topic in rest for name in (*topic.attributes, *topic.also)],
        read[0].section_keys if read else (),
        (*spans, *degrees_by_value(spans, rows.lines)),
        rows.lines,
        rows.indicated,
        label_drugs(part.label),
    )
    is_of_facts = bool(best) and not best[0].whole_sections
    facts = [topic for topic in best if is_of_facts and not topic.whole_sections]
    stated = tuple(name for topic in facts for name in topic.attributes)
    if read and read[0].name in paired_topics():
        stated = (*asked.first, *asked.others)  # a half-life answers for kidneys, too
    # A word or two are found as they are; to compare meanings takes longer than all else.
    is_story = len(asked.words) >= _COMPARED
    return replace(
        asked,
        stated=frozenset(stated),
        unsaid=tuple(
            word
            for word in frame.unread
            if _is_absent(word, part.label, rows)
            or (word in _allergens(part.whole.question) and not rows.lines.nearly_says(word))
        ),
        # The names of the drugs that are held stand in every other line.
        alike=rows.like(without_names(intent.question, _names_in(intent), instead=" "))
        if is_story
        else (),
        of_populations=frozenset(name for topic in of_whom for name in topic.attributes),
        called=tuple(filter(None, (part.label.drug, part.label.product.brand))),
        is_patient_advice=_is_patient_advice(stated, rows),
        whole=part.whole.question,
        is_reversed=not _REVERSALS.isdisjoint(part.whole.topics),
        likely=_likely(intent),
    )


def candidate_at(rows: LabelRows, at: int) -> Candidate:
    """The line at a place of the label as the ranking weighs it."""
    return Candidate(rows.lines.lines[at], rows.fact_at(at))


def _allergens(question: str) -> set[str]:
    """The words for what a patient is said to be allergic to."""
    found = _ALLERGEN.finditer(question.casefold())
    return {each["before"] or each["behind"] for each in found} - stop_words()


def _likely(intent: Intent) -> dict[str, float]:
    """The attributes that such a question is likely to ask for, each with its probability."""
    found: dict[str, float] = {}
    for each in likely_topics(without_names(intent.question, _names_in(intent))):
        topic = topics()[each.topic]
        for name in (*topic.attributes, *topic.also):
            found[name] = found.get(name, 0.0) + each.probability
    return found


def _is_patient_advice(stated: Sequence[str], rows: LabelRows) -> bool:
    """Whether the patient's part alone states what is asked, as it often does of a missed dose."""
    found = rows.with_attributes(stated, Route.FACT_SPAN) if stated else ()
    lines = [each.section.line for each in found if each.section]
    return bool(lines) and all(map(is_patients_part, lines))


def _names_in(intent: Intent) -> list[tuple[int, int]]:
    """Where the names of the drugs that are held stand in the question."""
    return [(drug.start, drug.stop) for drug in intent.drugs if drug.stands_in(intent.question)]


def _topics_read(intent: Intent, frame: Frame) -> list[Topic]:
    """The topics of the question and those that what it names brings; for whom it is asked,
    last."""
    read = [topics()[name] for name in intent.topics if name in topics()]
    read.sort(key=lambda topic: topic.name in populations())
    is_partner = any(each.facet is Facet.COMEDICATION for each in frame.named)
    # "Dose with MTX": MTX is named in passing; what is given against an overdose is no partner.
    if OVERDOSE in intent.topics or (_DOSING in intent.topics and is_partner):
        read.sort(key=lambda topic: topic.name == _PARTNERS)
    if any(each.facet is Facet.EFFECT for each in frame.named) and _EFFECTS not in intent.topics:
        read.insert(0, topics()[_EFFECTS])  # "how often is X seen?" asks for no dose
    if is_partner and _PARTNERS not in intent.topics:
        # A drug that is taken as well is asked about, too; first where little else is.
        asks_more = any(is_clear(topic) for topic in read)
        read.insert(len(read) if asks_more else 0, topics()[_PARTNERS])
    return read


def _is_absent(word: str, label: Label, rows: LabelRows) -> bool:
    """Whether a telling word of the question, no slip, no maker and no other name of the drug,
    stands nowhere in the label, and neither does what labels say for it. Of plain and short words
    those tell that some labels say, and most do not: "occlusion", and not "usual" or "ahead"."""
    lines = rows.lines
    if _CODE.fullmatch(word):  # "igg4"
        return not lines.standing(stem(word))
    if not word.isalpha() or word in maker_words():
        return False
    base = stem(base_of(word))
    if word in subject_words():
        is_said = any(map(lines.standing, (stem(word), base))) or bool(lines.begun_by(word))
    else:
        is_known = is_plain(word) or find_meaning(word) is not None or len(word) < _SPELT_OUT
        is_said = is_known or lines.nearly_says(word)
    if is_said or any(map(lines.standing, said_by_labels(base))):
        return False
    made = set(ingredients_of((word,)))
    return not (made and made <= set(made_of(label.drug)))


def _spans(part: AskedPart) -> tuple[Span, ...]:
    """The patient's numbers: age, weight, organs. A mother's age rules out nothing that is said of
    newborns; who asks whether dialysis removes an overdose tells of no kidneys."""
    patient = patient_text(part.whole)
    spans = patient_ranges(patient)
    if OVERDOSE in part.whole.topics:
        spans = tuple(s for s in spans if s.measure not in ORGANS or s in patient_values(patient))
    if not subject_populations().isdisjoint(part.whole.topics):
        return tuple(span for span in spans if span.measure is not Measure.AGE)
    return spans
