"""A model's help with questions whose words no cue knows: it may add places to look, no more.

The model names keys of the vocabulary and nothing else: the schema has no place for a drug. What
the rules have read stays, and where the model fails it is the whole reading.
"""

import copy
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from monograph_qa.domain.intent import Intent, QuestionKind, SectionTiers
from monograph_qa.endpoint.connection import AsksModel, EndpointFailure
from monograph_qa.endpoint.models import AnswerSchema, ChatModel
from monograph_qa.intent.cues import populations, topics
from monograph_qa.prompting import Prompt, render
from monograph_qa.vocabulary.attributes import attributes
from monograph_qa.vocabulary.sections import sections

PROMPT = "intent.j2"
SCHEMA = "intent"

_UNCLEAR = 3  # topics of this weight or less leave open what is asked
_FRONT = "front"  # sections that only repeat others: highlights, contents
_KINDS: Mapping[QuestionKind, str] = {
    QuestionKind.FACT: "a number or a single fact",
    QuestionKind.SECTION: "all that the label says on a subject",
    QuestionKind.YES_NO: "may it, does it, is it",
    QuestionKind.LIST: "which ones",
    QuestionKind.STEPS: "how something is done",
    QuestionKind.DEFINITION: "what the drug is",
}


def says_little(intent: Intent) -> bool:
    """Whether the rules found no clear subject in a question, so that a model may help."""
    if intent.kind is QuestionKind.OUT_OF_SCOPE or intent.image_kinds:
        return False
    asked = (topics()[name] for name in intent.topics if name not in populations())
    return not any(topic.weight > _UNCLEAR for topic in asked)


class Refiner(AsksModel[ChatModel]):
    """Asks `model` where the answer to an unclear question stands."""

    def refine(self, intent: Intent) -> Intent:
        """The intent with sections, attributes, populations and a kind added; or as it was.

        It is as it was when it says enough (no model is asked then), when the model fails, and when
        it finds nothing to add. `refined_by` names the model where something was added.
        """
        if not says_little(intent):
            return intent
        try:
            said = self._model.ask(_prompt(intent.question), _schema())
        except EndpointFailure:
            return intent  # noted with its cause by `endpoint.noting_uses`
        return _with(
            intent,
            tuple(said["section_keys"]),
            tuple(said["attributes"]),
            tuple(said["populations"]),
            QuestionKind(said["kind"]),
            self.name,
        )


def _with(
    intent: Intent,
    section_keys: tuple[str, ...],
    named: tuple[str, ...],
    people: tuple[str, ...],
    kind: QuestionKind,
    by: str,
) -> Intent:
    """The intent with what the model named, put after what the rules had found."""
    if not section_keys and not named:
        return intent
    # A section answers whole only where no single facts are named: they are what was asked, then.
    whole = () if named else tuple(_tiers_of(key) for key in section_keys)
    return replace(
        intent,
        kind=kind if intent.kind is QuestionKind.OTHER else intent.kind,
        section_keys=_each_once(intent.section_keys, section_keys),
        whole_sections=tuple(dict.fromkeys([*intent.whole_sections, *whole])),
        attributes=_each_once(intent.attributes, named),
        populations=_each_once(intent.populations, people),
        refined_by=by,
    )


def _each_once(first: tuple[str, ...], then: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*first, *then]))


def _tiers_of(key: str) -> SectionTiers:
    """The section with what stands for it in other kinds of label, as the topics know it."""
    known = (topic.whole_sections for topic in topics().values() if topic.whole_sections)
    return next((tiers for tiers in known if tiers[0][0] == key), ((key,),))


def _prompt(question: str) -> Prompt:
    limits = _schema().schema["properties"]
    return render(
        PROMPT,
        question=question,
        sections=[(term.key, term.name) for term in sections() if term.scope != _FRONT],
        attributes=[(each.key, each.description or each.name) for each in attributes()],
        populations=sorted(populations()),
        kinds=[(kind.value, meaning) for kind, meaning in _KINDS.items()],
        most_sections=limits["section_keys"]["maxItems"],
        most_attributes=limits["attributes"]["maxItems"],
    )


@cache
def _schema() -> AnswerSchema:
    """The shipped schema with the keys that the vocabulary has now."""
    read = AnswerSchema.read(SCHEMA)
    schema = copy.deepcopy(dict(read.schema))
    keys = {
        "section_keys": [term.key for term in sections() if term.scope != _FRONT],
        "attributes": [each.key for each in attributes()],
        "populations": sorted(populations()),
    }
    for name, allowed in keys.items():
        schema["properties"][name]["items"]["enum"] = allowed
    schema["properties"]["kind"]["enum"] = [kind.value for kind in _KINDS]
    return AnswerSchema(read.name, schema)
