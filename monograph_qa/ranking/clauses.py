"""What answers each of several things that one question asks."""

from collections.abc import Sequence

from monograph_qa.ranking.ranking import Ranked
from monograph_qa.ranking.saying import said_by

_OF_A_CLAUSE = 2  # lines for each thing that a question asks, the second where it is as good
_AS_GOOD = 0.9  # share of the score of the clause's first line
_CLEAR = 0.8  # score of a line that answers a clause


def of_clauses(
    clauses: Sequence[Sequence[Ranked]], once: Sequence[Ranked], shown: Sequence[Ranked]
) -> list[Ranked]:
    """What answers each clause of a question best and is not shown yet: "what diluent, and how long
    is it stable?" is answered by a line for each."""
    lines = {said_by(each): each for each in once if not each.is_excluded}
    found: dict[str, Ranked] = {}
    for ranked in clauses:
        own = [each for each in ranked if not each.is_excluded and said_by(each) in lines]
        for each in own[:_OF_A_CLAUSE]:
            if each.score >= max(_CLEAR, _AS_GOOD * own[0].score):
                found[said_by(each)] = lines[said_by(each)]
    known = {said_by(each) for each in shown}
    return [each for said, each in found.items() if said not in known]
