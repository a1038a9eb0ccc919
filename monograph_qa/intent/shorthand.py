"""Clinical shorthand of a question, spelt out: CrCl, LFTs, NVAF, BID."""

from collections.abc import Sequence

from monograph_qa.frames.tokens import Token, tokenize
from monograph_qa.intent.cues import topic_words
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.question_words import words_with_role


def find_long_form(token: Token) -> str | None:
    """What a word of a question stands for, plural or not; None for a word that is no shorthand."""
    meaning = find_meaning(token.text)
    if meaning is None and token.stem != token.key and token.text.endswith("s"):
        meaning = find_meaning(token.text[:-1])
    return meaning


def spelt_out(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with the long forms of shorthand in its place, at its offsets.

    Shorthand that cues speak of themselves ("CKD", "IV") stays: they know better what it asks.
    """
    known = topic_words() | words_with_role("passing_shorthand")
    seen: list[Token] = []
    for token in tokens:
        meaning = None if token.key in known or token.stem in known else find_long_form(token)
        if meaning is None:
            seen.append(token)
            continue
        seen += [
            Token(token.text, word.key, word.stem, token.start, token.stop)
            for word in tokenize(meaning)
        ]
    return tuple(seen)
