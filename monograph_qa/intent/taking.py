"""Which of the drugs that a question names the patient has already, and which is to be given: "on
X, wants Y" asks of Y. The words are those of `question_words`."""

import re
from collections.abc import Iterable
from functools import cache

from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.question_words import pattern_of_role

_LISTED = re.compile(
    r"(?:\s+\d[\w./-]*(?:\s*[mµ]?c?g)?(?:\s+\w+ly|\s+[bqt]?[do]d)?)?\s*(?:,|&|/|\+|\band\b|\bplus\b)+\s*(?:also\s+)?",
    re.I,
)
_STATED = re.compile(r"[^.?;]*[.;]\s")  # ends as what asks does not
Spans = Iterable[tuple[int, int]]


@frozen
class Taking:
    """Where the drugs begin that the patient has `already`, those that come `next`, and those that
    are only `mentioned`, in a sentence that asks nothing and says that they are taken."""

    already: frozenset[int]
    next: frozenset[int]
    mentioned: frozenset[int]


def taking(question: str, spans: Spans) -> Taking:
    """What a question says of the drugs at these places: the words before one say it, or behind it
    ("an X patient"); of a list they are said once ("on X and Y")."""
    already, following, mentioned = set[int](), set[int](), set[int]()
    before = 0, 0
    for start, stop in sorted(spans):
        said = question[:start]
        is_listed = _LISTED.fullmatch(question[before[1] : start]) is not None
        if _ends_with("taken_next").search(said):
            following.add(start)
        elif (
            (is_listed and before[0] in already)
            or _ends_with("taken_already").search(said)
            or _patients().match(question, stop)
        ):
            already.add(start)
        elif _in_sentence().search(said) and _STATED.match(question, stop):
            mentioned.add(start)
        before = start, stop
    return Taking(frozenset(already), frozenset(following), frozenset(mentioned))


def is_likened(question: str, start: int) -> bool:
    """Whether the drug that begins here is named only to liken another to it: "a flare like X's" is
    not taken with X, but "drugs like X" are such as X."""
    before = question[:start]
    likened, such_as = _likening()
    return bool(likened.search(before)) and not such_as.search(before)


@cache
def _likening() -> tuple[re.Pattern[str], re.Pattern[str]]:
    return (
        re.compile(rf"\b{pattern_of_role('likens')}\s+(?:with\s+)?$", re.I),
        re.compile(rf"\b{pattern_of_role('such_things')}\s+like\s+$", re.I),
    )


@cache
def _ends_with(role: str) -> re.Pattern[str]:
    return re.compile(rf"\b{pattern_of_role(role)}(?:\s+[\w-]+)?\W*$", re.I)


@cache
def _patients() -> re.Pattern[str]:
    return re.compile(rf"[\s-]*{pattern_of_role('who_takes')}\b", re.I)


@cache
def _in_sentence() -> re.Pattern[str]:
    return re.compile(rf"\b{pattern_of_role('taking')}\b[^.?;]*$", re.I)
