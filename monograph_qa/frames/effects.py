"""The effects that a question asks about: "does X cause hair loss?", "how common is nausea?".

The patterns are vocabulary: `effect_patterns`. What they find is asked for whole: a label that says
only a word of it does not say it.
"""

import re
from collections.abc import Sequence
from functools import cache

from monograph_qa.domain.frame import Facet
from monograph_qa.frames.concepts import named_concepts
from monograph_qa.frames.lab_words import may_be_lab
from monograph_qa.vocabulary.question_words import stop_words, words_with_role
from monograph_qa.vocabulary.rows import read_rows
from monograph_qa.vocabulary.tokens import DRUG, tokenize, with_drugs_hidden

_LONGEST = 5  # words; what is longer is a story and no name
_GRADED = re.compile(r"^\s*(?:grades?|gr|g)\.?\s?\d(?:\s?(?:-|–|to|or|/|and)\s?\d)?\s+", re.I)
_LISTED = re.compile(r"\s*(?:,|/|&|\+|\band/or\b|\band\b|\bor\b)\s*")
# What follows says in whom, when or how much, and names the effect no more; but where only a change
# is named before it ("increases in urea"), it names what changes.
_BEYOND = re.compile(
    r"\s+(?:(?:right|straight|shortly|soon|just|immediately)\s+)?"
    r"(?:in|if|when|while|during|after|before|because|at|for|than|as|since|or not|who|that|"
    r"with|from|to|on|compared|vs|versus|where|which|whenever|once|until|unless|but|so|by|under)\b"
)


def effects_asked(question: str, drugs: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """The effects named in a question's content words; `drugs` are the spans of its drugs."""
    lowered = question.lower()
    for start, stop in sorted(drugs, reverse=True):
        lowered = lowered[:start] + DRUG + lowered[stop:]
    for pattern, must_be_known in _patterns():
        match = pattern.search(lowered)
        if match:
            said = _LISTED.split(_named_of(match["what"]))
            effects = tuple(filter(None, map(_telling, said)))
            if not must_be_known or all(map(is_known, effects)):
                return effects
    return ()


def is_known(effect: str) -> bool:
    """Whether it names a disease or symptom: "how often LFTs" and a "level" to be drawn do not."""
    return not may_be_lab().fullmatch(effect) and any(
        each.facet is Facet.CONDITION for each in named_concepts(effect.split())
    )


def _named_of(said: str) -> str:
    """What of a phrase names the effect: the words up to the first that say in whom or when, or
    what stands behind those where they name a change alone."""
    for phrase in _BEYOND.split(said.partition("(")[0]):
        before, _, behind = phrase.partition(" of ")
        name = behind if _is_change(before) else phrase
        if not _is_change(name):
            return name
    return ""


def _is_change(said: str) -> bool:
    words = {token.key for token in tokenize(said)} - stop_words()
    moves = words_with_role("falls") | words_with_role("rises")
    return words <= words_with_role("change") | moves


def _telling(said: str) -> str:
    said = _GRADED.sub("", said)
    words = [t.key for t in with_drugs_hidden(tokenize(said), ()) if t.key not in stop_words()]
    # "Ejaculation problems" are named by the first word: labels call them disorder or failure.
    words = [word for word in words if word not in words_with_role("vague_effect")] or words
    is_name = len(words) <= _LONGEST and DRUG not in said and not _is_a_drug(words)
    # "Does it cause side effects?" names none.
    return " ".join(words) if is_name and not words_with_role("effect") >= set(words) else ""


def _is_a_drug(words: Sequence[str]) -> bool:
    """Whether the last of the words name one, or any of them beside a number: who gives "the live
    flu vaccine", or "her 6 month old Tylenol", asks no effect."""
    drugs = [each for each in named_concepts(words) if each.facet is Facet.COMEDICATION]
    has_number = any(map(str.isdigit, words))
    return any(has_number or " ".join(words).endswith(each.said) for each in drugs)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], bool], ...]:
    rows = read_rows("effect_patterns")
    return tuple((re.compile(row["pattern"]), bool(row["known"])) for row in rows)
