"""Where a label is silent: what was looked for, in which of its sections, and of what no sentence
speaks."""

from collections.abc import Sequence

from monograph_qa.domain.evidence import Route
from monograph_qa.domain.frame import Facet
from monograph_qa.domain.intent import Intent, QuestionKind
from monograph_qa.evidence.reading import LabelRows
from monograph_qa.intent.cues import Topic, populations, subject_populations, topics
from monograph_qa.intent.ranking import words_of_topic
from monograph_qa.ranking import Asked
from monograph_qa.vocabulary.sections import descendants, section_by_key

_MOST_HEADINGS = 12
_STRONG = 7  # weight of a topic that is asked whenever it is named
_STUDIES = "clinical_studies"


def silence(intent: Intent, rows: LabelRows) -> str:
    """What was looked for, and in which of the label's sections, in fixed words and headings."""
    return f"{not_stated(subject_of(intent))} {_searched_in(_searched(intent, rows))}"


def not_stated(subject: str) -> str:
    """That the label does not state a subject, in fixed words."""
    return f"Not stated in this label{f' ({subject})' if subject else ''}."


def not_spoken_of(topics_lacking: Sequence[str]) -> str:
    """That the label does not speak of these topics, in fixed words; "" for none."""
    named = " or ".join(topics_lacking).replace("_", " ")
    return f"Nothing in this label speaks of {named}." if named else ""


def unspoken_topics(intent: Intent, rows: LabelRows, *, is_of_effect: bool) -> list[str]:
    """The topics of the question on which no sentence of the label is: what is asked first,
    pregnancy, or milk, or one fact such as a loading dose."""
    patients = populations() - subject_populations()  # who the patient is is not what is asked
    first = next((name for name in intent.topics if name not in patients), None)
    subjects = (
        name
        for name in intent.topics
        if name in subject_populations()
        or topics()[name].kind is QuestionKind.FACT
        or (topics()[name].weight >= _STRONG and name not in patients)
        or (name == first and topics()[name].attributes and not is_of_effect)
    )
    said = {name: words_of_topic(intent.question, name) for name in subjects}
    return [
        name
        for name, words in said.items()
        if words  # what two topics mean together has none
        and not _is_stated(topics()[name], rows)
        and not any(map(rows.lines.saying, map(tuple, words)))
    ]


def unsaid_pairs(asked: Asked, rows: LabelRows) -> str:
    """That the label says something asked about two drugs (that they may be mixed, which dose of
    one is worth how much of the other), but of no such drug as is named; "" where it does."""
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


def subject_of(intent: Intent) -> str:
    """What was asked for, in names of the vocabulary."""
    names = [section_by_key(key).name for key in intent.section_keys[:3]]
    return ", ".join(a.replace("_", " ") for a in intent.attributes) or ", ".join(names)


def _searched_in(headings: list[str]) -> str:
    return f"Searched: {'; '.join(headings) or 'none of its sections is about this'}."


def _searched(intent: Intent, rows: LabelRows) -> list[str]:
    wanted = {k for key in intent.section_keys for k in (key, *descendants(key))}
    places = list(rows.outline.values())
    fitting = [p.head.heading for p in places if p.head.section_key in wanted]
    chapters = [p.head.heading for p in places if p.level == 1]
    # A fact is looked for in the whole label, wherever it stands.
    found = fitting if fitting and not intent.attributes else [*fitting, *chapters]
    return list(dict.fromkeys(found))[:_MOST_HEADINGS]
