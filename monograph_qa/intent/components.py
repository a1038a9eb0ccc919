"""Ingredients of combinations: a drug that no label here is of alone, and one has in it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from monograph_qa.domain.intent import DrugMention, NameHit
from monograph_qa.domain.label import NameKind
from monograph_qa.frames.tokens import Token
from monograph_qa.intent.lexicon import is_plain
from monograph_qa.intent.namebook import NameBook
from monograph_qa.intent.unknown import Stranger
from monograph_qa.vocabulary.name_keys import (
    lookup_keys,
    name_key,
    name_parts,
    plain_key,
    without_biosimilar_suffix,
)

_MAKER_AND_NAME = 2  # words: "Civica glargine"
_JOIN = re.compile(r"\s+(?:and|with|plus)\s+|\s*[/+,;&]\s*")


def parts_of(name: str) -> frozenset[str]:
    """The look-up keys of the ingredients that a name lists; none for a name of one."""
    parts = [each for each in _JOIN.split(name) if plain_key(each)]
    return (
        frozenset(key for each in parts for key in lookup_keys(each)) if len(parts) > 1 else _NONE
    )


def is_only_a_part(mention: DrugMention) -> bool:
    """Whether the question asks for one ingredient of the combination that the mention means."""
    return not parts_of(mention.name).isdisjoint(lookup_keys(mention.asked))


def with_combinations(
    question: str,
    tokens: Sequence[Token],
    mentions: Sequence[DrugMention],
    drugs: Sequence[Stranger],
    names: NameBook,
) -> tuple[tuple[DrugMention, ...], tuple[Stranger, ...]]:
    """The mentions and strangers of a question, strangers that a held combination contains as
    mentions of it.

    An ingredient beside the very combination stays a stranger: how they go together is asked.
    """
    kept = [_widened(question, tokens, mention, names) for mention in mentions]
    found: list[DrugMention] = []
    left: list[Stranger] = []
    for drug in drugs:
        meant = _meant_by(question, tokens, drug, names)
        taken = {label for each in (*kept, *found) for label in each.label_ids}
        if meant is not None and taken.isdisjoint(meant.label_ids):
            found.append(meant)
        elif meant is None or parts_of(meant.name):  # "lispro (Humalog)" says one drug twice
            left.append(replace(drug, near=()) if meant else drug)
    named = {word for each in found for word in plain_key(each.name).split()}
    left = [drug for drug in left if plain_key(drug.asked) not in named]  # "insulin" of glargine
    return tuple(sorted([*kept, *found], key=lambda each: each.start)), tuple(left)


def _widened(
    question: str, tokens: Sequence[Token], mention: DrugMention, names: NameBook
) -> DrugMention:
    """The mention, or the combination with the ingredient that the word before it makes of it:
    ethinyl estradiol is not estradiol."""
    start = _start_with_word_before(question, tokens, mention.start)
    meant = None if start is None else _combination(question, start, mention.stop, names)
    return meant or mention


def _meant_by(
    question: str, tokens: Sequence[Token], drug: Stranger, names: NameBook
) -> DrugMention | None:
    """The combination that the library holds with a drug that it does not hold alone."""
    if not drug.sure or drug.is_misspelt:
        return None
    start = _start_with_word_before(question, tokens, drug.start)
    longer = None if start is None else _combination(question, start, drug.stop, names)
    return longer or _shortened(drug, names) or _combination(question, drug.start, drug.stop, names)


def _shortened(drug: Stranger, names: NameBook) -> DrugMention | None:
    """The one substance whose name ends with what is asked for: "glargine" is insulin glargine,
    which no one calls insulin."""
    asked = plain_key(without_biosimilar_suffix(drug.asked)).split()
    if not asked or len(asked) > _MAKER_AND_NAME or asked[-1] in name_parts().salts:
        return None
    hits = [hit for hit in names.with_word(asked[-1]) if _ends_with(hit, asked[-1])]
    if len({name_key(hit.name) for hit in hits}) != 1:
        return None
    labels = tuple(dict.fromkeys(label for hit in hits for label in hit.label_ids))
    return DrugMention(hits[0].name, drug.asked, labels, drug.start, drug.stop)


def _ends_with(hit: NameHit, word: str) -> bool:
    words = plain_key(without_biosimilar_suffix(hit.name)).split()
    is_one = not parts_of(hit.name)
    return hit.kind != NameKind.BRAND and is_one and len(words) > 1 and words[-1] == word


def _start_with_word_before(question: str, tokens: Sequence[Token], start: int) -> int | None:
    """Where the name would begin with the word right before it; None for an everyday word."""
    before = next((token for token in reversed(tokens) if token.stop < start), None)
    if before is None or is_plain(before.key) or question[before.stop : start].strip():
        return None
    return before.start


def _combination(question: str, start: int, stop: int, names: NameBook) -> DrugMention | None:
    hits = _combinations_of(question[start:stop], names)
    labels = tuple(dict.fromkeys(label for hit in hits for label in hit.label_ids))
    return DrugMention(hits[0].name, question[start:stop], labels, start, stop) if hits else None


def _combinations_of(drug: str, names: NameBook) -> list[NameHit]:
    asked = {lookup_keys(drug)[0], lookup_keys(drug)[-1]}
    first = min(asked, key=len).split()[0]
    return [
        hit
        for hit in names.with_word(first)
        if hit.kind != NameKind.BRAND and not parts_of(hit.name).isdisjoint(asked)
    ]


_NONE: frozenset[str] = frozenset()
