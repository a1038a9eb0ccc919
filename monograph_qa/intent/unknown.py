"""Words of a question that must be drugs, though the library holds no such name.

A library answers "no label of X" only when X is surely a drug: a word that everyday and clinical
English do not have, and that is a drug's name elsewhere, ends like one, is close to a held name,
or stands where only a drug's name can stand.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from monograph_qa.domain.intent import DrugMention, KnownName, NameHit
from monograph_qa.frames.tokens import Token
from monograph_qa.intent.elsewhere import KnownSpan, nearest_known
from monograph_qa.intent.lexicon import (
    abbreviations,
    drug_word_near,
    drug_words,
    ends_like_a_plain_word,
    is_drug_word,
    is_plain,
    plain_near,
)
from monograph_qa.intent.namebook import NameBook
from monograph_qa.intent.near import NearNames, near_names
from monograph_qa.intent.position import stands_like_a_drug
from monograph_qa.intent.shorthand import find_long_form
from monograph_qa.vocabulary.name_keys import lookup_keys, name_parts

_SHORTEST_NAME = 4
_UNIT_OR_CODE = re.compile(r"\d.*|[a-z]{1,4}\d+[a-z]?\d*|.*\d{3,}.*")
_GLUED = re.compile(r"[\s\-/]*")
_LISTED = re.compile(r"\s*(?:[,&/+-]|and|or|,\s*(?:and|or))?\s*")
_ACID = "acid"


@dataclass(frozen=True, slots=True)
class Stranger:
    """A word (or words) that is a drug's name, and not a held one. `sure`: from the word itself.

    `known` is what imported tables list under it, or under the name that it may misspell.
    """

    asked: str
    start: int
    stop: int
    near: tuple[NameHit, ...]
    sure: bool
    known: tuple[KnownName, ...] = ()
    is_misspelt: bool = False


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
    known: Sequence[KnownSpan],
    names: NameBook,
) -> Strangers:
    """Drugs the library does not hold, spacing variants of held names, and misspelt plain words.

    `held` are the offsets of the names that the library holds, `known` the names that imported
    tables list besides.
    """
    read = [*held, *((span.start, span.stop) for span in known)]
    open_at = [
        at
        for at, token in enumerate(tokens)
        if not any(start <= token.start < stop for start, stop in read) and _may_be_a_name(token)
    ]
    drugs = [
        Stranger(question[s.start : s.stop], s.start, s.stop, (), True, s.known) for s in known
    ]
    same: list[tuple[int, int, tuple[NameHit, ...]]] = []
    corrected: dict[int, str] = {}
    for at in open_at:
        token = tokens[at]
        near = _nearest(at, tokens, names)
        if near.distance == 0:
            same.append((token.start, token.stop, near.hits))
            continue
        sure = is_drug_word(token.key) or token.key in abbreviations()
        products: tuple[KnownName, ...] = ()
        slips = 0
        if token.key not in drug_words() and token.key not in abbreviations():
            products, slips = nearest_known(token.key, names)
        if not sure:
            plain, drug = plain_near(token.key), drug_word_near(token.key)
            distances = [drug[1]] if drug else []
            distances += [near.distance] if near.hits else []
            distances += [slips] if products else []
            is_name = _is_written_as_a_name(question, tokens, at) and not held
            is_slip = not distances or (plain is not None and plain[1] <= min(distances))
            if plain is not None and is_slip and not is_name:
                corrected[at] = plain[0]
                continue
            sure = bool(near.hits or drug)
        near, products = _nearer(near, products, slips)
        if not sure and (
            ends_like_a_plain_word(token.key)
            or _is_beside(question, token, held)  # a maker's name: "Lupin lisinopril"
            or not stands_like_a_drug(question, tokens, at, alone=not held)
        ):
            continue
        drugs.append(
            Stranger(token.text, token.start, token.stop, near.hits, sure, products, bool(products))
        )
    drugs.sort(key=lambda drug: drug.start)
    certain = [drug for drug in drugs if drug.sure]
    if certain:
        drugs = [d for d in drugs if d.sure or any(_is_listed(question, d, c) for c in certain)]
    return Strangers(_joined(question, tokens, drugs), tuple(same), corrected)


def _is_written_as_a_name(question: str, tokens: Sequence[Token], at: int) -> bool:
    """Whether a capital in mid-sentence says that the word is no slip for a plain one."""
    is_capital = at > 0 and tokens[at].text[0].isupper() and not tokens[at].text.isupper()
    return is_capital and stands_like_a_drug(question, tokens, at, alone=False)


def _nearer(
    near: NearNames, products: tuple[KnownName, ...], slips: int
) -> tuple[NearNames, tuple[KnownName, ...]]:
    """Of held and known names the nearer ones; both where they are equally near."""
    if not products or (near.hits and near.distance < slips):
        return near, ()
    if near.hits and near.distance > slips:
        return NearNames((), slips), products
    held = {key for hit in near.hits for key in lookup_keys(hit.name)}
    return near, tuple(each for each in products if held.isdisjoint(lookup_keys(each.name)))


def _may_be_a_name(token: Token) -> bool:
    if token.key in abbreviations() and not is_plain(token.key):
        return not token.key.isdigit()
    if find_long_form(token) is not None:
        return False
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
            and not (last.near or last.known)
            and not (drug.near or drug.known)
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
            drug = replace(drug, asked=question[drug.start : stop], stop=stop)
        whole.append(drug)
    return tuple(whole)


def is_listed_with(question: str, mention: DrugMention, drug: Stranger) -> bool:
    """Whether a held and an unheld drug stand side by side: "Eliquis and Zorbimax"."""
    return _is_listed(question, mention, drug)


def _is_listed(question: str, one: DrugMention | Stranger, other: Stranger) -> bool:
    left, right = sorted([(one.start, one.stop), (other.start, other.stop)])
    return bool(_LISTED.fullmatch(question[left[1] : right[0]]))


def _is_beside(question: str, token: Token, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether nothing but a space is between the word and one of the spans."""
    gaps = (question[token.stop : start] for start, _ in spans if start >= token.stop)
    after = (question[stop : token.start] for _, stop in spans if stop <= token.start)
    return any(gap.isspace() for gap in (*gaps, *after))
