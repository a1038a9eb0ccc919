"""Which lines are shown, and which are only counted: a pharmacist reads five lines.

`answer` is what scores near the best; `limit` what forbids, limits or adjusts for the patient told
of; all else is `more`.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice

from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.frame import Facet, has_amount
from monograph_qa.domain.label import FactKind, FactSpan
from monograph_qa.frozen import frozen
from monograph_qa.ranking.agreeing import is_contraindication
from monograph_qa.ranking.among_best import is_on_overdose
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.limits import (
    agreeing_limits,
    cautions_in_disease,
    forbids,
    forbids_disease,
    names_disease,
)
from monograph_qa.ranking.lists import (
    MOST_OF_A_LIST,
    listed_lines,
    names_of_blocks,
)
from monograph_qa.ranking.own_doses import doses_the_person, has_no_dose_for
from monograph_qa.ranking.own_lines import lines_of_clauses, own_lines, with_names_first
from monograph_qa.ranking.ranking import Ranked
from monograph_qa.ranking.saying import once_each, states
from monograph_qa.ranking.signals.directions import is_directive

MOST = 6  # lines of answer to a question
_MOST_NEAR = 2  # more of them, where they rank nearly as high as the best
_NEARLY = 0.75  # share of the best score
SCREEN = 12  # lines in all, with limits and what answers clauses
_LEAST = 4  # lines that are shown though they fall behind the best
_HOPELESS = 0.3  # share of the best score below which a line is no answer
_MAY_NOT = "contraindication"
_MOST_ALONE = 1  # limits that lead however low they rank
_BEFORE_OWN = 3  # lines that are read before those that what is told of the patient has for itself
_NEAR = 0.58  # share of the best score
_NEAR_OF_SEVERAL = 0.5  # ... where a question has several clauses
_OF_A_CLAUSE = 2  # more lines, for each clause but the first
_MOST_OF_A_CLAUSE = 3  # lines, where there is room
_LEAST_BESIDE = 2  # lines of answer beside limits
_MOST_LIMITS = 3  # beside contraindications, of which none is left out
_MOST_MORE = 20  # lines that no route brought, beside those that are shown
_BULLET = "•"
# "Criteria were not met for …" is read with the sentence that it takes back.
_QUALIFIES = re.compile(
    r"(?:however|but|nevertheless|conversely|in contrast|exceptions?)\b"
    r"|.{0,60}\bcriteria (?:were|was) not met\b",
    re.I,
)
_WHEN, _TIME = re.compile(r"\b(?:when|how (?:long|soon|many days))\b", re.I), "time"
_WITH_ACTION = 3  # lines that are read with the action that follows them
_MOST_ACTIONS = 2  # such actions, beside the lines of answer


@frozen
class Selected:
    """One line with its tier; the order of these is the order in which they are read."""

    ranked: Ranked
    tier: Tier


def select(
    asked: Asked,
    ranked: Sequence[Ranked],
    listed: Collection[str] = (),
    kept: Collection[str] = (),
    most: int = MOST,
    clauses: Sequence[Sequence[Ranked]] = (),
    room: int = SCREEN,
) -> list[Selected]:
    """The ranked lines with their tiers: first what is contraindicated in this patient or requires
    what the patient lacks, then the `answer`, then other limits, then `more`.

    `listed` are the fact_ids of a list that is asked for whole: they are the answer, in the label's
    order. `kept` are those that must not be lost (the FactSpan invariant): where they are not shown
    they are `more`, however low they rank. About `most` lines of answer are shown, where no list is
    asked for, and one more for each of several `clauses` that the question has. In all there is
    `room` for so many lines: beside limits, of which none gives way, there is always room for two.
    """
    heads = names_of_blocks(ranked)
    once = once_each(e for e in ranked if states(e) and e.fact.quote not in heads)
    in_list = listed_lines(once, listed, MOST_OF_A_LIST if most == MOST else room)
    answer = [*in_list, *lines_of_clauses(clauses, in_list, once)] if in_list else []
    answer = answer or _best(asked, once, most, clauses)
    limits = agreeing_limits(asked, once)
    if not listed:  # a line of answer that gives way and is a limit is shown as that
        answer = _with_rows_together(answer)
        beside = [each for each in limits if each not in answer][:_MOST_LIMITS]
        answer = _within(max(_LEAST_BESIDE, room - len(beside)), answer, clauses, once)
    # Nothing stands before a list that is asked for whole.
    first = [] if listed else _leading(asked, answer, limits)
    answer = [each for each in answer if each not in first]
    limits = [each for each in limits if each not in first and each not in answer][:_MOST_LIMITS]
    shown = {id(each) for each in (*first, *answer, *limits)}
    floor = min((each.score for each in answer), default=0.0) * _NEAR
    rest = [each for each in ranked if id(each) not in shown]
    near = [
        each
        for each in rest
        if each.fact.fact_id not in kept and each.score >= floor and not each.is_excluded
    ]
    named = {id(each) for each in near[:_MOST_MORE]}
    rest = [each for each in rest if each.fact.fact_id in kept or id(each) in named]
    rest.sort(key=lambda each: each.is_excluded)
    return [
        *(Selected(each, Tier.LIMIT) for each in first),
        *(Selected(each, Tier.ANSWER) for each in answer),
        *(Selected(each, Tier.LIMIT) for each in limits),
        *(Selected(each, Tier.MORE) for each in rest),
    ]


def _within(
    room: int,
    answer: Sequence[Ranked],
    clauses: Sequence[Sequence[Ranked]],
    once: Sequence[Ranked],
) -> list[Ranked]:
    """The first lines of an answer, and for what is left out the best line of each clause."""
    own = lines_of_clauses(clauses, answer[:room], once) if len(answer) > room else []
    return [*answer[: max(1, room - len(own))], *own]


def _leading(asked: Asked, answer: Sequence[Ranked], limits: Sequence[Ranked]) -> list[Ranked]:
    """What is read before any answer: the limits among the lines of answer that forbid the use in
    this patient, or say that there is no dose, and one that alone names what the patient has, or
    forbids the use in that, however low it ranks."""
    is_dosed = any(doses_the_person(asked, each) for each in answer)
    first = [
        each
        for each in answer
        if (each in limits and forbids(asked, each))
        or (has_no_dose_for(asked, each) and not is_dosed)
    ]
    is_named = any(names_disease(asked, each) for each in answer)
    alone = (
        each
        for each in limits
        if each not in first
        and not each.is_excluded
        and (
            (is_contraindication(each) and forbids_disease(asked, each))
            or (cautions_in_disease(asked, each) and (_MAY_NOT in asked.first or not is_named))
        )
    )
    return [*first, *islice(alone, _MOST_ALONE)]


def _best(
    asked: Asked, once: Sequence[Ranked], most: int, clauses: Sequence[Sequence[Ranked]]
) -> list[Ranked]:
    """The lines that answer: the best ones, with what is to be done then, and what each thing that
    is asked or told of the patient has for itself."""
    stated = with_names_first(asked, [each for each in once if not each.is_excluded])
    if asked.wants_dose and _is_stated_for_others_alone(asked, once):
        return []
    top = stated[0].score if stated else 0.0
    near_enough = _NEAR_OF_SEVERAL if len(clauses) > 1 else _NEAR
    least, hopeless = top * near_enough, min(top, top * _HOPELESS)
    # Where lines state the one fact that is asked, what only shares its words is no answer; beside
    # lines that name what is asked about, one that does not must be as good.
    named = {at for e in asked.telling_concepts for at in e.places if not asked.wants_dose}
    stating = [e for e in stated if asked.stated & set(e.fact.attributes)]
    if stating and not asked.is_of_dose:
        named |= {each.candidate.line.at for each in stating}
    near = [
        each
        for at, each in enumerate(stated)
        if each.score >= least
        or (at < MOST and is_on_overdose(asked, each))
        or (
            at < _LEAST
            and (each.score >= hopeless or _is_of_one_list(each, stated[0]))
            and (not named or each.candidate.line.at in named)
        )
    ]
    if most == MOST:  # of several parts each has less room
        most += sum(each.score >= _NEARLY * top for each in near[most : most + _MOST_NEAR])
    most += _OF_A_CLAUSE * max(0, len(clauses) - 1)
    by_place = {each.candidate.line.at: each for each in stated}
    acting = _with_actions(asked, near, by_place)
    if most >= MOST:
        brought = [each for each in acting[:most] if each not in near[:most]]
        most += min(len(brought), _MOST_ACTIONS)
    near, own = acting[:most], list[Ranked]()
    # What gives way to those lines may be the one that something else has for itself.
    while more := [e for e in own_lines(asked, near, stated, clauses) if e not in own]:
        own += more
        near = near[: max(1, most - len(own))]
    shown = [*near[:_BEFORE_OWN], *own, *near[_BEFORE_OWN:]]
    # Where there is room each clause has further lines.
    nearly_best = [_nearly_best(ranked) for ranked in clauses]
    for first in range(1, _MOST_OF_A_CLAUSE):
        more = lines_of_clauses([each[first:] for each in nearly_best], shown, stated)
        shown += more[: max(0, MOST - len(shown))]
    return shown


def _nearly_best(ranked: Sequence[Ranked]) -> list[Ranked]:
    """The lines of a clause that rank nearly as high as its best."""
    best = [each for each in ranked if not each.is_excluded]
    return [each for each in best if each.score >= _NEAR * best[0].score]


def _is_stated_for_others_alone(asked: Asked, once: Sequence[Ranked]) -> bool:
    """Whether all that states what is asked is for others: what is left is no answer."""
    stating = [each for each in once if asked.first & set(each.fact.attributes)]
    return bool(stating) and all(each.is_excluded for each in stating)


def _is_of_one_list(one: Ranked, other: Ranked) -> bool:
    """Whether two lines stand under one lead-in: of a list of conditions none is left out."""
    lead_in = one.candidate.line.lead_in
    return bool(lead_in) and lead_in == other.candidate.line.lead_in


def _with_actions(
    asked: Asked, near: Sequence[Ranked], by_place: Mapping[int, Ranked]
) -> list[Ranked]:
    """The lines, the first ones each with the sentence right behind it where that says what to do:
    "reduced responses were seen" is read with "give them four weeks apart", a dose of the first
    week with the dose that follows."""
    out: list[Ranked] = []
    asks_when = _WHEN.search(asked.intent.question) is not None
    for place, each in enumerate(near):
        if each not in out:
            out.append(each)
        action = by_place.get(each.candidate.line.at + 1) if place < _WITH_ACTION else None
        wants_next = place == 0 and asked.wants_dose
        if action is None or action in out or not _stand_together(each, action):
            continue
        goes_on = _QUALIFIES.match(action.fact.quote) or (asks_when and _tells_when(action.fact))
        if _acts_on(action, wants_next) or (place == 0 and goes_on):
            out.append(action)
    return out


def _stand_together(each: Ranked, action: Ranked) -> bool:
    """Whether a sentence may say more of the one before it: under one heading, and neither of a
    list, of which the next is no action."""
    return (
        action.candidate.line.head.heading_path == each.candidate.line.head.heading_path
        and action.fact.kind is not FactKind.TABLE_ROW
        and not is_contraindication(action)
        and not any(line.fact.quote.startswith(_BULLET) for line in (each, action))
    )


def _tells_when(fact: FactSpan) -> bool:
    return any(v.facet is Facet.AMOUNT and v.concept == _TIME for v in fact.frame)


def _acts_on(action: Ranked, wants_dose: bool) -> bool:
    """Whether a sentence says what to do about the one before it, or gives the next dose."""
    return is_directive(action.fact) or (wants_dose and has_amount(action.fact.frame))


def _with_rows_together(lines: Iterable[Ranked]) -> list[Ranked]:
    """The lines, each row of a table right behind those of the same table that rank higher."""
    out: list[Ranked] = []
    for each in lines:
        table = _table_of(each)
        same = [at for at, other in enumerate(out) if table and _table_of(other) == table]
        out.insert(same[-1] + 1 if same else len(out), each)
    return out


def _table_of(each: Ranked) -> tuple[str, str | None] | None:
    is_row = each.fact.kind is FactKind.TABLE_ROW
    return (each.fact.section_id, each.fact.context) if is_row else None
