"""What a text says that the patient does not have: "no cirrhosis", "denies a history of gout"; and
what it says of another drug that it names: that it ends ("rifampin finishes Friday"), that the
patient does not bear it, and what it is taken for. The words are those of `question_words`."""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from monograph_qa.domain.frame import Facet, Named, Term
from monograph_qa.frames.lab_values import is_well
from monograph_qa.vocabulary.question_words import pattern_of_role

_EXCEPTION = re.compile(
    r"\b(?:with (?:the )?exception of|except(?:ing)?(?: for| in)?|excluding|other than)\b[^().;]*",
    re.I,
)
_AMOUNT = r"\d\S*"
_UNHARMED = re.compile(r"\bgrades?\s*(?:≤\s*1|<\s*2|0(?:\s*(?:-|–|to|or)\s*1)?)\s+(?:total\s+)?$")


@lru_cache(maxsize=256)  # every line of a label is compared with it
def is_ended(drug: str, question: str) -> bool:
    """Whether a drug that is taken as well is stopped, or soon will be."""
    said = re.escape(drug)
    behind = rf"\b{said}\W+(?:{pattern_of_role('before_end')}\W+){{0,3}}{pattern_of_role('ends')}\b"
    before = rf"\b(?:{pattern_of_role('ends')}|off)\s+(?:{pattern_of_role('whose')}\s)?{said}\b"
    return re.search(f"{behind}|{before}", question, re.I) is not None


@lru_cache(maxsize=256)
def was_taken_before(drug: str, question: str) -> bool:
    """Whether a drug was taken, and is so no more: "had prior chemo", "previously on imatinib"."""
    said = rf"(?:\w+\s+){{0,2}}{re.escape(drug)}\b"
    return re.search(rf"\b{pattern_of_role('before_past')}\s+{said}", question, re.I) is not None


@lru_cache(maxsize=256)
def is_not_taken(drug: str, question: str) -> bool:
    """Whether the patient does not take a drug, or cannot: "not on any statin", "can't take
    clarithromycin", "clarithromycin-intolerant", "rifabutin, not rifampicin"."""
    said = r"\W+".join(map(re.escape, drug.split()))
    behind = rf"\b{said}\w*\W{{1,3}}{pattern_of_role('not_borne')}\b"
    denied = rf"{pattern_of_role('not_borne_before')}|{pattern_of_role('not_taken')}(?:\sany)?"
    apart = rf"\w,?\s(?:and\s)?not\s{said}(?=\s*(?:[,.;?)]|$))"
    before = rf"\b(?:{denied})\s{said}\b|{apart}"
    return re.search(f"{behind}|{before}", question, re.I) is not None


def is_for_those_without(drug: str, sentence: str) -> bool:
    """Whether a sentence of a label is for who does not take a drug, or cannot: "for whom
    methotrexate is contraindicated", "who do not tolerate methotrexate"."""
    said = r"\W+".join(map(re.escape, drug.split()))
    ruled_out = rf"\b{said}\W+(?:\w+\W+){{0,3}}{pattern_of_role('ruled_out')}\b"
    whom = rf"\bwhom\W+(?:\w+\W+){{0,4}}{ruled_out}"
    return is_not_taken(drug, sentence) or re.search(whom, sentence, re.I) is not None


@lru_cache(maxsize=256)
def is_taken_for(drug: str, disease: str, question: str) -> bool:
    """Whether a drug is what is given for a disease: "rifampin 600 mg od for TB"."""
    words = map(pattern_of_role, ("unit", "passing_shorthand", "schedule"))
    dosed = rf"\b{re.escape(drug)}(?:\s+(?:{_AMOUNT}|{'|'.join(words)}))*\s+for\s+(?:\w+\s+){{0,2}}"
    return re.search(rf"{dosed}{re.escape(disease)}\b", question, re.I) is not None


@lru_cache(maxsize=256)
def is_dose_of(drug: str, question: str) -> bool:
    """Whether it is the dose of a drug that is asked for: "naloxone 1 mg dose", "dose of X";
    that of two is asked for by "X/Y dose"."""
    said, dose = re.escape(drug), r"(?:dos(?:e|es|ing|age)|bolus)"
    alone = r"(?<![/+&])(?<![/+&] )(?<!and )(?<!plus )\b"
    amount = rf"(?:\s+{_AMOUNT}(?:\s?{pattern_of_role('unit')})?)?"
    behind = rf"{alone}{said}\s?%?{amount}\s+(?:\w+\s)?{dose}\b"  # "Intralipid 20% loading dose"
    return re.search(rf"{behind}|\b{dose}\s+of\s+(?:\w+\s)?{said}\b", question, re.I) is not None


_MOST_BETWEEN = 4  # words, as in "no known history of"


def without_denied(concepts: Sequence[Named], text: str) -> tuple[list[Named], tuple[Named, ...]]:
    """The concepts, and those apart that the text denies: the diseases that the patient has not,
    and the drugs that he does not take or bear."""
    folded = text.casefold()
    denied = tuple(
        each
        for each in concepts
        if (
            each.facet is Facet.CONDITION
            and (denies(folded, [tuple(each.said.split())]) or is_well(each.said, folded))
        )
        or (each.facet is Facet.COMEDICATION and is_not_taken(each.said, folded))
    )
    return [each for each in concepts if each not in denied], denied


def denies(folded: str, terms: Iterable[Term]) -> bool:
    """Whether a text in lower case names one of the terms, and only behind words that deny it."""
    said = [at for term in terms for at in _places(folded, term)]
    return bool(said) and all(is_denied(folded[:at]) for at in said)


def is_denied(before: str) -> bool:
    """Whether a text in lower case ends with a word that denies what comes next, or with a grade of
    toxicity that is none or mild: "grade ≤ 1 total bilirubin"."""
    return (_denial().search(before) or _UNHARMED.search(before)) is not None


def without_exceptions(text: str) -> str:
    """A text without what it leaves out: "malignancy (with the exception of chronic leukaemia)"."""
    return _EXCEPTION.sub(" ", text)


def excepts(text: str, terms: Sequence[Term]) -> bool:
    """Whether a text names one of the terms, and only among its exceptions: "excluding pyrexia"."""
    return _says_any(text, terms) and not names_any(text, terms)


def names_any(text: str, terms: Iterable[Term]) -> bool:
    """Whether a text names one of the terms, elsewhere than among its exceptions."""
    return _says_any(without_exceptions(text), terms)


def _says_any(text: str, terms: Iterable[Term]) -> bool:
    folded = text.casefold()
    return any(True for term in terms for _ in _places(folded, term))


def _places(folded: str, term: Term) -> Iterable[int]:
    words = r"\W+".join(re.escape(word).replace(r"\*", r"\w*") for word in term)
    return (match.start() for match in re.finditer(rf"(?<!\w){words}", folded))


@cache
def _denial() -> re.Pattern[str]:
    denials, between = map(pattern_of_role, ("denies", "between_denied"))
    listed = r"(?:\w+(?: \w+)?(?:/|,\s*|\s+or\s+)){0,3}"  # "no face or tongue swelling"
    return re.compile(rf"(?<!\w){denials}[\s-]+(?:{between}[\s-]+){{0,{_MOST_BETWEEN}}}{listed}$")
