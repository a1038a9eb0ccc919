"""Which of several that exclude one another a text names: treatment or prevention, vial or pen, hip
or knee (`contrasts.csv`)."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from monograph_qa.frames.asked_measures import patient_sexes
from monograph_qa.frames.denied import is_denied
from monograph_qa.frames.statuses import OF_A_MARKER, is_status, statuses_in
from monograph_qa.vocabulary.rows import open_pattern, read_rows, split_list

_SEXES = {"M": "male", "F": "female"}

Members = Mapping[str, frozenset[str]]
"""Members of groups, by group."""


@lru_cache(maxsize=64)
def contrasts_asked(part: str, question: str) -> Members:
    """The members of each group that a part of a question names; those of groups that divide
    patients as the whole question names them, where the part names none. "34M" tells a sex."""
    sexes = frozenset(map(_SEXES.__getitem__, patient_sexes(question)))
    told = {"sex": sexes} if sexes else {}
    named = contrasts_in(question).items()
    patient = {group: members for group, members in named if divides_patients(group)}
    return {**told, **patient, **contrasts_in(part)}


def contrasts_in(text: str) -> Members:
    """The members of each group that a text names; the longest name at a place counts."""
    return _read(text)[0]


def contrasts_denied(text: str) -> Members:
    """The members that a text names behind a word that denies them: "no vial", "not the pen"."""
    return _read(text)[1]


@lru_cache(maxsize=8192)
def _read(text: str) -> tuple[Members, Members]:
    folded = text.casefold()
    named: dict[str, set[str]] = {}
    denied: dict[str, set[str]] = {}
    for match in _pattern().finditer(folded):
        found = denied if is_denied(folded[: match.start()]) else named
        for group, member in _named_by()[(match.lastindex or 1) - 1][1]:
            found.setdefault(group, set()).add(member)
    named |= statuses_in(folded)
    return _frozen(named), _frozen(denied)


def _frozen(members: Mapping[str, set[str]]) -> Members:
    return {group: frozenset(each) for group, each in members.items()}


@cache
def _named_by() -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
    """Words with the members that they name, each with its group; the longest words first."""
    found: dict[str, list[tuple[str, str]]] = {}
    rows = (row for row in read_rows("contrasts") if row["of"] != OF_A_MARKER)
    for row in rows:
        for word in split_list(row["words"]):
            found.setdefault(word.casefold(), []).append((row["group"], row["member"]))
    return sorted(found.items(), key=lambda item: -len(item[0]))


def divides_patients(group: str) -> bool:
    """Whether the members of a group are states of a patient: who has one has no other of them."""
    return is_status(group) or group in _groups_of("patient")


def is_of_a_container(group: str) -> bool:
    """Whether the members of a group are states of a container and what is in it."""
    return group in _groups_of("container")


@cache
def _groups_of(kind: str) -> frozenset[str]:
    return frozenset(row["group"] for row in read_rows("contrasts") if row["of"] == kind)


@cache
def _pattern() -> re.Pattern[str]:
    # A letter before each group lets the engine pass over what begins otherwise: 20 times faster.
    words = (open_pattern(word) for word, _ in _named_by())
    choices = "|".join(f"{word[0]}({word[1:]})" for word in words)
    return re.compile(rf"(?<![\w-])(?:{choices})(?!\w)")
