"""The clauses of a question: "what diluent, and how long is it stable?" asks two things."""

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from monograph_qa.domain.intent import Intent
from monograph_qa.frames.asked_measures import patient_ranges
from monograph_qa.intent import NameBook, classify
from monograph_qa.intent.cues import VAGUE, patient_topics, populations, topics

_ASKING = "what|how|can|could|does|is|are|do|should|which|when"
"""The words that most questions begin with, as a pattern."""
# "Hold or stop?" asks one thing; "i.m." ends nothing.
_ENDS = re.compile(
    r"(?:[?!;:]|(?<!\.[a-z])\.)+(?:\s+|$)|,\s*(?:and\s+)?|\s+(?:and|&|\+|plus|also|then)\s+|\s+[-–/]+\s+"
    rf"|\s+or\s+(?=(?:{_ASKING})\b)",
    re.I,
)
_ASKS = re.compile(
    rf"(?:(?:and|also|but|so)\s+)?(?:{_ASKING}|whats|hows|where|who|why|did|will|would|must|may|any"
    r"|need|worth|safe|ok|okay)\b",
    re.I,
)
_DEFINITION = "definition"  # what a clause reads as that names the drug and no more
_NOTHING = frozenset({("normal_function",), ("nursing_staff",), ("transplanted",)})
"""What asks nothing: "kidneys fine"."""


def asks(clause: str, question: str) -> bool:
    """Whether a clause of a question asks, and does not only tell ("patient on X")."""
    said = _said(question)
    return any(is_asked for part, is_asked in said.items() if clause.endswith(part))


def without_other_questions(clause: str, question: str) -> str:
    """A clause with all that the question tells, and without its other clauses that ask: "Siklos,
    platelets 60: restart how?" of "Siklos, platelets 60: hold? restart how?"."""
    for other, is_asked in _said(question).items():
        if is_asked and other not in clause:
            question = question.replace(other, "", 1)
    return question


def _opens_a_question(clause: str) -> bool:
    return _ASKS.match(clause) is not None


def _said(question: str) -> dict[str, bool]:
    """The clauses in order, and whether each asks: by its first word, or by the mark behind it."""
    said: dict[str, bool] = {}
    begin = 0
    for start, stop, end in (*((e.start(), e.end(), e[0]) for e in _ENDS.finditer(question)),
                             (len(question), len(question), "")):  # fmt: skip
        if clause := question[begin:start].strip():
            said[clause] = "?" in end or _opens_a_question(clause)
        begin = stop
    return said


def has_subject(clause: Intent) -> bool:
    """Whether a clause says by itself what is asked, as "storage" does and "take it" does not."""
    return any(topics()[name].weight > VAGUE for name in clause.topics if name in topics())


def clauses_of(intent: Intent, names: NameBook) -> tuple[Intent, ...]:
    """The readings of a question's clauses that ask, each of the same drugs; none of a single
    one."""
    said = _said(intent.question)
    if len(said) < 2:
        return ()
    silent = {_DEFINITION, *populations(), *patient_topics()}
    read = {clause: classify(clause, names) for clause in said}
    for clause, before in _leaning(said, read).items():
        begin = intent.question.index(before)
        stop = intent.question.index(clause, begin) + len(clause)
        read[clause] = classify(intent.question[begin:stop], names)
    asking = [each for clause, each in read.items() if said[clause]]
    naming = [
        each
        for clause, each in read.items()
        if not said[clause]
        and (each.words or has_subject(each))
        and (
            not silent.issuperset(each.topics) or (not asking and not patient_ranges(each.question))
        )
    ]
    return tuple(
        replace(each, drugs=intent.drugs, unknown_drugs=())
        for each in (*asking, *naming)
        if each.topics not in _NOTHING
    )


def _leaning(said: Mapping[str, bool], read: Mapping[str, Intent]) -> dict[str, str]:
    """The clauses that ask and name nothing, and what is told right before each: "albumin needed,
    how much?"."""
    return {
        clause: before
        for before, clause in pairwise(said)
        if said[clause] and not (said[before] or read[clause].words)
    }
