"""Whether a sentence is for the change that the question tells of: from another drug to this one,
or from this one to another."""

import re
from collections.abc import Iterator
from functools import lru_cache

from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign

_SWITCHING = "switching"
_TO = re.compile(r"(?:\b(?:to|onto|into|start(?:ing)?|begin(?:ning)?)|->|→|>)\s*$", re.I)
_FROM = re.compile(r"\b(?:from|off|stop(?:ping)?)\s*$", re.I)
_ONWARD = re.compile(r"^\s*(?:to\b|onto\b|->|→|>)", re.I)


def switch_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` where the sentence changes in the direction asked about, `other` where it only
    changes the other way."""
    if _SWITCHING not in asked.intent.topics:
        return
    wanted = {
        way for each in asked.intent.drugs if (way := _asked_way(asked, each.start, each.stop))
    }
    if len(wanted) != 1:
        return
    names = frozenset(
        word.casefold()
        for each in asked.intent.drugs
        for word in (each.asked.split()[:1] + each.name.split()[:1])
    )
    way = next(filter(None, (_way(text, names) for text in candidate.line.outwards)), "")
    if way in wanted:
        yield Sign("agrees", 1.0, f"changes {way} it as asked")
    elif way:
        yield Sign("other", 1.0, "changes the other way")


def _asked_way(asked: Asked, start: int, stop: int) -> str:
    """ "to" or "from" the drug that is named from `start` to `stop` of the question."""
    question = asked.intent.question
    if _TO.search(question[:start]):
        return "to"
    return "from" if _FROM.search(question[:start]) or _ONWARD.match(question[stop:]) else ""


@lru_cache(maxsize=4096)
def _way(text: str, names: frozenset[str]) -> str:
    """The same of the first change that a sentence of a label tells of."""
    any_name = "|".join(map(re.escape, sorted(names)))
    said = re.search(
        rf"\bfrom (?:(?P<own>(?:{any_name})\b)|[^.:;]{{1,80}}?) to (?P<to>(?:{any_name})\b)?",
        text,
        re.I,
    )
    if said is None or bool(said["own"]) == bool(said["to"]):
        return ""
    return "from" if said["own"] else "to"
