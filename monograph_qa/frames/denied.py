"""What a text says that the patient does not have: "no cirrhosis", "denies any history of gout"."""

import re
from collections.abc import Iterable, Sequence
from functools import cache

from monograph_qa.domain.frame import Facet, Named, Term
from monograph_qa.frames.taken import is_not_borne
from monograph_qa.vocabulary.question_words import pattern_of_role

_MOST_BETWEEN = 4  # words, as in "no known history of"


def without_denied(concepts: Sequence[Named], text: str) -> tuple[list[Named], tuple[Named, ...]]:
    """The concepts, and those apart that the text denies: the diseases that the patient has not,
    and the drugs that he does not bear."""
    folded = text.casefold()
    denied = tuple(
        each
        for each in concepts
        if (each.facet is Facet.CONDITION and denies(folded, [tuple(each.said.split())]))
        or (each.facet is Facet.COMEDICATION and is_not_borne(each.said, folded))
    )
    return [each for each in concepts if each not in denied], denied


def denies(folded: str, terms: Iterable[Term]) -> bool:
    """Whether a text in lower case denies any of the terms: every one that it says stands behind a
    word that denies it."""
    said = [at for term in terms for at in _places(folded, term)]
    return bool(said) and all(is_denied(folded[:at]) for at in said)


def is_denied(before: str) -> bool:
    """Whether a text in lower case ends with a word that denies what comes next."""
    return _denial().search(before) is not None


def _places(folded: str, term: Term) -> Iterable[int]:
    words = r"\W+".join(re.escape(word).replace(r"\*", r"\w*") for word in term)
    return (match.start() for match in re.finditer(rf"(?<!\w){words}", folded))


@cache
def _denial() -> re.Pattern[str]:
    denials, between = map(pattern_of_role, ("denies", "between_denied"))
    listed = r"(?:\w+(?: \w+)?(?:/|,\s*|\s+or\s+)){0,3}"  # "no face or tongue swelling"
    return re.compile(rf"(?<!\w){denials}[\s-]+(?:{between}[\s-]+){{0,{_MOST_BETWEEN}}}{listed}$")
