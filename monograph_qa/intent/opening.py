"""How a question opens that may go on from the one before: "and …", "with …", "what about …"."""

import re
from collections.abc import Sequence
from functools import cache

from monograph_qa.domain.intent import Intent, QuestionKind
from monograph_qa.frozen import frozen
from monograph_qa.intent.cues import Topic, joining_cues, populations, topic_pairs, topics
from monograph_qa.vocabulary.question_words import (
    follow_up_phrases,
    opening_length,
    words_with_role,
)
from monograph_qa.vocabulary.tokens import DRUG, Token, tokenize, with_drugs_hidden

INTERACTIONS, ALONGSIDE = "interactions", "alongside"
_OF_TWO = frozenset({INTERACTIONS, ALONGSIDE, "taking", "safety_in_condition"})
_DOSING = "dosing"
_FEW = 5  # words
AMOUNT = re.compile(r"\d+(?:[.,]\d+)*[a-z%]*")


@frozen
class FollowUp:
    """A question's words and what it says itself.

    `goes_on`: it opens as one that continues ("and …", "what about …", "in …", a bare name).
    `subjects` are the topics it names: neither for whom, nor what only its opening reads as.
    `beside` and `against`: it sets its own drug so to the one before; `bare`: it opens with the
    drug's name ("and X?").
    """

    intent: Intent
    tokens: tuple[Token, ...]
    goes_on: bool
    beside: bool  # "… with <drug>", "can I take it with <drug>"
    against: bool  # "… versus <drug>", "how does it compare with <drug>"
    bare: bool
    leans: bool  # it goes on with a preposition: "and for …", "in …"
    subjects: tuple[Topic, ...]

    @property
    def lacks_subject(self) -> bool:
        """Whether it goes on and leaves to the question before what is asked."""
        return self.goes_on and not self.subjects

    @property
    def is_understood(self) -> bool:
        """Whether anything in it is understood."""
        return bool(self.goes_on or self.subjects or self.populations)

    @property
    def populations(self) -> tuple[Topic, ...]:
        """The populations it names."""
        return tuple(topics()[name] for name in self.intent.populations)


def read_opening(intent: Intent) -> FollowUp:
    """The question of an intent as one that may go on from another."""
    tokens = with_drugs_hidden(tokenize(intent.question), _spans(intent))
    keys = [token.key for token in tokens]
    at = 0
    while step := opening_length(keys[at:], "continues"):
        at += step
    leans_on = bool(opening_length(keys[at:], "leans"))
    leans = leans_on or any(opening_length(keys[at:], role) for role in ("beside", "against"))
    # "and is it safe in children" is whole: it has a verb and something it is said of.
    is_whole = at < len(keys) and keys[at] in words_with_role("opens_yes_no")
    goes_on = (bool(at or leans) and not is_whole) or keys == [DRUG]
    first_drug = next((i for i, token in enumerate(tokens) if token.stem == DRUG), at)
    before = keys[at:first_drug]
    found = [topics()[name] for name in intent.topics if name not in populations()]
    against = bool(before) and opening_length(before, "against") == len(before)
    beside = bool(before) and opening_length(before, "beside") == len(before)
    if _is_named_after_it(tokens):
        against = against or _compares(intent.question, tokens)
        beside = not against
    if goes_on:
        # A bare name and "what about" read as asking what a drug is; "with" as going beside it.
        found = [t for t in found if t.kind is not QuestionKind.DEFINITION and t.name != ALONGSIDE]
    if beside:
        found = [t for t in found if t.name not in _OF_TWO]
    subjects = tuple(t for t in found if t.section_keys or t.image_kinds)
    bare = not before and DRUG in (token.stem for token in tokens)
    return FollowUp(intent, tokens, goes_on, beside, against, bare, leans_on, subjects)


def _spans(intent: Intent) -> list[tuple[int, int]]:
    """Where the question names drugs, held or not."""
    spans = [(drug.start, drug.stop) for drug in intent.drugs]
    for drug in intent.unknown_drugs:
        at = intent.question.find(drug.asked)
        spans += [(at, at + len(drug.asked))] if at >= 0 else []
    return spans


def _is_named_after_it(tokens: Sequence[Token]) -> bool:
    """Whether "it" stands before the first drug, so that two are meant: "take it with X"."""
    first = next((at for at, token in enumerate(tokens) if token.stem == DRUG), 0)
    # "is it X": the same drug, then.
    return any(token.key in words_with_role("pronoun") for token in tokens[: max(first - 1, 0)])


def _compares(question: str, tokens: Sequence[Token]) -> bool:
    joining = joining_cues()
    return any(joining.cue(h).points_to == "comparison" for h in joining.match(question, tokens))


def only_says_for_whom(asked: FollowUp) -> bool:
    """Whether the question names patients, or nothing but patients and amounts in general words."""
    back = {t.key for t in asked.tokens if t.stem in words_with_role("points_back")}
    said = _words_of("people", "adults") | back
    left = (w for w in asked.intent.words if w not in said and not AMOUNT.fullmatch(w))
    return bool(asked.populations) or not any(left)


def names_adults(asked: FollowUp) -> bool:
    """Whether the question asks about adults."""
    return any(token.key in _words_of("adults") for token in asked.tokens)


def is_fragment(asked: FollowUp) -> bool:
    """Whether the question is no more than people who get doses of their own, an amount or a route:
    "adults?", "IV?"; but "pregnancy?" asks for something else."""
    dosed = {people for subject, people in topic_pairs() if subject == _DOSING}
    if not dosed.issuperset(topic.name for topic in asked.populations):
        return False
    written = any(drug.start < drug.stop for drug in asked.intent.drugs)
    back = any(token.stem in words_with_role("points_back") for token in asked.tokens)
    if asked.subjects or written or asked.intent.unknown_drugs or back:
        return False
    said = _words_of("people", "adults", "route", "leans")
    general = all(t.key in said or AMOUNT.fullmatch(t.key) for t in asked.tokens)
    is_brief = bool(asked.populations) and len(asked.tokens) <= _FEW
    return bool(asked.tokens) and (general or is_brief)


@cache
def _words_of(*roles: str) -> frozenset[str]:
    return frozenset(
        word for role in roles for phrase in follow_up_phrases(role) for word in phrase
    )
