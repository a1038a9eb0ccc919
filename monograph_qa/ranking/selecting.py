"""Which lines are shown, and which are only counted: a pharmacist reads five lines.

`answer` is what scores near the best; `limit` what forbids, limits or adjusts for the patient told of;
all else is `more`.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.label import FactKind
from monograph_qa.ranking.limits import agreeing_limits
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.ranking import Ranked

_MOST = 6  # lines of answer to one part
_LEAST = 3  # lines that are shown however far they fall behind the best
_NEAR = 0.62  # share of the best score
_MOST_OF_A_LIST = 18
_MOST_LIMITS = 3


@dataclass(frozen=True, slots=True)
class Selected:
    """One line with its tier; the order of these is the order in which they are read."""

    ranked: Ranked
    tier: Tier


def select(
    asked: Asked, ranked: Sequence[Ranked], listed: Collection[str] = (), kept: Collection[str] = ()
) -> list[Selected]:
    """The ranked lines with their tiers: first all of `answer`, then `limit`, then `more`.

    `listed` are the fact_ids of a list that is asked for whole: they are the answer, in the label's
    order. `kept` are those that must not be lost (the FactSpan invariant): where they are not shown
    they are `more`, however low they rank.
    """
    once = _once(ranked)
    answer = _listed(once, listed) or _best(once)
    limits = agreeing_limits(asked, [each for each in once if each not in answer])[:_MOST_LIMITS]
    shown = {id(each) for each in (*answer, *limits)}
    floor = min((each.score for each in answer), default=0.0) * _NEAR
    rest = [
        each
        for each in ranked
        if id(each) not in shown and (each.fact.fact_id in kept or each.score >= floor)
    ]
    rest.sort(key=lambda each: each.is_excluded)
    return [
        *(Selected(each, Tier.ANSWER) for each in answer),
        *(Selected(each, Tier.LIMIT) for each in limits),
        *(Selected(each, Tier.MORE) for each in rest),
    ]


def _best(once: Iterable[Ranked]) -> list[Ranked]:
    fitting = [each for each in once if not each.is_excluded and _states(each)]
    least = fitting[0].score * _NEAR if fitting else 0.0
    near = [each for at, each in enumerate(fitting) if at < _LEAST or each.score >= least]
    return near[:_MOST]


def _listed(once: Iterable[Ranked], listed: Collection[str]) -> list[Ranked]:
    """The list that is asked for, in the label's order; of a long one the best lines."""
    found = [each for each in once if each.fact.fact_id in listed and _states(each)]
    return sorted(found[:_MOST_OF_A_LIST], key=lambda each: each.candidate.line.at)


def _states(each: Ranked) -> bool:
    return each.fact.kind is not FactKind.OTHER


def _once(ranked: Iterable[Ranked]) -> list[Ranked]:
    """The first of equal sentences: highlights, section 2 and leaflet may all print one."""
    seen: dict[str, Ranked] = {}
    for each in ranked:
        seen.setdefault(letters_of(f"{each.fact.context or ''} {each.fact.quote}"), each)
    return list(seen.values())


def letters_of(text: str) -> str:
    """The text without white space and case: what is equal so says the same."""
    return "".join(text.split()).casefold()
