"""What a shown line must not be read without comes with it, where it belongs: what it points back
to before it, the exception that follows after it."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.label import GOVERNS, LEVEL, NOTED, Need
from monograph_qa.ranking.ranking import Ranked
from monograph_qa.ranking.saying import names_a_scale
from monograph_qa.ranking.selecting import SCREEN, Selected
from monograph_qa.ranking.signs import Candidate

_FIRST = 3  # lines
_WHY = {
    GOVERNS: "stands over the line below",
    "points_back": "the line below points to it",
    "excepts": "goes on from the line above",
    NOTED: "note to the line above",
    LEVEL: "level of dose that the line above reduces to",
}


def with_needs(
    selected: Sequence[Selected], candidate_of: Callable[[str], Candidate], room: int = SCREEN
) -> list[Selected]:
    """The selected lines, each shown one with what it needs. `candidate_of` finds a line of the
    label by its fact_id. What the needs leave no `room` for of the later lines of answer is more.
    """
    limits = [each.ranked.fact for each in selected if each.tier is Tier.LIMIT]
    shown = {each.ranked.fact.fact_id for each in selected if each.tier is not Tier.MORE}
    room -= len(limits) + len({n.fact_id for fact in limits for n in fact.needs} - shown)
    out: list[Selected] = []
    brought: set[str] = set()
    for at, each in enumerate(selected):
        fact = each.ranked.fact
        if each.tier is Tier.MORE:
            if fact.fact_id not in brought:
                out.append(each)
            continue
        needs = [need for need in fact.needs if need.fact_id not in shown | brought]
        if at >= _FIRST:  # who reads on to a later line did not ask for the next dose
            needs = [need for need in needs if need.why != LEVEL]
        needs = [
            need
            for need in needs
            if need.why != NOTED or not names_a_scale(candidate_of(need.fact_id).fact.quote)
        ]
        if each.tier is Tier.ANSWER:
            room -= 1 + len(needs)
            if room < 0 and at >= _FIRST:
                shown.discard(fact.fact_id)
                out.append(replace(each, tier=Tier.MORE))
                continue
        brought.update(need.fact_id for need in needs)
        before = [need for need in needs if not need.follows]
        after = [need for need in needs if need.follows]
        out += (_needed(need, each, candidate_of) for need in before)
        out.append(each)
        out += (_needed(need, each, candidate_of) for need in after)
    return out


def _needed(need: Need, by: Selected, candidate_of: Callable[[str], Candidate]) -> Selected:
    candidate = candidate_of(need.fact_id)
    ranked = Ranked(candidate, by.ranked.score, (_WHY[need.why],), by.ranked.is_excluded)
    return Selected(ranked, by.tier)
