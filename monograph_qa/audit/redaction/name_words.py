"""What a word may be in a question about people: listed, a drug's, English, or unknown."""

import re
from collections.abc import Callable

from monograph_qa.audit.redaction.words import Word, is_drug_like, is_everyday
from monograph_qa.vocabulary.identifiers import identifier_cues, person_names

IsDrug = Callable[[str], bool]

_INNER_CAPITAL = re.compile(r"(?<!Mc)(?<!Mac)(?<=[^\W\d_])[A-Z]")  # KwikPen, CrCl; not McDonald


def is_particle(word: Word) -> bool:
    return word.lower in identifier_cues("particle")


def is_listed(word: Word) -> bool:
    return word.key in person_names().given or word.key in person_names().family


def is_family(word: Word, is_drug: IsDrug) -> bool:
    names = person_names()
    is_listed = word.key in names.family and word.key not in names.words
    return is_listed and not is_known(word, is_drug)


def is_unknown(word: Word, is_drug: IsDrug) -> bool:
    """Whether a word is neither English nor a drug's: what is left is a name."""
    return (
        len(word.text) > 2
        and not _INNER_CAPITAL.search(word.text)
        and not is_everyday(word.lower)
        and not is_everyday(word.key)
        and not is_known(word, is_drug)
    )


def is_known(word: Word, is_drug: IsDrug) -> bool:
    return is_drug_like(word.lower) or is_drug(word.lower)
