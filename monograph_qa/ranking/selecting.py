"""Which lines are shown, and which are only counted: a pharmacist reads five lines.

`answer` is what scores near the best; `limit` what forbids, limits or adjusts for the patient told
of; all else is `more`.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import islice

from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.frame import Facet
from monograph_qa.domain.label import FactKind
from monograph_qa.frames.measures import fit
from monograph_qa.frames.spans import ORGANS
from monograph_qa.frozen import frozen
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.limits import agreeing_limits, forbids_at_number, is_contraindication
from monograph_qa.ranking.ranking import Ranked
from monograph_qa.ranking.regimens import is_plain_dose, regimen
from monograph_qa.ranking.signals.directions import is_directive
from monograph_qa.ranking.signals.places import places_of
from monograph_qa.ranking.signals.specials import beside_the_point
from monograph_qa.ranking.signals.values import value_signs

MOST = 6  # lines of answer to a question
_LEAST = 4  # lines that are shown however far they fall behind the best
_ALWAYS = 3  # and these of a long story, even if others name what is asked about and they do not
_NEAR = 0.58  # share of the best score
_MOST_OF_A_LIST = 20
_FEW_STATING = 2  # lines that state what is asked, below others that rank higher
_MOST_LIMITS = 3  # beside contraindications, of which none is left out
_MOST_MORE = 20  # lines that no route brought, beside those that are shown
_WITH_ACTION = 3  # lines that are read with the action that follows them
_SEVERAL = 3  # words of a question in one line are no chance
_INTERACTIONS = "drug_interactions"
_A_STORY = 5  # content words
_MOST_WORDS = 0.6  # of the question, by weight: what says so many of them may answer


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
) -> list[Selected]:
    """The ranked lines with their tiers: first what is contraindicated in this patient, then the
    `answer`, then other limits, then `more`.

    `listed` are the fact_ids of a list that is asked for whole: they are the answer, in the label's
    order. `kept` are those that must not be lost (the FactSpan invariant): where they are not shown
    they are `more`, however low they rank. `most` lines of answer are
    shown at most, where no list is asked for.
    """
    once = _once(ranked)
    answer = _listed(once, listed) or _best(asked, once, most)
    limits = [each for each in agreeing_limits(asked, once) if _states(each)]
    first = [e for e in limits if _comes_first(asked, e) and not e.is_excluded and not listed]
    answer = [each for each in answer if each not in first]
    answer = answer if listed else _with_rows_together(answer)
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


def answers(asked: Asked, selected: Sequence[Selected], stating: Collection[str]) -> bool:
    """Whether a shown line limits the use in this patient, states what is asked, or says most of
    the question's words. `stating` are the fact_ids of what states it, as the label was read."""
    is_of_fact = bool(asked.stated) and not asked.is_of_dose
    if not is_of_fact and any(each.tier is Tier.LIMIT for each in selected):
        return True
    shown = [each.ranked for each in selected if each.tier is not Tier.MORE]
    effects = asked.of(Facet.EFFECT)
    if effects and not any(thing.literal | thing.meant for thing in effects):
        return False  # an effect is asked for whole: that the label has others answers nothing
    folded = [each.ranked.fact.fact_id for each in selected if each.tier is Tier.MORE]
    ranked = [each.ranked for each in selected]
    if any(asked.first & set(e.ranked.fact.attributes) for e in selected if e.ranked.is_excluded):
        return bool(folded)  # it is stated, for others
    partners = (*asked.of(Facet.CONDITION), *asked.of(Facet.COMEDICATION))
    is_of_partner = (
        "interactions" in asked.intent.topics and bool(partners) and not asked.wants_dose
    )
    if is_of_partner and not any(thing.places for thing in asked.things):
        # What it does with other drugs answers nothing about this one, but for a boxed warning.
        return any(_is_boxed(each) and asked.first & set(each.fact.attributes) for each in ranked)
    if is_of_fact and not _is_stated(asked, selected):
        # What else the question touches upon is no answer to what only a model says is asked.
        return not asked.intent.refined_by and says_enough(asked, shown)
    return any(each.fact.fact_id in stating or _says_most(asked, each) for each in shown)


