"""Slips of the fingers in plain words, set right before a label is asked: "myocardits"."""

from collections.abc import Callable
from dataclasses import replace

from monograph_qa.domain.intent import DrugMention, Intent
from monograph_qa.names.near import edits_between

_ONE = 1  # slip: what differs more may be a word that no list has


def set_right(intent: Intent, says: Callable[[str], bool]) -> Intent:
    """The reading with its question spelt as it was read, but for the words that the label `says`
    as they were typed; what the question calls its drugs stays, in its new place."""
    question, drugs = intent.question, intent.drugs
    for start, stop, word in sorted(intent.respelt, reverse=True):
        typed = intent.question[start:stop].casefold()
        if not says(typed) and edits_between(typed, word, _ONE) <= _ONE:
            question = f"{question[:start]}{word}{question[stop:]}"
            longer = len(word) - (stop - start)
            drugs = tuple(_moved(drug, longer) if drug.start >= stop else drug for drug in drugs)
    return replace(intent, question=question, drugs=drugs, respelt=())


def _moved(drug: DrugMention, by: int) -> DrugMention:
    return replace(drug, start=drug.start + by, stop=drug.stop + by)
