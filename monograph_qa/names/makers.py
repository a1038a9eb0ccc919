"""Where a question names the maker of a label: "metformin ER (Lupin)", "Legacy Pharm packaging"."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import takewhile

from monograph_qa.domain.intent import DrugMention
from monograph_qa.names.words import abbreviations, is_drug_word, is_plain
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.name_keys import name_parts
from monograph_qa.vocabulary.products import product_words
from monograph_qa.vocabulary.question_words import stop_words, words_with_role
from monograph_qa.vocabulary.rows import read_columns
from monograph_qa.vocabulary.tokens import Token, token_before, tokenize

_LEAST_BEGINNING = 4  # letters of a word that is broken off: "Pharm"
_LEAST_OF_A_MAKER = 3  # letters: "Apo", "BMS"
_OPENS = "("

Span = tuple[int, int]
"""Offsets into the question."""
IsCompany = Callable[[str], bool]


@cache
def maker_words() -> frozenset[str]:
    """The first words of companies' names that stand for them."""
    return frozenset(read_columns("makers", "word"))


def find_maker(question: str, maker: str | None) -> Span | None:
    """Where the question says the maker's name: whole, its beginning, a word of it that is its own
    ("Lilly"), or its initials ("BMS"); None where it does not. One word is enough where it is no
    everyday word, or stands out by its capital: "Preferred" in a question may be what is
    preferred."""
    words = tokenize(maker or "")
    tokens = tokenize(question)
    for at, token in enumerate(tokens):
        if token.text == _initials(words):
            return token.start, token.stop
        tells = token.text[:1].isupper() and at > 0 and not question.isupper()
        for first, word in enumerate(words):
            # It may be called by its first word, and by what no other is called.
            is_own = len(word.key) >= _LEAST_BEGINNING and _is_own(word.key)
            if first and (not is_own or word.key in product_words("company")):
                continue
            count = _said_together(tokens[at:], words[first:])
            if count > 1 or (count and (tells or _is_own(token.key))):
                return token.start, tokens[at + count - 1].stop
    return None


def _is_own(word: str) -> bool:
    """Whether a word of a maker's name means nothing else."""
    return word in maker_words() or not is_plain(word)


def _initials(words: Sequence[Token]) -> str:
    own = takewhile(lambda word: word.key not in product_words("company"), words)
    initials = "".join(each for word in own for each in word.text if each.isupper())
    return initials if len(initials) >= _LEAST_OF_A_MAKER else ""


def find_other_maker(
    question: str,
    mention: DrugMention,
    makers: Sequence[str],
    is_company: IsCompany = lambda _: False,
) -> Span | None:
    """Where another maker stands beside a drug's name: before it ("Priva-atorvastatin", "Sandoz
    atorvastatin"), in brackets or with "by" behind it; None where one of its `makers` is named."""
    before = _maker_before(question, mention, is_company)
    found = before or _maker_behind(question, mention, is_company)
    if found is None or any(find_maker(question, maker) for maker in makers):
        return None
    return found.start, found.start + len(found.key)  # no "'s"


def with_words_before(question: str, maker: Span) -> Span:
    """A maker's name with what says that it is one: "manufactured by X" asks for no address."""
    start, stop = maker
    for token in reversed(tokenize(question[:start])):
        if token.key not in words_with_role("before_maker"):
            break
        start = token.start
    return start, stop


def _maker_before(question: str, mention: DrugMention, is_company: IsCompany) -> Token | None:
    before = token_before(tokenize(question), mention.start)
    if before is None or not _may_be_a_name(before.key):
        return None
    gap = question[before.stop : mention.start]
    is_capital = before.text[:1].isupper() and not question.isupper()
    is_known = _is_known(before, is_company)
    is_name = is_known or not is_plain(before.key)
    if gap == "-":
        return before if is_name or is_capital else None
    return before if gap.isspace() and (is_known or (is_name and is_capital)) else None


def _maker_behind(question: str, mention: DrugMention, is_company: IsCompany) -> Token | None:
    behind = [token for token in tokenize(question) if token.start >= mention.stop]
    of_product = name_parts().forms | words_with_role("before_maker")
    skipped = list(takewhile(lambda token: token.stem in of_product, behind))
    token = next(iter(behind[len(skipped) :]), None)
    if token is None or not _may_be_a_name(token.key):
        return None
    if question[mention.stop : token.start].strip() == _OPENS:
        return token if _is_known(token, is_company) else None
    if not skipped or skipped[-1].key not in words_with_role("by_a_maker"):
        return None
    is_name = token.text[:1].isupper() and not is_plain(token.key)
    return token if is_name or _is_known(token, is_company) else None


def _is_known(word: Token, is_company: IsCompany) -> bool:
    return word.key in maker_words() or is_company(word.text)


def _may_be_a_name(word: str) -> bool:
    is_other = is_drug_word(word) or word in abbreviations() or word in stop_words()
    is_other |= word in name_parts().prefixes | name_parts().variants
    is_other |= bool(find_meaning(word.upper()))
    return len(word) >= _LEAST_OF_A_MAKER and word.isalpha() and not is_other


def _said_together(tokens: Sequence[Token], words: Sequence[Token]) -> int:
    """How many tokens in a row say the words of a name in their order, the first of them whole or
    in two ("Remedy Repack"); one may be left out."""
    if len(tokens) > 1 and tokens[0].key + tokens[1].key == words[0].key:
        return 2
    count = at = 0
    for token in tokens:
        following = words[at : at + (2 if count else 1)]
        step = next((n for n, word in enumerate(following, 1) if _says(token.key, word, count)), 0)
        if not step:
            break
        at += step
        count += 1
    return count


def _says(said: str, word: Token, count: int) -> bool:
    is_begun = bool(count) and len(said) >= _LEAST_BEGINNING and word.key.startswith(said)
    return said in (word.key, word.stem) or is_begun
