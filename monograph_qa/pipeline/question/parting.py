"""What a question asks of which label: its sub-questions, each to be answered by itself."""

import re
from collections.abc import Sequence
from dataclasses import replace

from monograph_qa.domain.answer import Part
from monograph_qa.domain.frame import Facet, Named
from monograph_qa.domain.intent import Intent, QuestionKind
from monograph_qa.domain.label import Label
from monograph_qa.frames.concepts import named_concepts
from monograph_qa.frozen import frozen
from monograph_qa.intent import NameBook, classify
from monograph_qa.intent.cues import patient_topics, topic_family
from monograph_qa.intent.splitting import SubQuestion, split
from monograph_qa.intent.taking import taking
from monograph_qa.pipeline.question.clauses import ASKING, clauses_of
from monograph_qa.pipeline.question.offering import edition_of
from monograph_qa.pipeline.question.wording import in_plain_sight
from monograph_qa.vocabulary.stems import stems_in
from monograph_qa.vocabulary.tokens import tokenize

MOST_PARTS = 4  # subjects times drugs; the labels of one drug are no parts of a question
# A second question behind the first: "…? also what temperature", "and how long".
_ASKS_AGAIN = re.compile(
    r"(?:\?\s*|\b(?:and|also|plus)\s+(?:also\s+)?)(?:also\s+|and\s+)?"
    rf"(?:{ASKING}|whats|any)\b",
    re.I,
)
_ASKS = re.compile(rf"\b(?:{ASKING}|where|must)\b", re.I)
_WHO_IS = re.compile(
    r"(?!(?:is|are|am|was)\b).*(?:\b(?:is|are|am|was|got|now|currently)\b|['’](?:s|m|re)\b)"
    r"(?: [\w-]+){0,3} (?:pregnant|breast-?feeding|lactating|nursing)\b",
    re.I,
)
_WHEN_IT_WAS = re.compile(
    r"\b(?:ago|yesterday|since|(?:last|this) (?:night|week|wk|month|morning|dose))\b", re.I
)
_SENTENCE = re.compile(r"\S.*?(?:[.?!](?=\s)|$)", re.S)
_WHOLE = (QuestionKind.OUT_OF_SCOPE, QuestionKind.CHANGES)


@frozen
class AskedPart:
    """One sub-question of one label: its reading, that of the `whole` question, the words for the
    `patient`, which count for every part, and the readings of its clauses."""

    part: Part
    intent: Intent
    whole: Intent
    label: Label
    patient: str = ""
    clauses: tuple[Intent, ...] = ()


def ask_apart(
    intent: Intent, labels: Sequence[Label], names: NameBook
) -> tuple[tuple[AskedPart, ...], tuple[Part, ...]]:
    """The sub-questions in the order asked, and those that are too many to be answered at once."""
    subjects, patient = _subjects(intent, labels, names)
    pairs = [(each, own) for each in subjects for own in _by_drug(intent, labels)]
    asked: list[AskedPart] = []
    left_out: list[Part] = []
    n = 0
    clauses = {said: clauses_of(read, names) for said, read in subjects}
    for at, ((said, read), of_drug) in enumerate(pairs):
        for label in of_drug:
            n += 1
            part = Part(
                n, in_plain_sight(said), label.label_id, label.title, "", read.section_keys,
                read.attributes, edition_of(label),
            )  # fmt: skip
            if at < MOST_PARTS:
                asked.append(AskedPart(part, read, intent, label, patient, clauses[said]))
            else:
                left_out.append(part)
    return tuple(asked), tuple(left_out)


