"""Salts and esters of one drug that are other products: diclofenac potassium is dosed otherwise
than the sodium."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import takewhile

from monograph_qa.domain.intent import DrugMention
from monograph_qa.vocabulary.name_keys import name_key, name_parts
from monograph_qa.vocabulary.products import us_name
from monograph_qa.vocabulary.rows import read_rows, split_list


def unstated_salt(question: str, mention: DrugMention, stated: Iterable[str]) -> str | None:
    """The drug with the salt that the question names, where products of several salts of it are
    known and none of the names `stated` bears this one; None else.

    A name with a part of the salt is of it: "disoproxil" of "disoproxil fumarate".
    """
    words = name_key(mention.asked).split()
    behind = question[mention.stop :]
    beside = takewhile(lambda word: word in name_parts().salts, name_key(behind).split())
    if behind.lstrip()[:1].isalnum():  # no comma between
        words += beside
    salt = _salt_at_end(words)
    drug = " ".join(words[: len(words) - len(salt)])
    asked = _told_apart().intersection(salt)
    if not asked or us_name(drug) not in _salts_by_drug():
        return None
    for name in stated:
        own = _told_apart().intersection(_salt_behind(name_key(name).split(), drug.split()))
        if own and (asked <= own or own <= asked):
            return None
    return " ".join((drug, *salt))


def _salt_at_end(words: Sequence[str]) -> list[str]:
    return list(takewhile(lambda word: word in name_parts().salts, reversed(words[1:])))[::-1]


def _salt_behind(words: Sequence[str], drug: Sequence[str]) -> list[str]:
    """The salt that stands behind a drug in the words of a name, which may be a combination's."""
    for at in range(len(words)):
        if list(words[at : at + len(drug)]) == list(drug):
            return list(takewhile(lambda w: w in name_parts().salts, words[at + len(drug) :]))
    return []


@cache
def _salts_by_drug() -> Mapping[str, tuple[str, ...]]:
    return {row["ingredient"]: split_list(row["salts"]) for row in read_rows("salts_apart")}


@cache
def _told_apart() -> frozenset[str]:
    """The words of all salts that tell products apart: a hydrate does not."""
    return frozenset(w for own in _salts_by_drug().values() for salt in own for w in salt.split())
