"""Where a question names the maker of a label: "metformin ER (Lupin)", "Legacy Pharm packaging"."""

from collections.abc import Callable, Sequence

from monograph_qa.domain.intent import DrugMention
from monograph_qa.names.words import abbreviations, is_drug_word, is_plain
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.name_keys import name_parts
from monograph_qa.vocabulary.question_words import stop_words
from monograph_qa.vocabulary.tokens import Token, token_before, tokenize

_LEAST_BEGINNING = 4  # letters of a word that is broken off: "Pharm"
_LEAST_OF_A_MAKER = 3  # letters: "Apo"

Span = tuple[int, int]
"""Offsets into the question."""


def find_maker(question: str, maker: str | None) -> Span | None:
    """Where the question says the maker's name, whole or its beginning; None where it does not.

    One word is enough where it is no everyday word, or stands out by its capital: "Preferred" in a
    question may be what is preferred.
    """
    words = tokenize(maker or "")
    tokens = tokenize(question)
    for at, token in enumerate(tokens):
        if not words or token.key != words[0].key:
            continue
        count = _said_together(tokens[at:], words)
        tells = token.text[:1].isupper() and at > 0 and not question.isupper()
        if count > 1 or tells or not is_plain(token.key):
            return token.start, tokens[at + count - 1].stop
    return None


def find_other_maker(
    question: str,
    mention: DrugMention,
    makers: Sequence[str],
    is_company: Callable[[str], bool],
) -> str | None:
    """The word right before a drug's name that must be another maker's, by a hyphen ("Priva" of
    "Priva-atorvastatin") or a capital; None where one of its `makers` is named."""
    before = token_before(tokenize(question), mention.start)
    if before is None or not (before.text.isalpha() and _may_be_a_name(before.key)):
        return None
    gap = question[before.stop : mention.start]
    is_capital = before.text[:1].isupper() and not question.isupper()
    is_name = is_company(before.text) or not is_plain(before.key)
    tells = (is_name or is_capital) if gap == "-" else (is_name and is_capital and gap.isspace())
    if not tells or any(find_maker(question, maker) for maker in makers):
        return None
    return before.text


def _may_be_a_name(word: str) -> bool:
    is_other = is_drug_word(word) or word in abbreviations() or word in stop_words()
    is_other |= word in name_parts().prefixes | name_parts().variants
    return (
        len(word) >= _LEAST_OF_A_MAKER
        and word.isalpha()
        and not (is_other or find_meaning(word.upper()))
    )


def _said_together(tokens: Sequence[Token], words: Sequence[Token]) -> int:
    """How many tokens in a row say the words of a name in their order; one may be left out."""
    count = at = 0
    for token in tokens:
        following = words[at : at + 2]
        step = next((n for n, word in enumerate(following, 1) if _says(token.key, word.key)), 0)
        if not step:
            break
        at += step
        count += 1
    return count


def _says(said: str, word: str) -> bool:
    return said == word or (len(said) >= _LEAST_BEGINNING and word.startswith(said))
