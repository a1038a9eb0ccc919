"""What the place of a sentence tells: contraindications come before studies."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign
from monograph_qa.vocabulary.rows import read_rows, split_list
from monograph_qa.vocabulary.sections import is_patients_part

PHARMACOLOGY = frozenset({"clinical_pharmacology", "pharmacokinetics"})
"""Sections whose amounts were given in studies, and are no dose."""
STUDIES = PHARMACOLOGY | {"clinical_studies"}
_DONE = re.compile(r"\b(?:was|were|received|had been)\b", re.I)
_PATIENTS, _CONTRAINDICATED = "patients", "contraindications"
_FOR_LESS = frozenset(
    {_PATIENTS, "pharmacology", "adverse_reactions", "clinical_studies", "warnings"}
)
_STATED = 0.9  # worth of a section that states what is asked first of all
_OF_A_STUDY = re.compile(r"\b(?:trials?|stud(?:y|ies))\b", re.I)


@cache
def _kinds() -> dict[str, tuple[str, ...]]:
    """The kinds of place that each section key belongs to (`ranking_places.csv`)."""
    found: dict[str, tuple[str, ...]] = {}
    for row in read_rows("ranking_places"):
        for key in split_list(row["section_keys"]):
            found[key] = (*found.get(key, ()), row["place"])
    return found


def place_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """One sign for each kind of place that it stands in; none that counts for less where such
    things are asked about: what to do with a missed dose is stated in the patient's part, how it
    works in pharmacology. Whoever asks for a dose, and names nothing that may forbid it, asks for
    no contraindication."""
    line = candidate.line.head.line
    is_asked = max(asked.sections.get(key, 0.0) for key in line) >= _STATED
    for kind in places_of(line):
        is_of_dose = kind == _CONTRAINDICATED and asked.wants_dose and not asked.concepts
        is_theirs = kind == _PATIENTS and asked.is_patient_advice
        if not (is_of_dose or is_theirs or (is_asked and kind in _FOR_LESS)):
            yield Sign(kind)


@lru_cache(maxsize=2048)
def places_of(line: tuple[str, ...]) -> tuple[str, ...]:
    """The kinds of place that a section is: by its own key, else by the nearest that tells."""
    kinds = next((_kinds()[key] for key in line if key in _kinds()), ())
    return (*kinds, _PATIENTS) if is_patients_part(line) else kinds


def is_studied(asked: Asked, candidate: Candidate) -> bool:
    """Whether a line stands among studies, where a dose is asked for and none of these is."""
    line = candidate.line.head.line
    if not asked.wants_dose or STUDIES.isdisjoint(line):
        return False
    is_asked = any(asked.sections.get(key, 0.0) >= _STATED for key in line)
    return not (is_asked or _OF_A_STUDY.search(asked.whole))


def is_report(candidate: Candidate) -> bool:
    """Whether a sentence tells what was done in a study, and does not advise."""
    return not STUDIES.isdisjoint(candidate.line.head.line) and bool(
        _DONE.search(candidate.fact.quote)
    )
