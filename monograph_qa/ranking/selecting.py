"""Which lines are shown, and which are only counted: a pharmacist reads five lines.

`answer` is what scores near the best; `limit` what forbids, limits or adjusts for the patient told
of; all else is `more`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice

from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.frame import Facet, has_amount
from monograph_qa.domain.label import FactKind
from monograph_qa.frozen import frozen
from monograph_qa.ranking.agreeing import is_contraindication
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.limits import (
    agreeing_limits,
    cautions_in_disease,
    forbids_at_number,
    forbids_disease,
    forbids_its_class,
    forbids_together,
    is_unmet,
    leaves_out,
    names_disease,
    names_partner,
)
from monograph_qa.ranking.lists import (
    MOST_OF_A_LIST,
    listed_lines,
    names_of_blocks,
)
from monograph_qa.ranking.own_doses import doses_the_person, has_no_dose_for, own_doses
from monograph_qa.ranking.own_lines import lines_of_clauses, own_lines
from monograph_qa.ranking.ranking import Ranked
from monograph_qa.ranking.saying import once_each, states
from monograph_qa.ranking.signals.directions import is_directive
from monograph_qa.ranking.signals.specials import is_of_unasked

MOST = 6  # lines of answer to a question
_MOST_NEAR = 2  # more of them, where they rank nearly as high as the best
_NEARLY = 0.75  # share of the best score
SCREEN = 12  # lines in all, with limits and what answers clauses
_LEAST = 4  # lines that are shown though they fall behind the best
_HOPELESS = 0.3  # share of the best score below which a line is no answer
_BEFORE_OWN = 3  # lines that are read before those that what is told of the patient has for itself
_ALWAYS = 3  # and these of a long story, even if others name what is asked about and they do not
_NEAR = 0.58  # share of the best score
_LEAST_BESIDE = 2  # lines of answer beside limits
_FEW_STATING = 2  # lines that state what is asked, below others that rank higher
_MOST_TOGETHER = 1  # that forbid the use with a drug that is taken as well, before any answer
_MAY_NOT = "contraindication"
_MOST_CAUTIONS = 1  # that alone name what the patient has
_MOST_NONE = 2  # that say that there is no dose for such people
_LEADS = 8  # lines among which a limit is read before any answer
_MOST_LIMITS = 3  # beside contraindications, of which none is left out
_MOST_MORE = 20  # lines that no route brought, beside those that are shown
_WITH_ACTION = 3  # lines that are read with the action that follows them
_MOST_ACTIONS = 2  # such actions, beside the lines of answer
_OF_ANOTHER, _OF_ANOTHER_KIND, _OF_RANGE = "-product", "-contrast", "+range"
_OVERDOSE_SECTIONS = frozenset({"overdosage", "pmi_overdose"})
_ON_OVERDOSE = frozenset({"overdose", "overdose_treatment"})


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
    # Nothing stands before a list that is asked for whole.
    first = [] if listed else _leading(asked, once, limits)
    answer = [each for each in answer if each not in first]
    answer = answer if listed else _with_rows_together(answer)
    limits = [each for each in limits if each not in first]
    if not listed:  # a line of answer that gives way and is a limit is shown as that
        beside = [each for each in limits if each not in answer][:_MOST_LIMITS]
        answer = answer[: max(_LEAST_BESIDE, room - len(first) - len(beside))]
    limits = [each for each in limits if each not in answer][:_MOST_LIMITS]
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


def _leading(asked: Asked, once: Sequence[Ranked], limits: Sequence[Ranked]) -> list[Ranked]:
    """What is read before any answer, in this order: what the label requires and the patient lacks,
    or what is contraindicated; what is forbidden with a drug that is taken as well, or in a disease
    of the patient; a caution on that; the patient's own dose, or that there is none."""
    lacking = [
        each
        for each in limits
        if (is_unmet(asked, each) or leaves_out(each)) and _OF_ANOTHER_KIND not in each.sides
    ]
    leading = [e for e in limits if not e.is_excluded or e in lacking]
    best = [each for each in once if not each.is_excluded][:_LEADS] + lacking[:_MOST_TOGETHER]
    # What is contraindicated in a disease that the patient has leads, however low it ranks.
    best += [e for e in limits if is_contraindication(e) and forbids_disease(asked, e)]
    first = [
        e
        for e in leading
        if e in best and (e in lacking or (_is_for_this(e) and _comes_first(asked, e)))
    ]
    is_partner_named = any(names_partner(asked, each) for each in limits)
    forbids = forbids_together if is_partner_named else forbids_its_class
    _add(first, (e for e in leading if forbids(asked, e)), _MOST_TOGETHER)
    among_best = (e for e in leading if e in best and forbids_disease(asked, e))
    _add(first, among_best, _MOST_TOGETHER)
    is_named = any(names_disease(asked, each) for each in (*first, *best))
    if _MAY_NOT in asked.first or not is_named:
        # Of what must not have it, or where nothing else names it, a caution on it is the answer.
        _add(first, (e for e in leading if cautions_in_disease(asked, e)), _MOST_CAUTIONS)
    told = [e for e in best if _OF_RANGE in e.sides and names_partner(asked, e)]
    # "No data below 18 years" beside the other drug is read before the dose of anybody.
    doses = (e for e in once if not told or _OF_RANGE in e.sides)
    _add(first, own_doses(asked, doses, once), _MOST_TOGETHER)
    if not any(doses_the_person(asked, each) for each in once):
        none = (e for e in once if e not in first and has_no_dose_for(asked, e))
        first += islice(none, _MOST_NONE)
    return first


