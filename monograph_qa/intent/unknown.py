"""Words of a question that must be drugs, though the library holds no such name.

A library answers "no label of X" only when X is surely a drug: a word that everyday and clinical
English do not have, and that is a drug's name elsewhere, ends like one, is close to a held name,
or stands where only a drug's name can stand.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from monograph_qa.domain.intent import DrugMention, NameHit
from monograph_qa.intent.lexicon import (
    abbreviations,
    drug_word_near,
    ends_like_a_plain_word,
    is_drug_word,
    is_plain,
    plain_near,
)
from monograph_qa.intent.namebook import NameBook
from monograph_qa.intent.near import NearNames, near_names
from monograph_qa.intent.position import stands_like_a_drug
from monograph_qa.intent.tokens import Token
from monograph_qa.vocabulary.name_keys import name_parts

_SHORTEST_NAME = 4
_UNIT_OR_CODE = re.compile(r"\d.*|[a-z]{1,4}\d+[a-z]?\d*|.*\d{3,}.*")
_GLUED = re.compile(r"[\s\-/]*")
_LISTED = re.compile(r"\s*(?:[,&/+-]|and|or|,\s*(?:and|or))\s*")
_ACID = "acid"


@dataclass(frozen=True, slots=True)
class Stranger:
    """A word (or words) that is a drug's name, and not a held one. `sure`: from the word itself."""

    asked: str
    start: int
    stop: int
    near: tuple[NameHit, ...]
    sure: bool


@dataclass(frozen=True, slots=True)
class Strangers:
    """What the unheld words of a question turned out to be.

    `same` are hits that differ from a held name in spacing only: (start, stop, hits).
    `corrected` maps token positions to the plain word they misspell.
    """

    drugs: tuple[Stranger, ...]
    same: tuple[tuple[int, int, tuple[NameHit, ...]], ...]
    corrected: dict[int, str]


def find_strangers(
    question: str,
    tokens: Sequence[Token],
    held: Sequence[tuple[int, int]],
    names: NameBook,
) -> Strangers:
    """Drugs the library does not hold, spacing variants of held names, and misspelt plain words.

    `held` are the offsets of the names that the library holds.
    """
    open_at = [
        at
        for at, token in enumerate(tokens)
        if not any(start <= token.start < stop for start, stop in held) and _may_be_a_name(token)
    ]
    known = names.known_elsewhere([tokens[at].key for at in open_at]) if open_at else frozenset()
    drugs: list[Stranger] = []
    same: list[tuple[int, int, tuple[NameHit, ...]]] = []
    corrected: dict[int, str] = {}
    for at in open_at:
        token = tokens[at]
        near = _nearest(at, tokens, names) if token.key not in known else NearNames((), 9)
        if near.distance == 0:
            same.append((token.start, token.stop, near.hits))
            continue
        sure = token.key in known or is_drug_word(token.key) or token.key in abbreviations()
        if not sure:
            plain, drug = plain_near(token.key), drug_word_near(token.key)
            nearest_drug = min(near.distance, drug[1] if drug else near.distance)
            if plain is not None and (not (near.hits or drug) or plain[1] <= nearest_drug):
                corrected[at] = plain[0]
                continue
            sure = bool(near.hits or drug)
        if not sure and (
            ends_like_a_plain_word(token.key)
            or not stands_like_a_drug(question, tokens, at, alone=not held)
        ):
            continue
        drugs.append(Stranger(token.text, token.start, token.stop, near.hits, sure))
    if any(drug.sure for drug in drugs):
        drugs = [drug for drug in drugs if drug.sure]
    return Strangers(_joined(question, tokens, drugs), tuple(same), corrected)


def _may_be_a_name(token: Token) -> bool:
    if token.key in abbreviations() and not is_plain(token.key):
        return not token.key.isdigit()
    return (
        len(token.key) >= _SHORTEST_NAME
        and not _UNIT_OR_CODE.fullmatch(token.key)
        and (not is_plain(token.key) or is_drug_word(token.key))
    )


def _nearest(at: int, tokens: Sequence[Token], names: NameBook) -> NearNames:
    """Names near the word, or near it joined with a neighbour ("level iracetam")."""
    token = tokens[at]
    best = near_names(token.key, names)
    if best.hits or is_drug_word(token.key):
        return best
    joins = []
    if at > 0:
        joins.append(tokens[at - 1].key + token.key)
    if at + 1 < len(tokens):
        joins.append(token.key + tokens[at + 1].key)
    for joined in joins:
        near = near_names(joined, names)
        if near.hits and near.distance:
            best = near
    return best


def _joined(
    question: str, tokens: Sequence[Token], drugs: Sequence[Stranger]
) -> tuple[Stranger, ...]:
    """Neighbouring unheld words as one name: "insulin glargine", "zoledronic acid"."""
    after = {token.start: token for token in tokens}
    parts = name_parts()
    merged: list[Stranger] = []
    for drug in drugs:
        last = merged[-1] if merged else None
        if (
            last is not None
            and not last.near
            and not drug.near
            and _GLUED.fullmatch(question[last.stop : drug.start])
        ):
            merged[-1] = Stranger(
                question[last.start : drug.stop], last.start, drug.stop, (), last.sure or drug.sure
            )
        else:
            merged.append(drug)
    whole = []
    for drug in merged:
        follower = next((t for start, t in sorted(after.items()) if start >= drug.stop), None)
        if (
            follower is not None
            and not question[drug.stop : follower.start].strip()
            and (follower.key == _ACID or follower.key in parts.salts)
        ):
            stop = follower.stop
            drug = Stranger(question[drug.start : stop], drug.start, stop, drug.near, drug.sure)
        whole.append(drug)
    return tuple(whole)


def is_listed_with(question: str, mention: DrugMention, drug: Stranger) -> bool:
    """Whether a held and an unheld drug stand side by side: "Eliquis and Zorbimax"."""
    left, right = sorted([(mention.start, mention.stop), (drug.start, drug.stop)])
    return bool(_LISTED.fullmatch(question[left[1] : right[0]]))
