"""What is looked up for the topics of a question: sections, attributes, pictures, populations."""

from collections.abc import Sequence
from dataclasses import replace

from monograph_qa.domain.intent import Intent, QuestionKind, SectionTiers
from monograph_qa.intent.cues import Topic, paired_topics, populations
from monograph_qa.intent.ranking import Reading

_CLEARLY = 1  # a topic this much weaker is still asked for in its own right
_STEP = 0.6  # what one place further down a topic's own list of sections costs
_SHARED_PLACES = 3  # ... when it is near the top of the weaker topic's list, too
_SHARED = 1.0  # two topics that point to one section make it likelier


def with_topics(intent: Intent, reading: Reading) -> Intent:
    """The intent with the topics of its question, and everything that they point to."""
    found = reading.topics
    kinds = [kind for topic in found for kind in topic.image_kinds]
    people = [t.name for t in (*found, *reading.vague) if t.name in populations()]
    return replace(
        intent,
        topics=tuple(topic.name for topic in found),
        section_keys=_section_keys(found),
        whole_sections=_whole_sections(found),
        attributes=_attributes(found),
        fallback_attributes=_fallback_attributes(found),
        populations=tuple(people),
        image_kinds=tuple(dict.fromkeys(kinds)) if intent.kind is QuestionKind.IMAGE else (),
    )


def _section_keys(found: Sequence[Topic]) -> tuple[str, ...]:
    """The sections that topics point to: by topic weight, then by place in the topic's list."""
    score: dict[str, float] = {}
    for topic in found:
        for place, key in enumerate(topic.section_keys):
            worth = topic.weight - _STEP * place
            if key in score and place < _SHARED_PLACES:
                likelier = _SHARED * topic.weight / found[0].weight
                score[key] = max(score[key], worth) + likelier
            else:
                score[key] = max(score.get(key, worth), worth)
    return tuple(sorted(score, key=lambda key: -score[key]))


def _whole_sections(found: Sequence[Topic]) -> tuple[SectionTiers, ...]:
    """The sections that answer as a whole, one entry a topic."""
    tiers = (topic.whole_sections for topic in _answered_whole(found))
    return tuple(dict.fromkeys(tiers))


def _attributes(found: Sequence[Topic]) -> tuple[str, ...]:
    """The attributes to answer with single facts, strongest topic first."""
    facts = (topic for topic in found if not topic.whole_sections)
    return tuple(dict.fromkeys(name for topic in facts for name in topic.attributes))


def _fallback_attributes(found: Sequence[Topic]) -> tuple[str, ...]:
    """The attributes that say the same as a section: for labels that have no such section."""
    return tuple(dict.fromkeys(a for t in _answered_whole(found) for a in t.attributes))


def _answered_whole(found: Sequence[Topic]) -> list[Topic]:
    """Topics whose sections answer as a whole: the strongest, and others asked as clearly.

    A dose in renal impairment asks for neither the whole of dosing nor all on kidneys: where a
    topic and a population mean something together, that is asked and not the population itself.
    """
    has_pair = any(topic.name in paired_topics() for topic in found)
    best = max((topic.weight for topic in found), default=0)
    return [
        topic
        for topic in found
        if topic.whole_sections
        and topic.weight >= best - _CLEARLY
        and not (has_pair and topic.name in populations())
    ]
