"""Abbreviations of labels and of clinical talk.

A full stop after most of them does not end a sentence; after some ("5 mL.", "Inc.") it may.
"""

from functools import cache

from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.rows import read_rows


@frozen
class Abbreviation:
    """`written` with its full stops, if it has any; `never_ends_sentence` when those are its own.

    Where that is False, a full stop may close the sentence too: look at what follows.
    """

    written: str
    meaning: str
    never_ends_sentence: bool


@cache
def abbreviations() -> tuple[Abbreviation, ...]:
    """Every abbreviation, in the order of the file. Raises ValueError where one is unsound."""
    made: list[Abbreviation] = []
    for row in read_rows("abbreviations"):
        answer = row["never_ends_sentence"]
        if answer not in ("yes", "no"):
            raise ValueError(f"abbreviations.csv: {row['abbreviation']} says {answer!r}")
        made.append(Abbreviation(row["abbreviation"], row["meaning"], answer == "yes"))
    return tuple(made)


@cache
def _meanings() -> tuple[dict[str, str], dict[str, str]]:
    exact = {each.written: each.meaning for each in abbreviations()}
    folded = {_undotted(each.written): each.meaning for each in reversed(abbreviations())}
    return exact, folded


def _undotted(written: str) -> str:
    return written.casefold().replace(".", "").replace(" ", "")


def find_meaning(written: str) -> str | None:
    """What an abbreviation stands for, read as typed or else without its case and full stops.

    None for a word that is not in the list, and for "in", "no", "am" and the like, which are
    words before they are abbreviations.
    """
    exact, folded = _meanings()
    if written in exact:
        return exact[written]
    # A typed "in" means the word; only "in." is the unit.
    return None if written.islower() and len(written) < 3 else folded.get(_undotted(written))
