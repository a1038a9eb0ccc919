"""What a question asks and nothing that was found says: a dose for the disease, by weight, after a
pause, how long before an operation, a way of giving of which the label does not speak."""

import re
from collections.abc import Sequence

from monograph_qa.frames.contrasts import (
    contrasts_asked,
    contrasts_in,
    is_of_a_container,
    is_unspoken,
)
from monograph_qa.frames.lines import Line
from monograph_qa.frames.measure_words import worded
from monograph_qa.frames.spans import ELDERLY, Measure
from monograph_qa.ranking import (
    DOSES,
    Asked,
    Selected,
    has_value,
    says_when_paused,
    tells_of_vomiting,
    untreated,
    values_to_report,
    wants_value,
)

NOTHING = "Nothing in this label is known"
_BY_SIZE = re.compile(r"(?:\w+\s?/|\bper )\s?(kg|kilo|m2|m²|square)", re.I)  # "mg/kg"
_OF_ANIMALS = frozenset({"animal_toxicology", "pregnancy"})
_OLD = re.compile(r"\b(?:6[05]|7[05]|8[05]) ?(?:years|yrs|and (?:over|older))|\bold(?:er|est)?\b")
_SIZES = {"kg": "weight", "kilo": "weight"}
_USE = {"way": "use"}
_MISSED, _KEPT = "missed_dose", "shelf_life"
_DURATION, _WARMTH = "duration", "warmth"
_PREPARED = "mixing"
_RESTART = re.compile(
    r"\bre-?(?:start|initiat|load|titrat|challeng)|\bresum|\bstart(?:ing)? (?:again|over)"
    r"|\bgo back",
    re.I,
)


def unsaid_of(asked: Asked, selected: Sequence[Selected]) -> str:
    """The first of what is asked and not said, as a sentence for the reader; "" where all is."""
    return (
        _undosed(asked)
        or _unmeasured(asked, selected)
        or _unvomited(asked, selected)
        or _unpaused(asked, selected)
        or _unkept(asked, selected)
        or _unwarmed(asked, selected)
        or _unstated(asked, selected)
        or _untimed(asked, selected)
        or _unspoken(asked)
        or _unaged(asked)
    )


def _undosed(asked: Asked) -> str:
    diseases = " or ".join(f"“{each}”" for each in untreated(asked))
    said = f"This label gives no dose for {diseases}: what is shown is for others."
    return said if diseases else ""


def _unaged(asked: Asked) -> str:
    """That the old are asked about by that name, and no line speaks of them."""
    old = [each for each, span in worded() if span.measure is Measure.AGE and span.low >= ELDERLY]

    def names_them(text: str) -> bool:
        return any(pattern.search(text) for pattern in old)

    def is_on_them(line: Line) -> bool:
        text = f"{line.head.heading_path} {line.lead_in} {line.quote}".casefold()
        return names_them(text) or _OLD.search(text) is not None

    if not names_them(asked.whole.casefold()) or any(map(is_on_them, asked.lines.lines)):
        return ""
    return "Nothing in this label is stated for the elderly."


def _unmeasured(asked: Asked, selected: Sequence[Selected]) -> str:
    """That a dose is asked for by weight or body surface, and none of the label is found to be."""
    wanted = _BY_SIZE.search(asked.intent.question)
    if wanted is None or not asked.wants_dose:
        return ""
    facts = [each.ranked.fact for each in selected]
    doses = (e for e in facts if not DOSES.isdisjoint(e.attributes))
    if any(_BY_SIZE.search(e.quote) and _OF_ANIMALS.isdisjoint(e.attributes) for e in doses):
        return ""
    size = _SIZES.get(wanted[1].casefold(), "body surface")
    return f"{NOTHING} to state a dose by {size}."


def _unvomited(asked: Asked, selected: Sequence[Selected]) -> str:
    """That it is asked what to do when a dose is vomited, and nothing found says so."""
    if _MISSED not in asked.first or not tells_of_vomiting(asked.whole):
        return ""
    facts = [e.ranked.fact for e in selected if _OF_ANIMALS.isdisjoint(e.ranked.fact.attributes)]
    if any(_MISSED in e.attributes and tells_of_vomiting(e.quote) for e in facts):
        return ""
    return f"{NOTHING} to say what to do when a dose is vomited."


