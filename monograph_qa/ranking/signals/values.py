"""Whether a sentence has the kind of value that the question asks for: "how long" wants a time,
"how often" an interval, "the most" a limit (`asked_values.csv`)."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from monograph_qa.frozen import frozen
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign
from monograph_qa.vocabulary.rows import read_rows, split_list


@frozen
class _Value:
    asked: re.Pattern[str]
    stated: str
    why: str


def value_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """The share of the kinds of value asked for that the sentence has."""
    wanted = _wanted(asked.intent.question)
    text = f"{candidate.line.lead_in} {candidate.fact.quote}" if wanted else ""
    stated = [each for each in wanted if _pattern(each.stated).search(text)]
    if stated:
        yield Sign("value", len(stated) / len(wanted), stated[0].why)


def wants_value(question: str) -> bool:
    """Whether a question asks for a kind of value: "how long", "the most"."""
    return bool(_wanted(question))


def wants_duration(question: str) -> bool:
    """Whether a question asks how long something takes or lasts."""
    return any(each.why == _duration().why for each in _wanted(question))


def lasts(candidate: Candidate) -> bool:
    """Whether a line, or its lead-in, tells a length of time."""
    text = f"{candidate.line.lead_in} {candidate.fact.quote}"
    return _pattern(_duration().stated).search(text) is not None


@cache
def _duration() -> _Value:
    return _values()[0]


@lru_cache(maxsize=64)
def _wanted(question: str) -> tuple[_Value, ...]:
    return tuple(each for each in _values() if each.asked.search(question))


@cache
def _values() -> tuple[_Value, ...]:
    return tuple(
        _Value(_pattern(row["asked"]), row["stated"], row["why"])
        for row in read_rows("asked_values")
    )


@cache
def _pattern(cell: str) -> re.Pattern[str]:
    return re.compile("|".join(split_list(cell)), re.I)
