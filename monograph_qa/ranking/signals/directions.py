"""Whether a sentence says what to do, and how much."""

import re
from collections.abc import Iterator
from functools import cache

from monograph_qa.domain.frame import Facet, has_amount
from monograph_qa.domain.label import FactKind, FactSpan
from monograph_qa.frames.stances import stances_in
from monograph_qa.ranking.asked import DOSES, Asked
from monograph_qa.ranking.signals.places import PHARMACOLOGY, is_report
from monograph_qa.ranking.signs import Candidate, Sign
from monograph_qa.vocabulary.rows import read_rows, split_list

_DOSING = "dosage_and_administration"
_LEVELS = "plasma_levels"
_CHANGES = frozenset({"titration", "dose_adjustment"})
_ADJUSTS = frozenset({"adjusts", "interrupts"})
_REGIMEN = frozenset({"dose", "frequency"})
"""The attributes of a sentence that says how much is given and how often."""


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """Words that direct, heads of columns that hold directions, and units that make a number an
    amount (`ranking_words.csv`)."""
    words = {row["signal"]: split_list(row["words"]) for row in read_rows("ranking_words")}
    directive, units, levels, heads = (
        "|".join(map(re.escape, words[each]))
        for each in ("directive", "amount", "level", "action_head")
    )
    return {
        "action_head": re.compile(rf"\b(?:{heads})\b[^|:]*:", re.I),
        "directive": re.compile(rf"\b(?:{directive})\b", re.I),
        "level": re.compile(rf"\d\s?(?:{levels})\b", re.I),
        # Of a table's row the head of the column may say the unit: "Dose (mg): 45".
        "amount": re.compile(
            rf"(?:\d[\d.,]*|\b(?:one|two|three|four))\s?(?:(?:{units})\b|%|°)"
            rf"|\((?:{units})\b[^)|]*\)[^|]*:\s*\d",
            re.I,
        ),
    }


def is_directive(fact: FactSpan) -> bool:
    """Whether a sentence says what to do."""
    said = ["directive", *(["action_head"] if fact.kind is FactKind.TABLE_ROW else [])]
    directs = any(_patterns()[each].search(fact.quote) for each in said)
    return directs or fact.kind is FactKind.DIRECTIVE


def gives_dose(candidate: Candidate) -> bool:
    """Whether a sentence among the doses says how much is given."""
    fact = candidate.fact
    is_dose = has_amount(fact.frame) and not DOSES.isdisjoint(fact.attributes)
    return is_dose and _DOSING in candidate.line.head.line


def direction_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`directive` where it says what to do, `amount` where it has a number with a unit, `dose`
    where that is what is asked, `regimen` where it then says how often as well; `adjusts` where a
    dose is asked for kidneys or liver or beside another drug, and it says whether to change it for
    them."""
    quote = candidate.fact.quote
    if is_directive(candidate.fact):
        yield Sign("directive", 1.0, "says what to do")
    adjusts = not _ADJUSTS.isdisjoint(stances_in(quote))
    changes = adjusts or not _CHANGES.isdisjoint(candidate.fact.attributes)
    changes |= is_directive(candidate.fact) and "dose" in candidate.fact.attributes
    is_beside = changes and not is_report(candidate) and _is_beside(asked, candidate)
    is_of_organ = asked.is_of_adjustment and asked.takes_in_organs(candidate.line)
    if (adjusts and is_of_organ) or is_beside:
        yield Sign("adjusts", 1.0, "says whether to adjust the dose")
    if _LEVELS in asked.first and _patterns()["level"].search(quote) and not is_report(candidate):
        yield Sign("value", 1.0, "has a level")
    if _patterns()["amount"].search(quote):
        yield Sign("amount", 1.0, "has an amount")
        if asked.wants_dose and not PHARMACOLOGY.intersection(candidate.line.head.line):
            yield Sign("dose", 1.0)
            if set(candidate.fact.attributes) >= _REGIMEN and "dose" in asked.first:
                yield Sign("regimen", 1.0, "says how much and how often")


def _is_beside(asked: Asked, candidate: Candidate) -> bool:
    """Whether a dose is asked for who takes another drug, which the sentence itself names, or its
    class; or who has another disease than those that the label is for, and it names that or its
    group."""
    at = candidate.line.at
    return asked.wants_dose and any(
        at in concept.within & concept.places
        for concept in (*asked.of(Facet.COMEDICATION), *asked.not_indicated)
    )
