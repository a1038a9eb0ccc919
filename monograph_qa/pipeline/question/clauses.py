"""The clauses of a question: "what diluent, and how long is it stable?" asks two things, and a line
that answers one of them may say nothing of the other."""

import re
from dataclasses import replace

from monograph_qa.domain.intent import Intent
from monograph_qa.frames.asked_measures import told_spans
from monograph_qa.intent import NameBook, classify
from monograph_qa.intent.cues import patient_topics, populations

_ENDS = re.compile(
    r"[?!.;:]+(?:\s+|$)|,\s*(?:and\s+)?|\s+(?:and|&|\+|plus|also|then|or)\s+|\s+[-–/]+\s+", re.I
)
_DEFINITION = "definition"  # what a clause reads as that names the drug and no more
_NOTHING = frozenset({("normal_function",), ("nursing_staff",), ("transplanted",)})
"""What asks nothing: "kidneys fine"."""


def clauses_of(intent: Intent, names: NameBook) -> tuple[Intent, ...]:
    """The readings of a question's clauses, each of the same drugs; none where there is only one.

    A clause that only tells for whom it is asked, or only names the drug, asks nothing.
    """
    said = [clause for clause in map(str.strip, _ENDS.split(intent.question)) if clause]
    if len(said) < 2:
        return ()
    silent = {_DEFINITION, *populations(), *patient_topics()}
    read = (classify(clause, names) for clause in said)
    return tuple(
        replace(each, drugs=intent.drugs, unknown_drugs=())
        for each in read
        if each.topics not in _NOTHING
        and (not silent.issuperset(each.topics) or (each.words and not told_spans(each.question)))
    )
