"""Whether a sentence is of the numbered step that the question tells of: week 5, the third dose,
cycle 2, grade 3."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign
from monograph_qa.vocabulary.rows import read_rows, split_list

Step = tuple[str, int]


def step_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` for the step that is asked about, `other` where only other steps of it are told."""
    wanted = steps_in(asked.intent.question)
    if not wanted:
        return
    line = candidate.line
    told = steps_in(f"{line.lead_in} | {line.quote}") or steps_in(line.head.heading)
    if told & wanted:
        yield Sign("agrees", 1.0, " ".join(map(str, min(told & wanted))))
    elif {name for name, _ in told} & {name for name, _ in wanted}:
        yield Sign("other")


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
