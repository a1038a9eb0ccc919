"""What a sentence states, in which section, and whether it has the kind of value that is asked for
("how long" wants a time, "how often" an interval: `asked_values.csv`)."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from monograph_qa.frozen import frozen
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign
from monograph_qa.vocabulary.rows import read_rows, split_list
from monograph_qa.vocabulary.sections import section_by_key

_ACTION = "action"
_EACH_MORE = 0.5  # of what one counts: a sentence on two things asked answers both


def attribute_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`first` where it states what is asked first, `other` where it states what is asked beside;
    `fact` where what is asked first is a single fact, and no section; `likely` where it
    states what such a question asks most often."""
    own = candidate.fact.attributes
    wants = (("first", asked.first), ("other", asked.others), ("fact", asked.stated))
    for name, wanted in wants:
        stated = [each for each in own if each in wanted]
        if stated:
            why = "" if name == "fact" else f"states {stated[0].replace('_', ' ')}"
            yield Sign(name, 1 + _EACH_MORE * (len(stated) - 1), why)
    likely = max((asked.likely.get(each, 0.0) for each in own), default=0.0)
    if likely:  # where cues read it as well that is said already
        is_read = not asked.first.union(asked.others).isdisjoint(own)
        yield Sign("likely", likely, "" if is_read else "states what is likely asked")


def section_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """The worth of the likeliest section, of those where what is asked is usually stated, that it
    stands in or below."""
    line = candidate.line.head.line
    key = max(line, key=lambda each: asked.sections.get(each, 0.0), default="")
    worth = asked.sections.get(key, 0.0)
    if worth:
        yield Sign("", worth, f"section: {section_by_key(key).name}")


def kind_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """The kind of the FactSpan: a heading or a caption is no statement."""
    yield Sign(candidate.fact.kind.value)


@frozen
class _Value:
    kind: str
    asked: re.Pattern[str]
    stated: str
    why: str
    unsaid: str


def value_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """The share of the kinds of value asked for that the sentence has; `action` where it says what
    is to be done, and that is asked."""
    wanted = [each for each in _wanted(asked.intent.question) if each.kind != _ACTION]
    text = _text(candidate) if wanted else ""
    stated = [each for each in wanted if _pattern(each.stated).search(text)]
    if stated:
        yield Sign("value", len(stated) / len(wanted), stated[0].why)
    if wants_value(asked.intent.question, _ACTION) and has_value(candidate, _ACTION):
        yield Sign("action", 1.0, "says what is to be done")


def wants_value(question: str, kind: str = "") -> bool:
    """Whether a question asks for a kind of value, or for that `kind`: "how long", "the most"."""
    return any(each.kind == kind for each in _wanted(question)) if kind else bool(_wanted(question))


def has_value(candidate: Candidate, kind: str) -> bool:
    """Whether a line, or its lead-in, has a value of a kind: a length of time."""
    text = _text(candidate)
    return any(_pattern(each.stated).search(text) for each in _values() if each.kind == kind)


def values_to_report(question: str) -> dict[str, str]:
    """The kinds of value that a question asks for and whose lack is told, each with what then is
    not stated: "whether it may be crushed, cut, chewed or opened"."""
    return {each.kind: each.unsaid for each in _wanted(question) if each.unsaid}


def says_what_to_do(asked: Asked, candidate: Candidate) -> bool:
    """Whether it is asked what to do, and a line that names what it is asked of says that."""
    at = candidate.line.at
    return (
        wants_value(asked.intent.question, _ACTION)
        and any(at in concept.by_name & concept.within for concept in asked.not_indicated)
        and has_value(candidate, _ACTION)
    )


def _text(candidate: Candidate) -> str:
    return f"{candidate.line.lead_in} {candidate.fact.quote}"


@lru_cache(maxsize=64)
def _wanted(question: str) -> tuple[_Value, ...]:
    return tuple(each for each in _values() if each.asked.search(question))


@cache
def _values() -> tuple[_Value, ...]:
    return tuple(
        _Value(row["kind"], _pattern(row["asked"]), row["stated"], row["why"], row["unsaid"])
        for row in read_rows("asked_values")
    )


@cache
def _pattern(cell: str) -> re.Pattern[str]:
    return re.compile("|".join(split_list(cell)), re.I)
