"""Words that tell whether a sentence ends, from the sentence and abbreviation tables."""

import re
from functools import cache

from monograph_qa.vocabulary.abbreviations import abbreviations
from monograph_qa.vocabulary.rows import either, read_rows


@cache
def words_with_role(role: str) -> frozenset[str]:
    """The words of `sentence_words.csv` that play `role`, in lower case, without full stops.

    Roles: `opener` opens a sentence when capitalised; `captioned` is followed by a number or letter
    and a full stop in captions and steps; `lettered` may end a sentence with a letter ("Class
    C."); `joined` never ends one; `numbering` does not before a number; `lead_in` announces a list;
    `behind_title` opens a sentence that a title runs into; a note of words `of_a_scale` alone says
    how something was graded, or where more stands.
    """
    return frozenset(row["word"] for row in read_rows("sentence_words") if row["role"] == role)


@cache
def lead_in_pattern() -> re.Pattern[str]:
    """Finds a word that announces a list."""
    return re.compile(rf"\b(?:{either(words_with_role('lead_in'))})\b", re.IGNORECASE)


@cache
def _written(never_ending: bool) -> tuple[frozenset[str], frozenset[str]]:
    """The dotted abbreviations: as written, and those of three letters and more in capitals."""
    dotted = [
        a.written
        for a in abbreviations()
        if a.written.endswith(".") and a.never_ends_sentence is never_ending
    ]
    # "approx." may open a sentence; but "ms." is no "Ms.", nor "pH." a "Ph.": only the small
    # first letter of a table entry may be capitalised, and never the other way round.
    usual = frozenset(dotted) | {written[0].upper() + written[1:] for written in dotted}
    capitals = frozenset(w.upper() for w in dotted if sum(map(str.isalpha, w)) > 2)
    return usual, capitals


def _is_listed(word: str, following: str, *, never_ending: bool) -> bool:
    usual, capitals = _written(never_ending)
    if word in usual:
        return True
    # A capitalised line ("SEE FIG. 2", "CAMBER INC. AT"): what follows has no small letter.
    return word in capitals and not any(map(str.islower, _first_word(following)))


def _first_word(text: str) -> str:
    return next(iter(text.split(None, 1)), "")


def never_ends(word: str, following: str) -> bool:
    """True when the full stop of `word` is its own and the sentence goes on after it."""
    word = word.rpartition("-")[2] or word  # "non-U.S."
    folded = word.rstrip(".").casefold()
    if folded in words_with_role("joined"):
        return True
    if folded in words_with_role("numbering") and following[:1].isdigit():
        return True
    if folded in words_with_role("legal_form"):  # "GmbH & Co. KG", "Kyowa Co. Ltd."
        return _first_word(following).strip(".,").casefold() in words_with_role("legal_form")
    return _is_listed(word, following, never_ending=True)


def is_abbreviation(word: str, following: str) -> bool:
    """True when the full stop of `word` is its own, whether or not it closes the sentence too."""
    plain = word.rpartition("-")[2] or word
    return _is_listed(plain, following, never_ending=False) or never_ends(plain, following)


def opens_with_opener(following: str) -> bool:
    """True when the first word is one that seldom stands capitalised inside a sentence."""
    first = re.match(r"\W*(\w+)", following)
    if first is None or not first[1][0].isupper():
        return False
    return first[1].casefold() in words_with_role("opener")
