"""Sentences on inhibitors and inducers by strength: what a label says of strong ones is not said of
a moderate one, and comes after what is."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache

from monograph_qa.domain.evidence import Evidence, RouteResult
from monograph_qa.evidence import LabelRows
from monograph_qa.intent.drug_classes import DrugClass, strengths
from monograph_qa.intent.particulars import Particular

_BETWEEN = 6  # words at most between a strength and what it is the strength of
_OTHER, _UNTOLD, _OWN = range(3)
_STEP = 100.0  # more than all that puts sections in order otherwise


def put_own_strength_first(
    results: Sequence[RouteResult],
    asked: Sequence[Particular],
    rows: LabelRows,
    naming: Collection[str],
) -> tuple[list[RouteResult], str]:
    """The same results, with scores by which sections on the strength that our vocabulary lists a
    drug under come first; and a line on the others, where there are any.

    Sentences of `naming` name the drug itself: whatever strength the label gives it, it is meant.
    """
    told: dict[str, int] = {}
    of_others: dict[str, None] = {}
    own_words = dict[str, None]()
    for each in (c for p in asked for c in p.classes if c.strength and c.terms):
        ids = rows.ids_saying(each.terms)
        for e in (e for r in results for e in r.evidence if e.fact and not e.aside):
            if e.fact and e.fact.fact_id in ids:
                said = _strengths_said(e, each)
                is_own = bool(said & set(each.strength)) or (said and e.fact.fact_id in naming)
                rank = _UNTOLD if not said else _OWN if is_own else _OTHER
                told[e.fact.fact_id] = max(rank, told.get(e.fact.fact_id, _OTHER))
                own_words[each.strength[0]] = None
                if rank == _OTHER:
                    of_others.update(dict.fromkeys(sorted(said)))
    if _OTHER not in told.values():
        return list(results), ""
    best: dict[str, int] = {}
    for e in (e for r in results for e in r.evidence if e.fact and e.fact.fact_id in told):
        if e.fact:
            section = e.fact.section_id
            best[section] = max(told[e.fact.fact_id], best.get(section, _OTHER))
    ordered = [replace(r, evidence=tuple(_scored(e, best) for e in r.evidence)) for r in results]
    own, others = " or ".join(own_words), " or ".join(w for w in of_others if w not in own_words)
    if _OWN in told.values():
        return ordered, f"First is what speaks of {own} ones; what speaks of {others} ones follows."
    return ordered, f"What it says of {others} ones it does not say of {own} ones."


def _scored(evidence: Evidence, best: dict[str, int]) -> Evidence:
    section = evidence.fact.section_id if evidence.fact else ""
    return replace(evidence, score=evidence.score + _STEP * best.get(section, _UNTOLD))


def _strengths_said(evidence: Evidence, listed: DrugClass) -> set[str]:
    """The strengths that the sentence names, or else its lead-in, or else its heading."""
    fact, head = evidence.fact, evidence.section
    if fact is None or head is None:
        return set()
    pattern = _pattern(tuple(dict.fromkeys(term[-1] for term in listed.terms)))
    for text in (fact.quote, fact.context or "", head.heading):
        found = {m.casefold() for m in pattern.findall(text)}
        if found:
            return found
    return set()


@lru_cache(maxsize=64)
def _pattern(acting: tuple[str, ...]) -> re.Pattern[str]:
    """A strength with what acts so strongly close behind: "moderate or strong CYP3A inhibitor"."""
    words = "|".join(sorted(strengths()))
    acts = "|".join(re.escape(word.rstrip("*")) for word in acting)
    return re.compile(rf"\b({words})\b(?=(?:\W+\w+){{0,{_BETWEEN}}}?\W+(?:{acts}))", re.I)
