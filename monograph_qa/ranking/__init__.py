"""From what a label says to the lines that answer: signals, their weights, tiers."""

from monograph_qa.ranking.among_best import Beside, features, fused, weighed_again, with_limits
from monograph_qa.ranking.answering import answers, doubt, says_enough, says_most
from monograph_qa.ranking.asked import DOSES, Asked, AskedConcept, asked_of
from monograph_qa.ranking.needs import with_needs
from monograph_qa.ranking.own_doses import untreated
from monograph_qa.ranking.ranking import Ranked, candidates_of, going_on, rank
from monograph_qa.ranking.saying import letters_of
from monograph_qa.ranking.selecting import MOST, SCREEN, Selected, select
from monograph_qa.ranking.signals.contrasts import is_for_another
from monograph_qa.ranking.signals.delays import says_when_paused, tells_of_vomiting
from monograph_qa.ranking.signals.ranges import BY_WEIGHT
from monograph_qa.ranking.signals.statements import (
    has_value,
    values_to_report,
    wants_value,
)
from monograph_qa.ranking.signs import Candidate

__all__ = [
    "BY_WEIGHT",
    "DOSES",
    "MOST",
    "SCREEN",
    "Asked",
    "AskedConcept",
    "Beside",
    "Candidate",
    "Ranked",
    "Selected",
    "answers",
    "asked_of",
    "candidates_of",
    "doubt",
    "features",
    "fused",
    "going_on",
    "has_value",
    "is_for_another",
    "letters_of",
    "rank",
    "says_enough",
    "says_most",
    "says_when_paused",
    "select",
    "tells_of_vomiting",
    "untreated",
    "values_to_report",
    "wants_value",
    "weighed_again",
    "with_limits",
    "with_needs",
]
