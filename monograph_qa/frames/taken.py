"""What a question says of another drug that it names: that it ends ("rifampin finishes Friday"),
that the patient does not bear it, and what it is taken for. The words are those of
`question_words`."""

import re
from functools import lru_cache

from monograph_qa.vocabulary.question_words import pattern_of_role

_AMOUNT = r"\d\S*"


@lru_cache(maxsize=256)  # every line of a label is compared with it
def is_ended(drug: str, question: str) -> bool:
    """Whether a drug that is taken as well is stopped, or soon will be."""
    said = re.escape(drug)
    behind = rf"\b{said}\W+(?:{pattern_of_role('before_end')}\W+){{0,3}}{pattern_of_role('ends')}\b"
    before = rf"\b(?:{pattern_of_role('ends')}|off)\s+(?:{pattern_of_role('whose')}\s)?{said}\b"
    return re.search(f"{behind}|{before}", question, re.I) is not None


@lru_cache(maxsize=256)
def is_not_borne(drug: str, question: str) -> bool:
    """Whether a drug cannot be taken: "clarithromycin-intolerant", "can't take clarithromycin"."""
    said = r"\W+".join(map(re.escape, drug.split()))
    behind = rf"\b{said}\w*\W{{1,3}}{pattern_of_role('not_borne')}\b"
    before = rf"\b{pattern_of_role('not_borne_before')}\s{said}\b"
    return re.search(f"{behind}|{before}", question, re.I) is not None


@lru_cache(maxsize=256)
def is_taken_for(drug: str, disease: str, question: str) -> bool:
    """Whether a drug is what is given for a disease: "rifampin 600 mg od for TB"."""
    words = map(pattern_of_role, ("unit", "passing_shorthand", "schedule"))
    dosed = rf"\b{re.escape(drug)}(?:\s+(?:{_AMOUNT}|{'|'.join(words)}))*\s+for\s+(?:\w+\s+){{0,2}}"
    return re.search(rf"{dosed}{re.escape(disease)}\b", question, re.I) is not None
