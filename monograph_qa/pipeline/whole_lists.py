"""Which list of a label is asked for whole: "side effects?", "full list of contraindications"."""

import re
from collections.abc import Sequence
from functools import cache

from monograph_qa.domain.evidence import Route, RouteResult
from monograph_qa.domain.intent import Intent
from monograph_qa.evidence.reading import LabelRows
from monograph_qa.intent.cues import topics
from monograph_qa.pipeline.posing import OVERDOSE, candidate_at
from monograph_qa.ranking import Asked, is_for_another, wants_value
from monograph_qa.vocabulary.question_words import is_topic_word, pattern_of_role
from monograph_qa.vocabulary.stems import stem

_A_CASE = 3  # telling words: who uses so many asks for no list


def list_asked_for(
    intent: Intent, asked: Asked, results: Sequence[RouteResult], rows: LabelRows
) -> set[str]:
    """The fact_ids of the section that is asked for whole: in so many words ("full list of"), or
    where nobody and nothing else is told of, no kind of value is asked for, and no word narrows it.
    """
    if whole := _whole_list(intent, rows):
        return whole
    first = topics().get(intent.topics[0]) if intent.topics else None
    if first is None or not first.is_list or asked.concepts or asked.spans:
        return set()
    # "Overdose: antidote, is dialysis useful?" asks for no list.
    beside = {
        each for name in intent.topics[1:] if name in topics() for each in topics()[name].attributes
    }
    if intent.topics[0] == OVERDOSE and not beside <= set(first.attributes):
        return set()
    # "A pregnant nurse handling capsules" asks for no section on pregnancy.
    if asked.first.isdisjoint(first.attributes) and not asked.first <= asked.of_populations:
        return set()
    telling = [word for word in intent.words if not is_topic_word(word)]
    if telling and (wants_value(intent.question) or len(telling) >= _A_CASE):
        return set()
    listed = {
        e.fact.fact_id
        for r in results
        for e in r.evidence
        if r.route is Route.SECTION_MATCH and e.fact
    }
    places = set(map(rows.place_of, listed))
    narrows = any(not places.isdisjoint(rows.lines.standing(stem(w))) for w in telling)
    # "How long is the opened pen good" asks for no list of which a part is on unopened ones.
    narrows = narrows or any(is_for_another(asked, candidate_at(rows, at)) for at in places)
    return set() if narrows else listed


def _whole_list(intent: Intent, rows: LabelRows) -> set[str]:
    """The fact_ids of the first list that a question asks for whole, in so many words."""
    asked = (topics()[name] for name in intent.topics if name in topics())
    lists = [topic for topic in asked if topic.is_list] if _whole().search(intent.question) else ()
    for keys in (keys for topic in lists for keys in topic.whole_sections):
        found = {line.at for line in rows.lines.lines if not set(keys).isdisjoint(line.head.line)}
        if found:
            return {rows.fact_at(at).fact_id for at in found}
    return set()


@cache
def _whole() -> re.Pattern[str]:
    return re.compile(rf"\b{pattern_of_role('whole_list')}\b", re.I)
