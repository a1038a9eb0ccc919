"""Sentences beside the one that names a partner or an occasion, which say what happens and what to
do: "Caution is advised when these drugs are combined."

They name nothing themselves, and without them what is named is half a fact.
"""

import re
from collections.abc import Collection, Sequence
from functools import cache

from monograph_qa.domain.evidence import Evidence
from monograph_qa.domain.label import FactKind
from monograph_qa.evidence.stems import words_of
from monograph_qa.intent.lexicon import is_drug_word
from monograph_qa.pipeline.fitting.denials import LIMITING
from monograph_qa.vocabulary.attributes import attributes

_REACH = 3  # sentences before or after
_FEW = 12  # sentences that name the thing; around more, all would be shown
_INTERACTION = "interaction"
_ADVISING = (LIMITING | {"drug_interactions"}) - {"boxed_warning"}
_POINTS_BACK = re.compile(
    r"\b(?:this|these|those|such)\s+(?:\w+\s+)?(?:drugs?|medic\w+|agents?|substances?|compounds?|"
    r"products?|combinations?|interactions?|reactions?|effects?|associations?|inhibitors?|"
    r"inducers?|increases?|decreases?|reductions?|changes?|therap\w+|treatments?)\b|"
    r"\bthe (?:clinical )?(?:relevance|significance|mechanism)\b|"
    r"\bif (?:necessary|needed|concomitant|co-?administ\w+|combined|unavoidable)\b",
    re.I,
)
_TELLS_WHAT_TO_DO = re.compile(
    r"\b(?:should|must|avoid\w*|caution|monitor\w*|closely|consider|recommend\w*|contraindicated|"
    r"reduc\w+ the (?:\w+ ){0,2}dos\w+|separat\w+|hours? (?:before|after))\b",
    re.I,
)


def neighbours(
    pool: Sequence[Evidence], naming: Collection[int], of_class: Collection[str], own: str
) -> set[int]:
    """The places in `pool` of what belongs to the sentences at `naming`.

    `of_class` are the fact_ids that name a class of the thing, `own` the drug of the label: a
    sentence that names yet another drug is about that one.
    """
    found: set[int] = set()
    if len(naming) > _FEW:
        return found
    for at in naming:
        if not _tells_of_use(pool[at]) or _is_row(pool[at]):
            continue
        known = words_of(f"{_quote(pool[at])} {own}")
        found |= _after(pool, at, known)
        found |= _before(pool, at, known, of_class)
    return found


def _after(pool: Sequence[Evidence], at: int, known: Collection[str]) -> set[int]:
    """What goes on right behind, pointing back or telling what to do."""
    found: set[int] = set()
    for here in range(at + 1, min(at + _REACH, len(pool))):
        quote = _quote(pool[here])
        goes_on = _POINTS_BACK.search(quote) or _TELLS_WHAT_TO_DO.search(quote)
        if not goes_on or _is_apart(pool[at], pool[here]) or _names_another(quote, known):
            break
        found.add(here)
    return found


def _before(
    pool: Sequence[Evidence], at: int, known: Collection[str], of_class: Collection[str]
) -> set[int]:
    """What the sentence points back to, and what is told of its class shortly before; there a
    sentence that names yet another drug is about that one."""
    found: set[int] = set()
    here = at
    while _POINTS_BACK.search(_quote(pool[here])) and at - here < _REACH and here:
        here -= 1
        if _is_apart(pool[at], pool[here]):
            break
        found.add(here)
    of_its_class: set[int] = set()
    for here in range(at - 1, max(-1, at - _REACH - 1), -1):
        fact = pool[here].fact
        if fact is None or _is_apart(pool[at], pool[here]) or _names_another(fact.quote, known):
            break
        if fact.fact_id in of_class:
            of_its_class.update(range(here, at))
    return found | of_its_class


def _tells_of_use(evidence: Evidence) -> bool:
    """Whether a sentence stands where it is told how to use the drug, or tells of an interaction
    elsewhere."""
    fact, head = evidence.fact, evidence.section
    is_there = head is not None and not _ADVISING.isdisjoint(head.line)
    return is_there or (fact is not None and not _interactions().isdisjoint(fact.attributes))


@cache
def _interactions() -> frozenset[str]:
    return frozenset(each.key for each in attributes() if each.group == _INTERACTION)


def _names_another(quote: str, known: Collection[str]) -> bool:
    return any(is_drug_word(word) for word in words_of(quote) if word not in known)


def _is_apart(one: Evidence, other: Evidence) -> bool:
    """Whether a sentence stands in another section, or in a table."""
    return one.section != other.section or _is_row(other)


def _is_row(evidence: Evidence) -> bool:
    return evidence.fact is None or evidence.fact.kind is FactKind.TABLE_ROW


def _quote(evidence: Evidence) -> str:
    return evidence.fact.quote if evidence.fact else ""
