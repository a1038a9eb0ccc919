"""What a question asks of which label: its sub-questions, each to be answered by itself."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from monograph_qa.domain.answer import Part
from monograph_qa.domain.intent import Intent, QuestionKind
from monograph_qa.domain.label import Label
from monograph_qa.intent import NameBook, classify
from monograph_qa.intent.splitting import SubQuestion, split
from monograph_qa.pipeline.question.wording import in_plain_sight
from monograph_qa.vocabulary.stems import stems_in

MOST_PARTS = 4  # subjects times drugs; the labels of one drug are no parts of a question
_WHOLE = (QuestionKind.OUT_OF_SCOPE, QuestionKind.CHANGES)


@dataclass(frozen=True, slots=True)
class AskedPart:
    """One sub-question of one label. `named` are the words that name its subject, as stems."""

    part: Part
    intent: Intent
    label: Label
    named: tuple[str, ...]


def ask_apart(
    intent: Intent, labels: Sequence[Label], names: NameBook
) -> tuple[tuple[AskedPart, ...], tuple[Part, ...]]:
    """The sub-questions in the order asked, and those that are too many to be answered at once."""
    subjects, drugs = _subjects(intent, labels, names), _by_drug(intent, labels)
    pairs = [(each, own) for each in subjects for own in drugs]
    asked: list[AskedPart] = []
    left_out: list[Part] = []
    n = 0
    for at, ((sub, read), own) in enumerate(pairs):
        for label in own:
            n += 1
            subject = in_plain_sight(sub.subject)
            keys = read.section_keys
            part = Part(n, subject, label.label_id, label.title, "", keys, read.attributes)
            if at < MOST_PARTS:
                asked.append(AskedPart(part, read, label, sub.named))
            else:
                left_out.append(part)
    return tuple(asked), tuple(left_out)


def _subjects(
    intent: Intent, labels: Sequence[Label], names: NameBook
) -> list[tuple[SubQuestion, Intent]]:
    # A vaccine's name is full of words that could be subjects.
    held = set(stems_in(f"{label.title} {label.drug}" for label in labels))
    subs = split(intent.question, intent.drugs)
    subs = tuple(sub for sub in subs if not held.issuperset(stems_in(sub.named))) or subs[:1]
    # Sub-questions would be read without the subject that the question carries.
    carries = intent.carried is not None and bool(intent.carried.topics)
    if len(subs) > 1 and intent.kind not in _WHOLE and not carries:
        read: dict[object, tuple[SubQuestion, Intent]] = {}
        for sub in subs:
            own = classify(sub.question, names)
            if own.section_keys or own.image_kinds:
                # Two words for one subject ("nausea and vomiting") ask one thing.
                wanted = (own.whole_sections, own.attributes, own.image_kinds, own.populations)
                whose = tuple(w for w in own.words if w in sub.question.lower().split())
                key = (wanted, whose if own.whole_sections else ())
                read.setdefault(key, (sub, replace(own, drugs=intent.drugs, unknown_drugs=())))
        if len(read) > 1:
            return list(read.values())
    stems = tuple(dict.fromkeys(stem for sub in subs for stem in sub.named))
    return [(SubQuestion("", intent.question, stems), intent)]


def _by_drug(intent: Intent, labels: Sequence[Label]) -> list[list[Label]]:
    """The labels by the drug that they are of, in the order asked."""
    found: list[list[Label]] = []
    left = list(labels)
    for drug in intent.drugs:
        own = [label for label in left if label.label_id in drug.label_ids]
        left = [label for label in left if label not in own]
        if own:
            found.append(own)
    return [*found, *([label] for label in left)]