def _is_boxed(ranked: Ranked) -> bool:
    return "boxed_warning" in ranked.candidate.line.head.line


def _is_stated(asked: Asked, selected: Sequence[Selected]) -> bool:
    """Whether a line states the one fact that is asked for, or the best one what is asked beside
    it."""
    best = selected[0].ranked.fact.attributes if selected else ()
    return not asked.others.isdisjoint(best) or any(
        asked.stated & set(each.ranked.fact.attributes) for each in selected
    )


def says_most(asked: Asked, shown: Iterable[Ranked]) -> bool:
    """Whether a line says most of the question's words, or names what it names."""
    return any(_says_most(asked, each) for each in shown)


def says_enough(asked: Asked, shown: Iterable[Ranked]) -> bool:
    """Whether a line says most of the question's words, or several of them together: fewer where it
    has the kind of value that is asked for."""

    def says(each: Ranked) -> bool:
        has_value = any(value_signs(asked, each.candidate))
        return len(_said(asked, each)) >= _SEVERAL - has_value

    return any(_says_most(asked, each) or says(each) for each in shown)


def is_told_at_length(asked: Asked) -> bool:
    """Whether a question names no thing that the label lacks, and has words enough to tell a story:
    what is asked by a word or two must be said in these."""
    is_lacking = any(not each.places for each in asked.things)
    return not is_lacking and len(asked.words) >= _A_STORY


def _said(asked: Asked, each: Ranked) -> set[str]:
    line = each.candidate.line
    return {word for word in asked.words if word in line.own or word in line.above}


def _says_most(asked: Asked, each: Ranked) -> bool:
    line = each.candidate.line
    named = [t for t in asked.things if line.at in t.places]
    if asked.things:
        return bool(named)
    said = line.own.keys() | line.above | line.heading | line.path
    return sum(w for word, w in asked.words.items() if word in said) >= _MOST_WORDS * asked.total


def _comes_first(asked: Asked, each: Ranked) -> bool:
    """Whether a limit is read before any answer: the contraindications that agree with the patient,
    and what the patient's own number forbids."""
    return is_contraindication(each) or forbids_at_number(asked, each)


def _best(asked: Asked, once: Iterable[Ranked], most: int) -> list[Ranked]:
    stated = [each for each in once if not each.is_excluded and _states(each)]
    fitting = _of_partners(asked, stated)
    least = fitting[0].score * _NEAR if fitting else 0.0
    things = () if asked.wants_dose else asked.telling_things
    named = {at for thing in things for at in thing.places}
    # Where lines state the one fact that is asked, what only shares its words is no answer.
    stating = [e for e in fitting if asked.stated & set(e.fact.attributes)]
    if stating and not asked.is_of_dose:
        named |= {each.candidate.line.at for each in stating}
    is_long = not stating and is_told_at_length(asked)
    near = [
        each
        for at, each in enumerate(fitting)
        # Beside lines that name what is asked about, one that does not must be as good.
        if each.score >= least
        or (at < _ALWAYS and is_long)
        or (at < _LEAST and (not named or each.candidate.line.at in named))
    ]
    # What states the one thing that is asked is among them; first where little more is said.
    if stating and len(asked.words) < _SEVERAL and not asked.telling_things:
        near = [*stating, *(each for each in near if each not in stating)]
    elif stating and not any(each in stating for each in near[:most]):
        kept = most - _FEW_STATING
        near = [*near[:kept], *stating[: most - kept], *near[kept:]]
    if is_plain_dose(asked):
        return regimen(near, most)
    near = _with_actions(near, fitting)[:most]
    own = _for_the_patient(asked, near, fitting)
    return [*near[: most - len(own)], *own]


def _for_the_patient(
    asked: Asked, near: Sequence[Ranked], fitting: Sequence[Ranked]
) -> Sequence[Ranked]:
    """For each organ that the question tells of and no line is for: the best that is and says what
    to do. The starting dose on dialysis is read with "no adjustment"."""
    own: list[Ranked] = []
    for organ in dict.fromkeys(s.measure for s in asked.spans if s.measure in ORGANS):
        told = [span for span in asked.spans if span.measure is organ]
        if not any(fit(told, each.candidate.line.outwards) > 0 for each in (*near, *own)):
            fits = (
                e
                for e in fitting
                if is_directive(e.fact) and fit(told, e.candidate.line.outwards) > 0
            )
            own += islice(fits, 1)
    return own