def _unkept(asked: Asked, selected: Sequence[Selected]) -> str:
    """That it is asked how long an opened medicine keeps, and nothing found says so."""
    if _KEPT not in asked.stated:
        return ""
    wanted = contrasts_asked(asked.intent.question, asked.whole)
    states = {group: wanted[group] for group in wanted if is_of_a_container(group)}
    kept = [e.ranked.candidate.line for e in selected if _KEPT in e.ranked.fact.attributes]
    said = [contrasts_in(text) for line in kept for text in line.outwards]
    missing = [
        state
        for group, members in states.items()
        for state in sorted(members)
        if not any(state in each.get(group, ()) for each in said)
    ]
    return f"{NOTHING} to say how long it keeps when {' or '.join(missing)}." if missing else ""


def _unwarmed(asked: Asked, selected: Sequence[Selected]) -> str:
    """That it is asked of a medicine that was left out of the refrigerator, and nothing found says
    how warm it may be: what is told of the mixed one says nothing of that which is not mixed."""
    question = asked.intent.question
    if not wants_value(question, _WARMTH):
        return ""
    states = set(contrasts_asked(question, asked.whole).get(_PREPARED, ()))

    def is_of_another(text: str) -> bool:
        said = set(contrasts_in(text).get(_PREPARED, ()))
        return bool(said) and said.isdisjoint(states)

    warm = (e.ranked.candidate for e in selected if has_value(e.ranked.candidate, _WARMTH))
    if any(not any(map(is_of_another, each.line.outwards)) for each in warm):
        return ""
    return f"{NOTHING} to say whether it may be out of the refrigerator, or how long."


def _unstated(asked: Asked, selected: Sequence[Selected]) -> str:
    """That a kind of value is asked for, and nothing found has one: whether it may be crushed, at
    what level to aim."""
    missing = (
        unsaid
        for kind, unsaid in values_to_report(asked.intent.question).items()
        if not any(has_value(each.ranked.candidate, kind) for each in selected)
    )
    return next((f"{NOTHING} to say {unsaid}." for unsaid in missing), "")


def _unpaused(asked: Asked, selected: Sequence[Selected]) -> str:
    """That it is asked how to go on after a pause, and nothing found is for one so long."""
    if not (_RESTART.search(asked.intent.question) and says_when_paused(asked.whole)):
        return ""
    if any(("delay", "agrees") in each.ranked.found for each in selected):
        return ""
    return f"{NOTHING} to say how to go on after so long a pause."


def _untimed(asked: Asked, selected: Sequence[Selected]) -> str:
    """That it is asked how long one fact lasts, or how long before, and no line on it tells."""
    if not wants_value(asked.intent.question, _DURATION) or asked.is_of_dose:
        return ""
    stating = [e for e in selected if not asked.stated.isdisjoint(e.ranked.fact.attributes)]
    if not stating or any(has_value(each.ranked.candidate, _DURATION) for each in stating):
        return ""
    return f"{NOTHING} to say how long ({fact_asked(asked)})."


def _unspoken(asked: Asked) -> str:
    """That a way of giving or a kind of dialysis is asked about of which the label says nothing."""
    wanted = contrasts_asked(asked.intent.question, asked.whole)
    missing = [
        f"{member} {_USE.get(group, group)}"
        for group, members in wanted.items()
        for member in sorted(members)
        if is_unspoken(group, member, asked.lines)
    ]
    return not_spoken_of(missing)


def not_spoken_of(lacking: Sequence[str]) -> str:
    """That the label does not speak of these topics or ways, in fixed words; "" for none."""
    named = " or ".join(lacking).replace("_", " ")
    return f"Nothing in this label speaks of {named}." if named else ""


def fact_asked(asked: Asked) -> str:
    """The single facts that are asked for, in words."""
    return ", ".join(sorted(asked.stated)).replace("_", " ")
