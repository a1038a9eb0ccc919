"""What makes a name a longer one: a word, another number or letter, another origin beside it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from monograph_qa.domain.intent import DrugMention
from monograph_qa.names.candidates import has_unit
from monograph_qa.names.makers import maker_words
from monograph_qa.names.scoring import has_what_drugs_have
from monograph_qa.names.words import (
    abbreviations,
    drug_word_near,
    find_long_form,
    is_drug_word,
    is_plain,
    plain_near,
)
from monograph_qa.vocabulary.name_keys import name_parts, plain_key
from monograph_qa.vocabulary.products import ingredients_of, product_words, products_called
from monograph_qa.vocabulary.question_words import (
    cue_words,
    stop_words,
    topic_words,
    words_with_role,
)
from monograph_qa.vocabulary.rows import read_columns, sorted_table, split_list
from monograph_qa.vocabulary.tokens import Token, token_after, token_before

_SHORT = 3  # letters of what may stand for a disease
_BESIDE_A_BRAND = ("device", "company", "form", "before", "way", "through", "route")


def is_another_number(question: str, tokens: Sequence[Token], at: int, held: Sequence[str]) -> bool:
    """Whether a name that ends with a number or a letter is asked for with another: "Engerix-A"."""
    word, own = tokens[at], held[-1]
    if len(held) < 2 or word.key == own:
        return False
    if word.key.isdigit() and own.isdigit():
        return not has_unit(tokens, at)
    is_letter = len(word.key) == len(own) == 1 and word.key.isalpha() and own.isalpha()
    if question[word.stop : word.stop + 1] == "-":  # "Humulin R U-500"
        return False
    return is_letter and (word.text.isupper() or question[word.start - 1] == "-")


def goes_on(question: str, tokens: Sequence[Token], at: int, mention: DrugMention) -> bool:
    """Whether the word behind a name makes it a longer one: "Zocor Forte", "Gravol Ginger". Any
    other word must stand out by its capital, or be no word at all and end the name, and be nothing
    that is asked of a brand; behind a substance it is a maker."""
    word, own = tokens[at], plain_key(mention.name).split()
    behind = next((token.key for token in tokens[at + 1 :]), "")
    ends = behind in words_with_role("after_name")
    if word.key in own:
        return False
    if word.key in name_parts().extensions:
        return is_extended(tokens, at)
    is_substance = ingredients_of(own) and not products_called(own)
    if is_substance or len(word.key) <= _SHORT or not word.key.isalpha():
        return False
    if _may_be_asked_of_a_brand(word):
        return False
    first = next(i for i, token in enumerate(tokens) if token.stop > mention.start)
    ends |= not behind and has_what_drugs_have(tokens, first)
    return _stands_out(question, tokens, at, mention) or (ends and not _is_word(word.key))


def is_extended(tokens: Sequence[Token], at: int) -> bool:
    """Whether the word at `at` makes any name before it a longer one: "Forte", but no "plus" before
    another drug."""
    parts = name_parts()
    behind = next((token.key for token in tokens[at + 1 :]), "")
    is_joint = bool(behind) and tokens[at].key in parts.connectors
    ends = behind in words_with_role("after_name")
    return tokens[at].key in parts.extensions and (ends or not is_joint)


def _stands_out(question: str, tokens: Sequence[Token], at: int, mention: DrugMention) -> bool:
    """Whether the word alone, of all but the first and the name, is written with a capital."""
    names = range(mention.start, tokens[at].stop)
    others = [token for token in tokens[1:] if token.start not in names]
    is_title = question.isupper() or any(token.text[:1].isupper() for token in others)
    return tokens[at].text[:1].isupper() and not is_title


def _is_word(word: str) -> bool:
    return is_plain(word) or plain_near(word) is not None or drug_word_near(word) is not None


def _may_be_asked_of_a_brand(word: Token) -> bool:
    """Whether a word asks for something, or tells maker, form, route or disease."""
    said = (word.key, word.stem)
    is_known = not _said_of_brands().isdisjoint(said) or any(map(is_drug_word, said))
    is_clinical = any(sorted_table("clinical_words").rows(each) for each in said)
    return is_known or is_clinical or find_long_form(word) is not None


@cache
def _said_of_brands() -> frozenset[str]:
    cells = read_columns("vaccine_names", "asked")
    vaccines = [word for cell in cells for said in split_list(cell) for word in said.split()]
    beside = (word for kind in _BESIDE_A_BRAND for word in product_words(kind))
    asked = cue_words() | topic_words() | stop_words() | name_parts().forms
    return asked.union(vaccines, beside, maker_words(), abbreviations())


def other_origin(
    question: str, tokens: Sequence[Token], mention: DrugMention
) -> DrugMention | None:
    """The mention widened to the origin beside it, where the held substance is of another."""
    own, origins = set(plain_key(mention.name).split()), name_parts().origins
    for word in (token_before(tokens, mention.start), token_after(tokens, mention.stop)):
        if word is None or word.key not in origins - own or own.isdisjoint(origins):
            continue
        start, stop = min(word.start, mention.start), max(word.stop, mention.stop)
        return replace(mention, asked=question[start:stop], start=start, stop=stop)
    return None
