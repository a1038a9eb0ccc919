"""Clinical shorthand of a question, spelt out: CrCl, LFTs, NVAF, BID."""

from collections.abc import Sequence

from monograph_qa.frames.concepts import concepts_of_drugs
from monograph_qa.names.words import find_long_form
from monograph_qa.vocabulary.name_keys import plain_key
from monograph_qa.vocabulary.question_words import topic_words, words_with_role
from monograph_qa.vocabulary.tokens import Token, tokenize


def spelt_out(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with the long forms of shorthand in its place, at its offsets.

    Shorthand that cues speak of themselves ("CKD", "IV") stays: they know better what it asks. So
    does that of a drug: an angiotensin converting enzyme inhibitor asks of no enzyme.
    """
    known = topic_words() | words_with_role("passing_shorthand")
    seen: list[Token] = []
    for token in tokens:
        meaning = None if token.key in known or token.stem in known else find_long_form(token)
        if meaning is None or concepts_of_drugs(plain_key(meaning)):
            seen.append(token)
            continue
        seen += [
            Token(token.text, word.key, word.stem, token.start, token.stop)
            for word in tokenize(meaning)
        ]
    return tuple(seen)
