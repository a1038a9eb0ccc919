"""What a patient was tested for, and whether it was found: "HBsAg-negative mothers", "tested
positive for JCV", "of unknown HIV status"."""

import re
from collections.abc import Sequence
from functools import cache

from monograph_qa.vocabulary.question_words import stop_words
from monograph_qa.vocabulary.rows import open_pattern, read_rows, split_list

OF_A_MARKER = "marker"
"""Of what the members in such rows of `contrasts.csv` are states: of any marker that is named."""
_SUFFIX = " status"
_JOINED = re.compile(r"[\s\-–‑]|^anti")
_MARKER = r"(?<![\w-])(?P<marker>[a-z][\w-]*\w)"
_ANY = r"(?:antigens?|antibod(?:y|ies)|status|titers?|serology|test(?:ed|s)?|results?|mutations?)"
_NO_MARKER = re.compile(rf"{_ANY}|patient|pt|mother|mom|she|he|person")
_PLACES = (
    rf"{_MARKER}(?:[\s\-–‑)\]]+(?:is|was|are|came|comes?|back|now|{_ANY})){{0,3}}[\s\-–‑)\]]*{{status}}",
    rf"{{status}}\s+(?:test\s+)?for\s+{_MARKER}",
    rf"{{status}}\s+{_MARKER}\s+status\b",
)


def statuses_in(text: str) -> dict[str, set[str]]:
    """The members that a text in small letters names, by group: each marker is one of its own."""
    found: dict[str, set[str]] = {}
    for member, words, patterns in _statuses():
        if not any(word in text for word in words):
            continue  # as in nearly every sentence
        for match in (at for pattern in patterns for at in pattern.finditer(text)):
            marker = _JOINED.sub("", match["marker"])
            if not (_NO_MARKER.fullmatch(marker) or marker in stop_words()):
                found.setdefault(marker + _SUFFIX, set()).add(member)
    return found


def is_status(group: str) -> bool:
    """Whether a group is of the states of a marker."""
    return group.endswith(_SUFFIX)


@cache
def _statuses() -> Sequence[tuple[str, Sequence[str], Sequence[re.Pattern[str]]]]:
    """Each status with its words, and a pattern for each place beside them where the marker may
    stand."""
    rows = [row for row in read_rows("contrasts") if row["of"] == OF_A_MARKER]
    words = {row["member"]: split_list(row["words"]) for row in rows}
    return [(member, said, _beside(said)) for member, said in words.items()]


def _beside(words: Sequence[str]) -> list[re.Pattern[str]]:
    status = rf"(?<!\w)(?:{'|'.join(map(open_pattern, words))})(?!\w)"
    return [re.compile(place.replace("{status}", status)) for place in _PLACES]
