"""Whether a word stands where a drug's name stands."""

from collections.abc import Sequence

from monograph_qa.intent.cues import words_with_role
from monograph_qa.intent.tokens import Token

_ENOUGH = 3
_OWNING = frozenset({"of", "for"})
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
