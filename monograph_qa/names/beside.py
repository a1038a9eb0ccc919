"""What stands beside a name in a question and tells products of one drug apart: formulation, salt,
maker.

Liposomal amikacin is Arikayce and no other amikacin, diclofenac potassium is dosed otherwise than
the sodium, and "metformin ER (Lupin)" is one label of many.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import takewhile

from monograph_qa.domain.intent import DrugMention
from monograph_qa.domain.label import NameKind
from monograph_qa.names.namebook import NameBook, hits_under, labels_of
from monograph_qa.names.words import (
    abbreviations,
    drug_word_near,
    is_drug_word,
    is_plain,
    maker_words,
)
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.name_keys import name_key, name_parts, plain_key
from monograph_qa.vocabulary.products import product_words, us_name
from monograph_qa.vocabulary.question_words import stop_words, words_with_role
from monograph_qa.vocabulary.rows import read_columns, read_rows, sorted_table, split_list
from monograph_qa.vocabulary.tokens import Token, token_before, tokenize

_APART = re.compile(r"[\s‐-]+")
_NUMBER = re.compile(r"\d+")
_WHOLE = 100  # percent
# The parts of a mixed insulin: "70/30" says what "mix" does.
_PARTS = "|".join(rf"\b{one}\s?/\s?{_WHOLE - one}(?![\d/])" for one in range(10, 95, 5))
_PARTS = f"(?:{_PARTS})"
_MIX = "mix"
_LEAST_BEGINNING = 4  # letters of a word that is broken off: "Pharm"
_LEAST_OF_A_MAKER = 3  # letters: "Apo", "BMS"

Span = tuple[int, int]
"""Offsets into the question."""
IsCompany = Callable[[str], bool]


def with_formulation(question: str, mention: DrugMention, names: NameBook) -> DrugMention:
    """The mention widened to the formulations said beside it and narrowed to the labels of these;
    the mention itself where none is said, or no held label of the drug is of it."""
    read = mention
    for formulation, numbers, wider in _said_beside(question, mention):
        is_mix = formulation == product_words("formulation")[_MIX]
        own = {*read.label_ids, *(_labels_with_it(mention, names) if is_mix else ())}
        held = _labels_of(formulation, names, numbers)
        labels = tuple(label for label in held if label in own)
        if not labels:
            return mention
        read = replace(wider, label_ids=labels)
    return read


def other_formulation(question: str, mention: DrugMention) -> DrugMention | None:
    """The mention widened to the formulations beside it that its own name does not say; None where
    there are none."""
    own = set(plain_key(f"{mention.name} {mention.asked}").split())
    wider = None
    for _, _, each in _said_beside(question, mention):
        added = set(plain_key(each.asked).split()) - own
        wider = each if added else wider
    return wider


def formulation_of(brand: str | None) -> str:
    """The formulation of a brand that makes it another product than its bare ingredient; "" for
    all others."""
    rows = sorted_table("brand_formulations").rows(plain_key(brand)) if brand else []
    return rows[0][0] if rows else ""


def says_formulation(text: str) -> bool:
    """Whether a text says in which such formulation a drug is."""
    words = f" {' '.join(_APART.split(text.casefold()))} "
    return any(f" {word.replace('-', ' ')} " in words for word in product_words("formulation"))


def _said_beside(
    question: str, mention: DrugMention
) -> Iterator[tuple[str, frozenset[str], DrugMention]]:
    """The formulations said right before a name or right behind it, the nearest first, each with
    the numbers of its mix ("Mix 30", "70/30") and the mention widened to it."""
    before, behind = _patterns()
    words = product_words("formulation")
    while found := (
        before.search(question, 0, mention.start) or behind.match(question, mention.stop)
    ):
        said = "-".join(_APART.split(found["word"].casefold())) if found["word"] else _MIX
        start, stop = min(found.start(), mention.start), max(found.end(), mention.stop)
        asked = question[start:stop].strip()
        start = question.index(asked, start)
        mention = replace(mention, asked=asked, start=start, stop=start + len(asked))
        yield words[said], frozenset(_NUMBER.findall(found[0])), mention


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What says a formulation before a name, and behind it. A number with a unit is a dose."""
    longest = sorted(product_words("formulation"), key=len, reverse=True)
    word = "|".join(r"[\s‐-]+".join(map(re.escape, each.split("-"))) for each in longest)
    units = words_with_role("unit") - words_with_role("no_strength")
    no_unit = rf"(?!\s?(?:{'|'.join(map(re.escape, sorted(units)))})\b)"
    number = r"\d{2}(?:\s?/\s?\d{2})?(?![\w/.,])"
    said = rf"(?:(?P<word>{word})(?:[\s-]?{number}{no_unit})?|{_PARTS}{no_unit})"
    before = rf"(?<![\w-])(?:{_PARTS}\s)?{said}[\s‑–-]$"
    # "cyclosporine (modified)", but no "modified-release".
    behind = rf"(?:[\s‑–-]{{0,2}}|,\s|\s?\((?=[^()]*\))){said}(?:\)|(?!\w|[\s‑–-]release))"
    return re.compile(before, re.I), re.compile(behind, re.I)


