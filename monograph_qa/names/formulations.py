"""Drugs that another formulation or salt makes another product: liposomal amikacin is Arikayce and
no other amikacin, and diclofenac potassium is dosed otherwise than the sodium."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import takewhile

from monograph_qa.domain.intent import DrugMention
from monograph_qa.domain.label import NameKind
from monograph_qa.names.namebook import NameBook
from monograph_qa.vocabulary.name_keys import name_key, name_parts, plain_key
from monograph_qa.vocabulary.products import product_words, us_name
from monograph_qa.vocabulary.question_words import words_with_role
from monograph_qa.vocabulary.rows import read_columns, read_rows, sorted_table, split_list

_APART = re.compile(r"[\s‐-]+")
_NUMBER = re.compile(r"\d+")
_WHOLE = 100  # percent
# The parts of a mixed insulin: "70/30" says what "mix" does.
_PARTS = "|".join(rf"\b{one}\s?/\s?{_WHOLE - one}(?![\d/])" for one in range(10, 95, 5))
_PARTS = f"(?:{_PARTS})"
_MIX = "mix"


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


def _labels_of(formulation: str, names: NameBook, numbers: frozenset[str]) -> Mapping[str, None]:
    """The held labels of a formulation: by their brand, or by a name that says it, and bears the
    numbers said with it."""
    words = [word for word, means in product_words("formulation").items() if means == formulation]
    hits = [hit for held in names.find(_brands_of(formulation)).values() for hit in held]
    hits += [hit for word in words for hit in names.with_word(word.partition("-")[0])]
    bear = (hit for hit in hits if numbers.issubset(_parts_of(hit.name)))
    return dict.fromkeys(label for hit in bear for label in hit.label_ids)


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


@cache
def _brands_of(formulation: str) -> Sequence[str]:
    rows = read_columns("brand_formulations", "key", "formulation")
    return [key for key, each in rows if each == formulation]


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
