"""Whether what is shown speaks of the people that a question tells of: a half-life that is stated
for all is no half-life in renal impairment, and the answer says so."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from monograph_qa.domain.evidence import Evidence, RouteResult
from monograph_qa.domain.intent import Intent, QuestionKind
from monograph_qa.evidence.stems import stem, stems_of
from monograph_qa.intent.cues import populations, topic_pairs, topics, words_with_role
from monograph_qa.intent.splitting import subjects_named

_ORGANS = frozenset({"renal_impairment", "hepatic_impairment"})
_FIRST = 5_000.0  # before what is said of all


def note_on_people(results: Sequence[RouteResult], intent: Intent) -> str:
    """That no shown sentence on the asked fact speaks of the people asked about; nothing where one
    does, or where no single fact is asked for."""
    facts, people = _facts(intent), _people(intent)
    told = [e for r in results for e in r.evidence if not e.aside and _bears(e, facts)]
    unsaid = [name for name in people if told and not any(_speaks_of(name, e) for e in told)]
    if not unsaid:
        return ""
    named = " or ".join(name.replace("_", " ") for name in unsaid)
    asked = " and ".join(sorted(facts)).replace("_", " ")
    return f"No sentence shown on {asked} speaks of {named}: it is said of patients in general."


def put_people_first(results: Sequence[RouteResult], intent: Intent) -> tuple[RouteResult, ...]:
    """The results, with scores by which what states the asked fact of the people asked about comes
    first."""
    facts, people = _facts(intent), _people(intent)

    def scored(e: Evidence) -> Evidence:
        is_told = _bears(e, facts) and any(_speaks_of(name, e) for name in people)
        return replace(e, score=e.score + _FIRST) if is_told else e

    if not (facts and people):
        return tuple(results)
    return tuple(replace(r, evidence=tuple(map(scored, r.evidence))) for r in results)


def _facts(intent: Intent) -> set[str]:
    """The attributes of the single facts that are asked for, but for a population's own."""
    together = {topic.name for topic in topic_pairs().values()}
    return {
        attribute
        for name in intent.topics
        if name in topics() and name not in together and name not in populations()
        if topics()[name].kind is QuestionKind.FACT
        for attribute in topics()[name].attributes
    }


def _people(intent: Intent) -> list[str]:
    return [name for name in intent.populations if name in topics()]


def _bears(evidence: Evidence, facts: set[str]) -> bool:
    return evidence.fact is not None and not facts.isdisjoint(evidence.fact.attributes)


def _speaks_of(people: str, evidence: Evidence) -> bool:
    fact, head = evidence.fact, evidence.section
    if fact is None:
        return False
    said = f"{head.heading_path if head else ''} {fact.context or ''} {fact.quote}"
    is_impaired = people not in _ORGANS or not stems_of(said).isdisjoint(_impaired())
    return is_impaired and people in subjects_named(said)


@cache
def _impaired() -> frozenset[str]:
    """The words that say of an organ that it fails, as stems: "renal clearance" says none."""
    return frozenset(map(stem, words_with_role("impaired")))