def _labels_of(formulation: str, names: NameBook, numbers: frozenset[str]) -> tuple[str, ...]:
    """The held labels of a formulation: by their brand, or by a name that says it, and bears the
    numbers said with it."""
    words = [word for word, means in product_words("formulation").items() if means == formulation]
    rows = read_columns("brand_formulations", "key", "formulation")
    hits = hits_under((key for key, each in rows if each == formulation), names)
    hits += [hit for word in words for hit in names.with_word(word.partition("-")[0])]
    return labels_of(hit for hit in hits if numbers.issubset(_parts_of(hit.name)))


def _parts_of(name: str) -> set[str]:
    """The numbers of a mix, both of its parts: "Mix 30" is of 70/30."""
    said = {int(number) for number in _NUMBER.findall(name)}
    return {str(each) for part in said for each in (part, _WHOLE - part)}


def _labels_with_it(mention: DrugMention, names: NameBook) -> Iterator[str]:
    """The labels of what has the drug in it: a mixed insulin aspart has protamine beside it."""
    words = plain_key(mention.name).split()
    for hit in names.with_word(words[-1]):
        if hit.kind != NameKind.BRAND and set(words).issubset(plain_key(hit.name).split()):
            yield from hit.label_ids


def unstated_salt(question: str, mention: DrugMention, stated: Iterable[str]) -> str | None:
    """The drug with the salt that the question names, where products of several salts of it are
    known and none of the names `stated` bears this one; None else. A name with a part of the salt
    is of it: "disoproxil" of "disoproxil fumarate"."""
    words = name_key(mention.asked).split()
    behind = question[mention.stop :]
    if behind.lstrip()[:1].isalnum():  # no comma between
        words += _leading_salt(name_key(behind).split())
    salt = _leading_salt(words[:0:-1])[::-1]
    drug = words[: len(words) - len(salt)]
    asked = _told_apart().intersection(salt)
    if not asked or us_name(" ".join(drug)) not in _salts_by_drug():
        return None
    for name in stated:
        own = _told_apart().intersection(_salt_behind(name_key(name).split(), drug))
        if own and (asked <= own or own <= asked):
            return None
    return " ".join((*drug, *salt))


def _leading_salt(words: Iterable[str]) -> list[str]:
    return list(takewhile(lambda word: word in name_parts().salts, words))


def _salt_behind(words: Sequence[str], drug: Sequence[str]) -> list[str]:
    """The salt that stands behind a drug in the words of a name, which may be a combination's."""
    for at in range(len(words)):
        if words[at : at + len(drug)] == drug:
            return _leading_salt(words[at + len(drug) :])
    return []


@cache
def _salts_by_drug() -> Mapping[str, tuple[str, ...]]:
    return {row["ingredient"]: split_list(row["salts"]) for row in read_rows("salts_apart")}


@cache
def _told_apart() -> frozenset[str]:
    """The words of all salts that tell products apart: a hydrate does not."""
    return frozenset(w for own in _salts_by_drug().values() for salt in own for w in salt.split())


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
    atorvastatin"), behind it ("Prasugrel Viatris", in brackets, with "by"); None where one of its
    `makers` is named."""
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
    is_name = is_known or not (is_plain(before.key) or _is_slip_for_a_drug(before.key))
    if gap == "-":
        is_capital &= not _is_slip_for_a_drug(before.key)
        return before if is_name or is_capital else None
    return before if gap.isspace() and (is_known or (is_name and is_capital)) else None


def _maker_behind(question: str, mention: DrugMention, is_company: IsCompany) -> Token | None:
    behind = [token for token in tokenize(question) if token.start >= mention.stop]
    of_product = name_parts().forms | words_with_role("before_maker")
    skipped = list(takewhile(lambda token: token.stem in of_product, behind))
    token = next(iter(behind[len(skipped) :]), None)
    if token is None or not _may_be_a_name(token.key):
        return None
    between = question[mention.stop : token.start].split()
    if between == ["("]:
        return token if _is_known(token, is_company) else None
    if len(between) == len(skipped) and token.key in maker_words():  # "Prasugrel Viatris"
        return token
    if not skipped or skipped[-1].key not in words_with_role("by_a_maker"):
        return None
    is_name = token.text[:1].isupper() and not is_plain(token.key)
    return token if is_name or _is_known(token, is_company) else None


def _is_slip_for_a_drug(word: str) -> bool:
    """Whether a word may be a drug that is spelt otherwise: "gliburide-metformin"."""
    return word not in maker_words() and drug_word_near(word) is not None


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
    if len(words) > 1 and tokens[0].key == words[0].key + words[1].key:  # "DirectRx"
        return 1
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