def _subjects(
    intent: Intent, labels: Sequence[Label], names: NameBook
) -> tuple[list[tuple[str, Intent]], str]:
    """The different topics of a question, each by its own words, or the question itself; and what
    only tells of the patient."""
    whole = [("", intent)]
    # Sub-questions would be read without the subject that the question carries.
    carries = intent.carried is not None and bool(intent.carried.topics)
    # What is asked of one patient (by a number, a disease, a drug taken as well) is one question,
    # however many things it names.
    named = _named(intent)
    is_of_a_patient = bool(named) or any(c.isdigit() for c in intent.question)
    is_one = is_of_a_patient and not _ASKS_AGAIN.search(intent.question)
    if intent.kind in _WHOLE or carries or is_one:
        return whole, ""
    # A vaccine's name is full of words that could be subjects.
    held = set(stems_in(f"{label.title} {label.drug}" for label in labels))
    subs = split(intent.question, intent.drugs)
    subs = tuple(sub for sub in subs if not held.issuperset(stems_in(sub.named))) or subs[:1]
    asked: dict[object, list[SubQuestion]] = {}
    patient: list[str] = []
    for sub in subs if len(subs) > 1 else ():
        reading = classify(sub.question, names)
        is_of_patient = sub.only_values or set(reading.topics) <= patient_topics()
        if is_of_patient or _tells_of_patient(sub, intent.question):
            patient.append(sub.question)
        elif reading.section_keys or reading.image_kinds:
            # Two words for one subject ("nausea and vomiting"), or one for two kinds of people
            # ("dose in RA, eGFR 45"), ask one thing.
            asked.setdefault((topic_family(reading.topics), reading.image_kinds), []).append(sub)
        elif asked:
            next(reversed(asked.values())).append(sub)
    if len(asked) < 2:
        return whole, ""
    read = []
    taken = " ".join(each.said for each in named if each.facet is Facet.COMEDICATION)
    for group in asked.values():
        part = classify(", ".join(sub.question for sub in group), names)
        names_none = all(each.facet is not Facet.COMEDICATION for each in _named(part))
        if taken and part.is_of_interactions and names_none:
            # "… wants colchicine. Which dose, and can they be combined?"
            part = classify(f"{part.question} {taken}", names)
        read.append((group[0].subject, replace(part, drugs=intent.drugs, unknown_drugs=())))
    # What the patient has counts for every part: "dose in RA, and when is it stopped?"
    has = [each.said for each in named if each.facet is Facet.CONDITION]
    return read, " ".join([*patient, *has])


def _tells_of_patient(sub: SubQuestion, question: str) -> bool:
    """Whether words tell of the patient, beside others that ask: in a sentence of their own ("Has
    RA, takes methotrexate. Which dose?"), as who it is ("she is pregnant, can she halve it?") or as
    what was ("stopped last week, when may she breastfeed?")."""
    said = sub.question
    is_of_before = _WHEN_IT_WAS.search(said) and not _ASKS.search(said)
    tells = is_of_before or _WHO_IS.match(said)
    sentences = _SENTENCE.findall(question)
    if tells and _ASKS.search(question.replace(said, " ")):
        return True
    is_asked = "?" in question or any(map(_ASKS.match, sentences))
    return is_asked and any(
        each.rstrip()[-1] == "." and (said in each or (sub.subject and sub.subject in each))
        for each in sentences
    )


def _named(intent: Intent) -> list[Named]:
    """What a question names beside its drugs."""
    spans = [(drug.start, drug.stop) for drug in intent.drugs]
    words = [
        token.key
        for token in tokenize(intent.question)
        if not any(start <= token.start < stop for start, stop in spans)
    ]
    return named_concepts(words)


def _by_drug(intent: Intent, labels: Sequence[Label]) -> list[list[Label]]:
    """The labels by the drug that they are of, in the order in which they were chosen; drugs that
    the patient takes already come after the one that is to be given: "takes X. Can she have Y?"."""
    found: list[list[Label]] = []
    left = list(labels)
    while left:
        ids = {e for drug in intent.drugs if left[0].label_id in drug.label_ids
               for e in drug.label_ids}  # fmt: skip
        of_drug = [label for label in left if label is left[0] or label.label_id in ids]
        left = [label for label in left if label not in of_drug]
        found.append(of_drug)
    return sorted(found, key=lambda of_drug: _is_taken(intent, of_drug[0]))


def _is_taken(intent: Intent, label: Label) -> bool:
    """Whether the patient has the label's drug already."""
    said = [drug for drug in intent.drugs if label.label_id in drug.label_ids]
    if intent.kind is QuestionKind.COMPARISON or not said:
        return False
    spans = ((drug.start, drug.stop) for drug in intent.drugs)
    found = taking(intent.question, spans)
    return said[0].start in found.already | found.mentioned
