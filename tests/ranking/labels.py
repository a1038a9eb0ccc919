"""Lines of invented labels, and questions read to them as the pipeline reads them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from building import a_label
from intent.list_namebook import ListNameBook

from monograph_qa.domain.evidence import SectionHead
from monograph_qa.domain.frame import conditions_of
from monograph_qa.domain.label import FactKind, FactSpan
from monograph_qa.evidence.label import ComparedLines
from monograph_qa.frames.asked_measures import patient_ranges, patient_text
from monograph_qa.frames.lines import LabelLines
from monograph_qa.frames.reading import label_drugs, read_question, read_text, words_asked
from monograph_qa.intent import classify
from monograph_qa.intent.cues import topics
from monograph_qa.ranking import Asked, Candidate, asked_of


@dataclass(frozen=True, slots=True)
class Printed:
    """One sentence of a label as it is printed: `section` holds the keys of its section and of
    those above it, nearest first."""

    sentence: str
    section: tuple[str, ...] = ("description",)
    heading: str = "11 DESCRIPTION"
    lead_in: str = ""
    kind: FactKind = FactKind.FACT
    attributes: tuple[str, ...] = ()


def candidates(printed: Sequence[Printed]) -> tuple[LabelLines, list[Candidate]]:
    """A label that prints just this, and its lines as they are ranked."""
    lines = LabelLines((_head(each), each.lead_in, each.sentence) for each in printed)
    facts = [_fact(at, each) for at, each in enumerate(printed)]
    return lines, list(map(Candidate, lines.lines, facts))


def ask(question: str, drug: str, lines: LabelLines) -> Asked:
    """The question to the label of an invented drug."""
    label = a_label(drug)
    intent = classify(question, ListNameBook([(drug, "brand", label.label_id)]))
    read = [topics()[name] for name in intent.topics if name in topics()]
    stated = [(*topic.attributes, *topic.also) for topic in read]
    asked = asked_of(
        intent,
        read_question(intent, label, intent),
        words_asked(intent, label),
        stated[0] if stated else (),
        [name for own in stated[1:] for name in own],
        read[0].section_keys if read else (),
        patient_ranges(patient_text(intent)),
        lines,
        _indicated(lines),
        label_drugs(label),
    )
    return replace(asked, alike=ComparedLines(lines.lines).like(question))


def _indicated(lines: LabelLines) -> frozenset[str]:
    texts = [each.quote for each in lines.lines if "indications_and_usage" in each.head.line]
    return conditions_of(value for text in texts for value in read_text(text, "words"))


def _head(each: Printed) -> SectionHead:
    heading = each.heading.rpartition(" > ")[2]
    key = each.section[0]
    return SectionHead(
        each.heading,
        "lab_0",
        1,
        heading,
        each.heading,
        key,
        None,
        each.section,
        read_text(each.heading, "heading"),
    )


def _fact(at: int, each: Printed) -> FactSpan:
    return FactSpan(
        f"fact_{at}", each.heading, "lab_0", at + 1, 0, len(each.sentence), each.sentence,
        each.kind, each.attributes, 1, (), each.lead_in or None,
        (*read_text(each.sentence, "words"), *read_text(each.lead_in, "lead_in")),
    )  # fmt: skip
