"""What forbids, limits, adjusts or interrupts, and agrees with what the question tells of the
patient: it belongs to the answer, whatever was asked."""

import re
from collections.abc import Iterable
from functools import cache

from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.ranking import Ranked
from monograph_qa.ranking.signals.places import places_of
from monograph_qa.vocabulary.rows import read_rows, split_list

_CONTRAINDICATED = "contraindications"
_ADVISING = frozenset({_CONTRAINDICATED, "warnings", "dosage_and_administration", "drug_interactions"})


def agreeing_limits(asked: Asked, ranked: Iterable[Ranked]) -> list[Ranked]:
    """Those of the ranked lines that limit the use in this patient, contraindications first."""
    found = [each for each in ranked if not each.is_excluded and _limits(each) and _agrees(asked, each)]
    return sorted(found, key=lambda each: (not _is_contraindication(each), -each.score))


def _limits(each: Ranked) -> bool:
    places = places_of(each.candidate.line.head.line)
    if _ADVISING.isdisjoint(places):
        return False
    return _CONTRAINDICATED in places or bool(_pattern().search(each.fact.quote))


def _is_contraindication(each: Ranked) -> bool:
    return _CONTRAINDICATED in places_of(each.candidate.line.head.line)


def _agrees(asked: Asked, each: Ranked) -> bool:
    """Whether the line names something of the patient, itself or in its lead-in or heading."""
    at = each.candidate.line.at
    if any(at in thing.places for thing in asked.things):
        return True
    return any(why.endswith(" as asked") for why in each.because)


@cache
def _pattern() -> re.Pattern[str]:
    """The words by which a sentence forbids, limits, adjusts or interrupts (`stance_cues.csv`)."""
    words = [w for row in read_rows("stance_cues") for w in split_list(row["words"]) if row["limits"]]
    return re.compile(rf"\b(?:{'|'.join(words)})", re.I)
