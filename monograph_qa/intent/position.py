"""Whether a word stands where a drug's name stands."""

from collections.abc import Sequence

from monograph_qa.frames.tokens import Token
from monograph_qa.vocabulary.question_words import words_with_role

_ENOUGH = 3
_OWNING = frozenset({"of", "for"})
_OF, _OWNED = "of", 2  # words from what is owned to who owns it
_PASSIVE = "be"  # "Can X be crushed?"


def stands_like_a_drug(question: str, tokens: Sequence[Token], at: int, *, alone: bool) -> bool:
    """Whether the word at position `at`, unknown to every word list, is to be read as a drug.

    Evidence is counted: a word before that takes a drug ("take X"), twice when only drugs have it
    ("dose of X"), a passive question ("can X be crushed"), a word or amount after it ("X dosing",
    "X 20 mg"), a capital in mid-sentence, a place at the question's end, and `alone`: no held drug
    in the question, so that something must be meant. A name before "disease" or "syndrome" is a
    person's.
    """
    token = tokens[at]
    evidence = int(alone)
    if at > 0 and tokens[at - 1].key in words_with_role("before_name"):
        evidence += 1
        # "dose of X", "contraindications of X": what only drugs have.
        is_owned = at > 1 and tokens[at - 1].key in _OWNING
        evidence += is_owned and tokens[at - 2].key in words_with_role("after_name")
    if at == 1 and at + 1 < len(tokens) and tokens[at + 1].key == _PASSIVE:
        evidence += 2 * (tokens[0].key in words_with_role("opens_yes_no"))
    if at + 1 < len(tokens):
        following = tokens[at + 1].key
        if following in words_with_role("after_eponym"):
            return False
        evidence += 2 * (following in words_with_role("after_name") or following[:1].isdigit())
    else:
        evidence += 1
    if len(tokens) == 1:
        evidence += 1
    if token.text[0].isupper() and at > 0 and not question.isupper():
        # An all-capital word may as well be a test, a study or a code.
        evidence += 1 if token.text.isupper() else 2
    return evidence >= _ENOUGH


def owns_the_subject(tokens: Sequence[Token], start: int, *, named: bool) -> bool:
    """Whether the question is plainly one about the drug that stands at offset `start`: it asks for
    something "of" or "for" it or, where a subject is `named`, opens with it, or asks whether it is
    or does something."""
    at = next((i for i, token in enumerate(tokens) if token.start >= start), 0)
    before = tokens[at - 1].key if at else ""
    if before in _OWNING:
        return True
    return named and (not at or (at == 1 and before in words_with_role("opens_yes_no")))


def has_what_drugs_have(tokens: Sequence[Token], at: int) -> bool:
    """Whether the question asks for what only drugs have of the word at `at`: "dose of X"."""
    if at < _OWNED or tokens[at - 1].key != _OF:
        return False
    return tokens[at - _OWNED].key in words_with_role("after_name")