def _of_partners(asked: Asked, fitting: Sequence[Ranked]) -> Sequence[Ranked]:
    """Where it is asked what another drug does to this one, and no dose, and lines name that drug
    or its class: these, and what else stands among the interactions. What is said elsewhere of
    others is no answer."""
    if asked.intent.topics[:1] != ("interactions",) or asked.wants_dose:
        return fitting
    places = {at for thing in asked.of(Facet.COMEDICATION) for at in thing.places}
    if not any(each.candidate.line.at in places for each in fitting):
        return fitting
    return [
        each
        for each in fitting
        if each.candidate.line.at in places
        or _INTERACTIONS in places_of(each.candidate.line.head.line)
    ]


def _with_actions(near: Sequence[Ranked], fitting: Sequence[Ranked]) -> list[Ranked]:
    """The lines, the first ones each with the sentence right behind it where that says what to do:
    "reduced responses were seen" is read with "give them four weeks apart"."""
    behind = {each.candidate.line.at: each for each in fitting}
    out: list[Ranked] = []
    for place, each in enumerate(near):
        if each not in out:
            out.append(each)
        line = each.candidate.line
        action = behind.get(line.at + 1) if place < _WITH_ACTION else None
        if (
            action is not None
            and action not in out
            and action.candidate.line.head.heading_path == line.head.heading_path
            and action.fact.kind is not FactKind.TABLE_ROW
            and not is_contraindication(action)  # the next of a list is no action
            and is_directive(action.fact)
        ):
            out.append(action)
    return out


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


def _listed(once: Iterable[Ranked], listed: Collection[str]) -> list[Ranked]:
    """The list that is asked for, as it is read; of a long one its outline."""
    found = [each for each in once if each.fact.fact_id in listed and _states(each)]
    found = _as_read(found)
    if len(found) > _MOST_OF_A_LIST:
        found = [each for each in found if not each.fact.context] or found
    return found if len(found) <= _MOST_OF_A_LIST else _outline(found)


def _outline(found: Sequence[Ranked]) -> list[Ranked]:
    """The first lines of every section, as many of each as there is room for."""
    sections: dict[str, list[Ranked]] = {}
    for each in found:
        sections.setdefault(each.fact.section_id, []).append(each)
    turns = (own[at] for at in range(len(found)) for own in sections.values() if at < len(own))
    chosen = list(islice(turns, _MOST_OF_A_LIST))
    return _as_read(chosen)


def _as_read(found: Iterable[Ranked]) -> list[Ranked]:
    """In the label's order, but what tells of animals and registries last."""
    in_order = sorted(found, key=lambda each: each.candidate.line.at)
    aside = beside_the_point([each.candidate.line for each in in_order])
    return sorted(in_order, key=lambda each: each.candidate.line.at in aside)


def _states(each: Ranked) -> bool:
    """Whether a line says something by itself: a caption does not, nor what only leads in."""
    quote = each.fact.quote
    is_row = each.fact.kind is FactKind.TABLE_ROW
    return each.fact.kind is not FactKind.OTHER and (is_row or not quote.endswith(":"))


def _once(ranked: Iterable[Ranked]) -> list[Ranked]:
    """The first of equal sentences: highlights, section 2 and leaflet may all print one. One among
    the contraindications stands for the others."""
    seen: dict[str, Ranked] = {}
    for each in ranked:
        said = letters_of(each.fact.context, each.fact.quote)
        if said not in seen or (is_contraindication(each) and not is_contraindication(seen[said])):
            seen[said] = each
    return list(seen.values())


def letters_of(context: str | None, quote: str) -> str:
    """A line with its lead-in, without white space and case: what is equal so says the same."""
    return "".join(f"{context or ''} {quote}".split()).casefold()
