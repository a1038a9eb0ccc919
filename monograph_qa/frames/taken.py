"""What a question says of another drug that it names: that it ends ("rifampin finishes Friday"),
that the patient does not bear it, and what it is taken for. The words are those of
`question_words`."""

import re
from functools import cache, lru_cache

from monograph_qa.vocabulary.question_words import words_with_role
from monograph_qa.vocabulary.rows import open_pattern

_AMOUNT = r"\d\S*"


@lru_cache(maxsize=256)  # every line of a label is compared with it
def is_ended(drug: str, question: str) -> bool:
    """Whether a drug that is taken as well is stopped, or soon will be."""
    said = re.escape(drug)
    behind = rf"\b{said}\W+(?:{_any('before_end')}\W+){{0,3}}{_any('ends')}\b"
    before = rf"\b(?:{_any('ends')}|off)\s+(?:{_any('whose')}\s)?{said}\b"
    return re.search(f"{behind}|{before}", question, re.I) is not None


@lru_cache(maxsize=256)
def is_not_borne(drug: str, question: str) -> bool:
    """Whether a drug cannot be taken: "clarithromycin-intolerant", "can't take clarithromycin"."""
    said = r"\W+".join(map(re.escape, drug.split()))
    behind = rf"\b{said}\w*\W{{1,3}}{_any('not_borne')}\b"
    before = rf"\b{_any('not_borne_before')}\s{said}\b"
    return re.search(f"{behind}|{before}", question, re.I) is not None


@lru_cache(maxsize=256)
def is_taken_for(drug: str, disease: str, question: str) -> bool:
    """Whether a drug is what is given for a disease: "rifampin 600 mg od for TB"."""
    words = f"{_AMOUNT}|{_any('unit')}|{_any('passing_shorthand')}|{_any('schedule')}"
    dosed = rf"\b{re.escape(drug)}(?:\s+(?:{words}))*\s+for\s+(?:\w+\s+){{0,2}}"
    return re.search(rf"{dosed}{re.escape(disease)}\b", question, re.I) is not None


@cache
def _any(role: str) -> str:
    words = sorted(words_with_role(role), key=len, reverse=True)
    return f"(?:{'|'.join(map(open_pattern, words))})"
