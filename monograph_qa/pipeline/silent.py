"""Whether a label says what a part of a question asks, is silent on it, or only comes near."""

from collections.abc import Collection, Sequence

from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.frame import Facet
from monograph_qa.domain.intent import QuestionKind
from monograph_qa.frames.concepts import terms_of_condition
from monograph_qa.frames.denied import is_dose_of
from monograph_qa.frames.measure_words import measure_words
from monograph_qa.frozen import frozen
from monograph_qa.intent.cues import VAGUE, populations, topics
from monograph_qa.ranking import Asked, Ranked, Selected, answers, doubt, says_enough
from monograph_qa.vocabulary.stems import stem

_SOMETHING = 3  # words that say what is asked
_SURE = -2.0  # of a doubt: what is below it answers, whatever rules make of it


@frozen
class Silence:
    """`is_silent` where nothing of the label answers; `is_near` where what is shown is only what
    comes nearest; `is_doubted` where it is likely that the label says nothing of what is asked."""

    is_silent: bool
    is_near: bool
    is_doubted: bool


def silence_on(
    asked: Asked,
    ranked: Sequence[Ranked],
    selected: Sequence[Selected],
    brought: Collection[str],
    *,
    is_planned: bool,
    names_others: bool,
) -> Silence:
    """How silent the label is. `brought` are the fact_ids of what routes brought, `is_planned`
    whether they looked for anything, and `names_others` whether the question names drugs that are
    not here, of which the lines may speak all the same."""
    intent = asked.intent
    shown = [each.ranked for each in selected if each.tier is not Tier.MORE]
    weights = [topics()[name].weight for name in intent.topics if name in topics()]
    is_described = intent.kind is QuestionKind.DEFINITION
    is_vague = bool(weights) and max(weights) <= VAGUE and not is_described
    # A subject that no vocabulary knows is answered only by what says most of its words.
    is_asked = is_planned and not is_vague
    is_silent = not (answers(asked, selected, brought) if is_asked else says_enough(asked, shown))
    is_of_others = _asks_for_doses_of_others(asked)
    is_silent = (is_silent and not names_others) or _says_nothing_of_it(asked) or is_of_others
    # A list that the label lacks is not answered by words like those of its heading.
    first = topics().get(intent.topics[0]) if intent.topics else None
    if first and first.is_list and not asked.concepts and not asked.tells_a_case:
        is_silent = is_silent or not any(each.fact.fact_id in brought for each in shown)
    # Where little speaks for silence, what is nearest is shown under a line that says so. A word or
    # two are found, or are not; what a model read into a question in vain is looked for without.
    doubtful = doubt(asked, ranked)
    is_doubted = bool(asked.alike) and doubtful > 0
    is_near = is_silent and bool(shown and asked.alike) and not (is_doubted or intent.refined_by)
    is_near = is_near and not _lacks_effect(asked) and not is_of_others
    # What is stated for others only is no silence: it is folded, under a line that says so.
    for_others = bool(brought) and all(each.ranked.is_excluded for each in selected)
    return Silence(
        not selected or (is_silent and not is_near and not for_others),
        is_near and doubtful > _SURE,
        is_doubted,
    )


def _says_nothing_of_it(asked: Asked) -> bool:
    """Whether all that is read of a question is for whom it is asked, and the label has none of the
    words that say what: "needle length for a teenager"."""
    of_whom = asked.intent.topics
    unread = (word for word in asked.frame.unread if word.isalpha())
    telling = [word for word in unread if word not in measure_words()]
    return (
        bool(of_whom)
        and populations().issuperset(of_whom)
        and not asked.not_indicated
        and len(telling) >= _SOMETHING
        and not any(asked.lines.standing(stem(word)) for word in telling)
    )


def _asks_for_doses_of_others(asked: Asked) -> bool:
    """Whether the dose of another drug is asked for that no line names, as that of an antidote: the
    doses of the label's own drug are no answer. What is said of an overdose may be one."""
    return not asked.is_reversed and any(
        not each.places and is_dose_of(each.named.said, asked.whole)
        for each in asked.of(Facet.COMEDICATION)
    )


def _lacks_effect(asked: Asked) -> bool:
    """Whether a known effect is asked about that no line names: other effects do not answer."""
    effects = asked.of(Facet.EFFECT)
    return any(terms_of_condition(e.named.concept) and not e.places for e in effects)
