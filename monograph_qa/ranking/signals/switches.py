"""Whether a sentence is for the change that the question tells of: from another drug to this one,
or from this one to another."""

import re
from collections.abc import Iterator
from functools import lru_cache

from monograph_qa.domain.intent import DrugMention
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
    wanted, names = _change_asked(asked.intent.question, asked.intent.drugs)
    if not wanted:
        return
    way = next(filter(None, (_way(text, names) for text in candidate.line.outwards)), "")
    if way == wanted:
        yield Sign("agrees", 1.0, f"changes {way} it as asked")
    elif way:
        yield Sign("other", 1.0, "changes the other way")


@lru_cache(maxsize=64)  # every line of a label is compared with it
def _change_asked(question: str, drugs: tuple[DrugMention, ...]) -> tuple[str, frozenset[str]]:
    """The one direction in which a question changes the drugs that it names, "" for none, and the
    first words of their names."""
    ways = set(filter(None, (_asked_way(question, each.start, each.stop) for each in drugs)))
    names = (
        word for each in drugs for name in (each.asked, each.name) for word in name.split()[:1]
    )
    return ways.pop() if len(ways) == 1 else "", frozenset(word.casefold() for word in names)


def _asked_way(question: str, start: int, stop: int) -> str:
    """ "to" or "from" the drug that is named from `start` to `stop` of the question."""
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
