"""Whether a sentence is of the numbered step that the question tells of: week 5, the third dose,
cycle 2, grade 3."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from monograph_qa.frames.measure_words import figures
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign
from monograph_qa.vocabulary.rows import read_rows, split_list

Step = tuple[str, int]

_DAYS = {"day": 1, "week": 7, "month": 30}
_BEGINNING = re.compile(
    r"(?P<after>\b(?:after|beyond|following)\s+)?\bthe first (?P<number>\d{1,2}|[a-z]+)"
    r" (?P<unit>day|week|month)s\b"
)


def step_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` for the step that is asked about, `other` where only other steps of it are told."""
    wanted = steps_in(asked.intent.question)
    if not wanted:
        return
    line = candidate.line
    told = steps_in(f"{line.lead_in} | {line.quote}") or steps_in(line.head.heading)
    if told & wanted:
        yield Sign("agrees", 1.0, " ".join(map(str, min(told & wanted))))
    elif (is_within := _is_within(wanted, line.quote.casefold())) is not None:
        yield Sign("agrees" if is_within else "other")
    elif {name for name, _ in told} & {name for name, _ in wanted}:
        yield Sign("other")


def _is_within(wanted: frozenset[Step], quote: str) -> bool | None:
    """Whether a step lies in the part of the treatment that a sentence tells of: day 10 in "the
    first 2 weeks", and not in "after the first 2 weeks"; None where it tells of none."""
    days = [number * _DAYS[name] for name, number in wanted if name in _DAYS]
    said = _BEGINNING.search(quote)
    number = figures().get(said["number"], said["number"]) if said else ""
    if said is None or not days or not number.isdigit():
        return None
    is_early = max(days) <= int(number) * _DAYS[said["unit"]]
    return is_early is not bool(said["after"])


@lru_cache(maxsize=4096)
def steps_in(text: str) -> frozenset[Step]:
    """The numbered steps of a text, ranges with all of theirs: "weeks 2 to 4", "Week: 5"."""
    found: set[Step] = set()
    for said in _pattern().finditer(text.casefold()):
        first = _number(said["number"] or said["nth"] or said["brief_number"])
        last = _number(said["last"]) if said["last"] else first
        name = said["name"] or said["of"] or _brief()[said["brief"]]
        found.update((name, each) for each in range(first, min(last, first + 12) + 1))
    return frozenset(found)


def _number(said: str) -> int:
    return _ordinals().get(said) or int(said.rstrip("stndrh"))


@cache
def _ordinals() -> dict[str, int]:
    rows = [row for row in read_rows("numbered_steps") if row["kind"] == "ordinal"]
    return {word: int(row["number"]) for row in rows for word in split_list(row["words"])}


@cache
def _brief() -> dict[str, str]:
    """What short names of steps stand for: "G2" is grade 2."""
    rows = [row for row in read_rows("numbered_steps") if row["kind"] == "short"]
    return {word: row["number"] for row in rows for word in split_list(row["words"])}


@cache
def _pattern() -> re.Pattern[str]:
    rows = [row for row in read_rows("numbered_steps") if row["kind"] == "step"]
    names = "|".join(word for row in rows for word in split_list(row["words"]))
    nth = "|".join([*_ordinals(), r"\d{1,2}(?:st|nd|rd|th)"])
    other = r"(?![.,]\d|\s?(?:%|mg|mcg|ml|kg))"  # "dose 2 mg" numbers nothing
    return re.compile(
        rf"\b(?P<name>{names})s?(?: no\.?| number)?[\s:#]*(?P<number>\d{{1,2}})\b{other}"
        rf"(?:\s*(?:to|-|–|through)\s*(?P<last>\d{{1,2}})\b)?"
        rf"|\b(?P<nth>{nth})\s+(?P<of>{names})\b"
        rf"|\b(?P<brief>{'|'.join(_brief())})(?P<brief_number>\d{{1,2}})\b{other}"
    )
