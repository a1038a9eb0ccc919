"""Whether what is shown answers the question, or the label is silent."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache

from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.frame import Facet
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.ranking import Ranked
from monograph_qa.ranking.selecting import Selected
from monograph_qa.ranking.signals.specials import RATE
from monograph_qa.ranking.signals.statements import value_signs
from monograph_qa.vocabulary.rows import read_rows

_OF_PARTNERS = frozenset({"drug_interaction"})
_BEST = 3  # lines
_SEVERAL = 3  # words of a question in one line are no chance
_MOST_WORDS = 0.6  # of the question, by weight: what says so many of them may answer
_AMONG = 16  # best lines


def answers(asked: Asked, selected: Sequence[Selected], stating: Collection[str]) -> bool:
    """Whether a shown line limits the use in this patient, states what is asked, or says most of
    the question's words. `stating` are the fact_ids of what states it, as the label was read."""
    is_of_fact = bool(asked.stated) and not asked.is_of_dose
    if not is_of_fact and any(each.tier is Tier.LIMIT for each in selected):
        return True
    shown = [each.ranked for each in selected if each.tier is not Tier.MORE]
    effects = asked.of(Facet.EFFECT)
    of_rate = RATE in asked.first | asked.others  # "swollen ankles" are counted as edema
    if effects and not any(e.places if of_rate else e.by_name for e in effects):
        return False  # an effect is asked for whole: that the label has others answers nothing
    folded = [each.ranked.fact.fact_id for each in selected if each.tier is Tier.MORE]
    ranked = [each.ranked for each in selected]
    if any(asked.first & set(e.ranked.fact.attributes) for e in selected if e.ranked.is_excluded):
        return bool(folded)  # it is stated, for others
    partners = (*asked.of(Facet.CONDITION), *asked.of(Facet.COMEDICATION))
    is_of_partner = (
        "interactions" in asked.intent.topics and bool(partners) and not asked.wants_dose
    )
    if is_of_partner and not any(concept.places for concept in asked.concepts):
        # What it does with other drugs answers nothing about this one, but for a boxed warning and
        # for what is asked beside it.
        beside = (asked.first | asked.others) - _OF_PARTNERS
        return any(
            (_is_boxed(each) and asked.first & set(each.fact.attributes))
            or (each in shown and beside & set(each.fact.attributes))
            for each in ranked
        )
    if is_of_fact and not _is_stated(asked, selected):
        # What else the question touches upon is no answer to what only a model says is asked.
        return not asked.intent.refined_by and says_enough(asked, shown)
    return any(each.fact.fact_id in stating or _says_most(asked, each) for each in shown)


@cache
def _weights() -> Mapping[str, float]:
    return {row["sign"]: float(row["weight"]) for row in read_rows("silence")}


def doubt(asked: Asked, ranked: Sequence[Ranked]) -> float:
    """How much speaks for it that the label says nothing of what is asked; above 0 that is said
    to the reader. It is the sum of what `silence.csv` weighs, the log odds by questions that labels
    answer and questions that they do not, and a little more (training/train_silence.py)."""
    signs = {**signs_of_silence(asked, ranked), "always": 1.0}
    return sum(weight * signs[name] for name, weight in _weights().items())


def signs_of_silence(asked: Asked, ranked: Sequence[Ranked]) -> dict[str, float]:
    """What tells a silent label from one that answers, by name, as `silence.csv` weighs it."""
    best = [each for each in ranked if not each.is_excluded][:_AMONG]
    said = (sum(w for word, w in asked.words.items() if word in e.candidate.line.own) for e in best)
    return {
        "score": best[0].score if best else 0.0,
        "fact": bool(asked.stated),
        "said": max(said, default=0.0) / asked.total,
        "words": len(asked.words),
        "unnamed": sum(not concept.places for concept in asked.concepts),
    }


def _is_boxed(ranked: Ranked) -> bool:
    return "boxed_warning" in ranked.candidate.line.head.line


def _is_stated(asked: Asked, selected: Sequence[Selected]) -> bool:
    """Whether a line states the one fact that is asked for, or one of the best what is asked as
    well or beside it."""
    best = {name for each in selected[:_BEST] for name in each.ranked.fact.attributes}
    beside = asked.others | (asked.first - asked.of_populations)
    return not beside.isdisjoint(best) or any(
        asked.stated & set(each.ranked.fact.attributes) for each in selected
    )


def says_most(asked: Asked, shown: Iterable[Ranked]) -> bool:
    """Whether a line says most of the question's words, or names what it names."""
    return any(_says_most(asked, each) for each in shown)


def says_enough(asked: Asked, shown: Iterable[Ranked]) -> bool:
    """Whether a line says most of the question's words, or several of them together: fewer where it
    has the kind of value that is asked for, and the lines name any of the concepts asked about."""
    shown = list(shown)
    places = {each.candidate.line.at for each in shown}
    is_lacking = bool(asked.concepts) and all(places.isdisjoint(e.places) for e in asked.concepts)

    def says(each: Ranked) -> bool:
        has_value = not is_lacking and any(value_signs(asked, each.candidate))
        return len(_said(asked, each)) >= _SEVERAL - has_value

    return any(_says_most(asked, each) or says(each) for each in shown)


def _said(asked: Asked, each: Ranked) -> set[str]:
    line = each.candidate.line
    return {word for word in asked.words if word in line.own or word in line.above}


def _says_most(asked: Asked, each: Ranked) -> bool:
    line = each.candidate.line
    # That "operation" is named somewhere says nothing of when to stop before surgery.
    concepts = [
        t for t in asked.concepts if t.named.concept not in asked.stated - asked.of_populations
    ]
    if concepts:
        return any(line.at in t.places for t in concepts)
    said = line.own.keys() | line.above | line.heading | line.path
    return sum(w for word, w in asked.words.items() if word in said) >= _MOST_WORDS * asked.total
