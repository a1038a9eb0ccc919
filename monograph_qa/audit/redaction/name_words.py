"""What a word may be in a question about people: listed, a drug's, English, or unknown."""

import re
from collections.abc import Callable

from monograph_qa.audit.redaction.words import Word, is_drug_like, is_everyday
from monograph_qa.names.words import abbreviations
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.identifiers import PersonName, identifier_cues
from monograph_qa.vocabulary.question_words import stop_words
from monograph_qa.vocabulary.rows import sorted_table

_CUES = ("person", "relative", "title", "goes_on", "unit", "code", "somebody", "beside")

IsDrug = Callable[[str], bool]
IsCompany = Callable[[str], bool]

INNER_CAPITAL = re.compile(r"(?<!Mc)(?<!Mac)(?<=[^\W\d_])[A-Z]")  # KwikPen, CrCl; not McDonald


def is_particle(word: Word) -> bool:
    return word.lower in identifier_cues("particle")


def name_of(word: Word) -> PersonName:
    """How a word serves as a name: as it is listed, or by an ending that only family names have."""
    name = word.name
    if not name.is_usual and word.key.endswith(tuple(identifier_cues("family_ending"))):
        return PersonName(name.given, 2, name.is_word)
    return name


def is_family(word: Word, is_drug: IsDrug) -> bool:
    return bool(word.name.family) and not word.name.is_word and not is_known(word, is_drug)


def is_unknown(word: Word, is_drug: IsDrug) -> bool:
    """Whether a word is neither English nor a drug's: what is left is a name."""
    return (
        len(word.text) > 2
        and not INNER_CAPITAL.search(word.text)
        and not is_everyday(word.lower)
        and not is_everyday(word.key)
        and not is_known(word, is_drug)
    )


def is_known(word: Word, is_drug: IsDrug) -> bool:
    """Whether a word names a drug: a common one, a brand, or one of `is_drug`."""
    lower = word.lower
    if is_drug_like(lower) or is_drug(lower) or lower in abbreviations():
        return True
    brands = sorted_table("brands")
    # Of a brand of several words one begins it; Johnson's Baby Oil is none of Johnson's.
    is_brand = brands.rows(lower) or (brands.begins(lower) and not word.name.is_usual)
    return bool(is_brand) and not is_everyday(lower)


def is_explained(word: Word, name: PersonName) -> bool:
    """Whether more than a name explains a word: English, a disease, a maker, an abbreviation.

    A usual name with a capital is not explained as a form of a word: Carter, Rogers; in small
    letters a smoker is no Smoker.
    """
    lower = word.lower
    return (
        name.is_word
        or is_common(word)
        or (
            (not name.is_usual or word.text.islower())
            and (is_everyday(lower) or is_everyday(word.key))
        )
        or sorted_table("conditions").begins(lower)
        or lower in identifier_cues("eponym")
        or lower in identifier_cues("maker")
        or find_meaning(word.text) is not None
    )


def is_common(word: Word) -> bool:
    """Whether a word is so much a question's own that no name holds it: the, takes, patient, mg."""
    lower = word.lower
    return lower in stop_words() or any(lower in identifier_cues(kind) for kind in _CUES)
