"""What a question asks of which label."""

from collections.abc import Sequence

from monograph_qa.domain.answer import Part
from monograph_qa.domain.intent import Intent, QuestionKind
from monograph_qa.domain.label import Label
from monograph_qa.frozen import frozen
from monograph_qa.intent import NameBook
from monograph_qa.intent.taking import taking
from monograph_qa.pipeline.question.clauses import clauses_of
from monograph_qa.pipeline.question.offering import edition_of

MOST_PARTS = 4  # drugs; the labels of one are no parts of a question


@frozen
class AskedPart:
    """What is asked of one label: its reading, that of the `whole` question, and the readings of
    its clauses."""

    part: Part
    intent: Intent
    whole: Intent
    label: Label
    clauses: tuple[Intent, ...] = ()


def ask_apart(
    intent: Intent, labels: Sequence[Label], names: NameBook
) -> tuple[tuple[AskedPart, ...], tuple[Part, ...]]:
    """The question put to each label, those of one drug together, and those parts that are too
    many to be answered at once. What it asks of one label is one part, however many things these
    are: each of its clauses orders the lines (see `ranking.fused`)."""
    clauses = clauses_of(intent, names)
    asked: list[AskedPart] = []
    left_out: list[Part] = []
    n = 0
    for at, of_drug in enumerate(_by_drug(intent, labels)):
        for label in of_drug:
            n += 1
            part = Part(
                n, "", label.label_id, label.title, "", intent.section_keys, intent.attributes,
                edition_of(label),
            )  # fmt: skip
            if at < MOST_PARTS:
                asked.append(AskedPart(part, intent, intent, label, clauses))
            else:
                left_out.append(part)
    return tuple(asked), tuple(left_out)


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