def _add(first: list[Ranked], lines: Iterable[Ranked], most: int) -> None:
    """Adds the first `most` of the lines that are for this case and not there yet."""
    first += islice((e for e in lines if e not in first and _is_for_this(e)), most)


def _is_for_this(each: Ranked) -> bool:
    """Whether a line is not rather of another disease or strength: such a one leads nothing."""
    return each.of_case >= 0 and _OF_ANOTHER not in each.sides


def _comes_first(asked: Asked, each: Ranked) -> bool:
    """Whether a limit is read before any answer: the contraindications that agree with the patient,
    and what the patient's own number forbids, but not of the class of a drug of which the label
    speaks by name: "NSAIDs are stopped for 2 days" comes after "piroxicam for 5"."""
    return is_contraindication(each) or (
        forbids_at_number(asked, each)
        and not is_of_unasked(asked, each.candidate)
        and not any(
            each.candidate.line.at in concept.classed and concept.within & concept.by_name
            for concept in asked.of(Facet.COMEDICATION)
        )
    )


def _best(
    asked: Asked, once: Iterable[Ranked], most: int, clauses: Sequence[Sequence[Ranked]]
) -> list[Ranked]:
    once = list(once)
    stated = [each for each in once if not each.is_excluded]
    if asked.wants_dose and _is_stated_for_others_alone(asked, once):
        return []
    fitting = stated
    is_of_overdose = asked.is_reversed and not _ON_OVERDOSE.isdisjoint(asked.first)
    if is_of_overdose:  # what to do against the drug is read where the label says it
        fitting = sorted(fitting, key=lambda each: not _is_on_overdose(each))
    top = fitting[0].score if fitting else 0.0
    least, hopeless = top * _NEAR, min(top, top * _HOPELESS)
    concepts = () if asked.wants_dose else asked.telling_concepts
    named = {at for concept in concepts for at in concept.places}
    # Where lines state the one fact that is asked, what only shares its words is no answer.
    stating = [e for e in fitting if asked.stated & set(e.fact.attributes)]
    if stating and not asked.is_of_dose:
        named |= {each.candidate.line.at for each in stating}
    is_long = not stating and asked.tells_a_case
    near = [
        each
        for at, each in enumerate(fitting)
        # Beside lines that name what is asked about, one that does not must be as good.
        if each.score >= least
        or (at < _ALWAYS and is_long)
        or (is_of_overdose and at < MOST and _is_on_overdose(each))
        or (
            at < _LEAST
            and (each.score >= hopeless or _is_of_one_list(each, fitting[0]))
            and (not named or each.candidate.line.at in named)
        )
    ]
    # What states the one thing that is asked is among them.
    if stating and not any(each in stating for each in near[:most]):
        kept = most - _FEW_STATING
        near = [*near[:kept], *stating[: most - kept], *near[kept:]]
    best = near[0].score if near else 0.0
    if most == MOST:  # of several parts each has less room
        most += sum(each.score >= _NEARLY * best for each in near[most : most + _MOST_NEAR])
    most += max(0, len(clauses) - 1)
    by_place = {each.candidate.line.at: each for each in stated}
    acting = _with_actions(asked, near, by_place)
    if most >= MOST:
        brought = [each for each in acting[:most] if each not in near[:most]]
        most += min(len(brought), _MOST_ACTIONS)
    near = acting[:most]
    own = own_lines(asked, near, fitting, stated, clauses)
    near = near[: max(1, most - len(own))]
    own = [each for each in own if each not in near]
    return [*near[:_BEFORE_OWN], *own, *near[_BEFORE_OWN:]]


def _is_stated_for_others_alone(asked: Asked, once: Sequence[Ranked]) -> bool:
    """Whether all that states what is asked is for others: what is left is no answer."""
    stating = [each for each in once if asked.first & set(each.fact.attributes)]
    return bool(stating) and all(each.is_excluded for each in stating)


def _is_of_one_list(one: Ranked, other: Ranked) -> bool:
    """Whether two lines stand under one lead-in: of a list of conditions none is left out."""
    lead_in = one.candidate.line.lead_in
    return bool(lead_in) and lead_in == other.candidate.line.lead_in


def _is_on_overdose(each: Ranked) -> bool:
    """Whether a line stands in the section on overdose."""
    return not _OVERDOSE_SECTIONS.isdisjoint(each.candidate.line.head.line)


def _with_actions(
    asked: Asked, near: Sequence[Ranked], by_place: Mapping[int, Ranked]
) -> list[Ranked]:
    """The lines, the first ones each with the sentence right behind it where that says what to do:
    "reduced responses were seen" is read with "give them four weeks apart", a dose of the first
    week with the dose that follows."""
    out: list[Ranked] = []
    for place, each in enumerate(near):
        if each not in out:
            out.append(each)
        action = by_place.get(each.candidate.line.at + 1) if place < _WITH_ACTION else None
        wants_next = place == 0 and asked.wants_dose
        if action is not None and action not in out and _acts_on(each, action, wants_next):
            out.append(action)
    return out


def _acts_on(each: Ranked, action: Ranked, wants_dose: bool) -> bool:
    """Whether a sentence says what to do about the one before it, or gives the next dose."""
    return (
        action.candidate.line.head.heading_path == each.candidate.line.head.heading_path
        and action.fact.kind is not FactKind.TABLE_ROW
        and not is_contraindication(action)  # the next of a list is no action
        and (is_directive(action.fact) or (wants_dose and has_amount(action.fact.frame)))
    )


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
