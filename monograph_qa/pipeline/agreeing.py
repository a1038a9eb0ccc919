"""What several labels, or several parts of a question, are shown to say alike is shown once, where
it is said first; what differs stands under each."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from monograph_qa.domain.evidence import Evidence, RouteResult, Tier
from monograph_qa.ranking import letters_of

_First = dict[tuple[str, Tier], Evidence]


def said_once(results: Iterable[RouteResult]) -> list[RouteResult]:
    """The results with each line folded that was shown in the same tier before, for another label
    or in another part. Of a part that says nothing else the lines stay."""
    first: _First = {}
    out: list[RouteResult] = []
    for _, group in groupby(sorted(results, key=lambda e: e.part), key=lambda e: e.part):
        own = list(group)
        before = dict(first)
        told = [
            replace(result, evidence=tuple(_folded(e, before, first) for e in result.evidence))
            for result in own
        ]
        out += told if _are_shown(told) or not _are_of_one_label(own, before) else own
    return out


def _are_shown(results: Iterable[RouteResult]) -> bool:
    return any(_said(each) for result in results for each in result.evidence)


def _are_of_one_label(results: Iterable[RouteResult], before: _First) -> bool:
    """Whether what a part shows was shown before of the very label."""
    lines = ((each, _said(each)) for result in results for each in result.evidence)
    return any(
        before[said].label.label_id == each.label.label_id for each, said in lines if said in before
    )


def _said(evidence: Evidence) -> tuple[str, Tier] | None:
    """The letters and the tier of a shown sentence; None for what is folded, and for pictures."""
    if evidence.fact is None or evidence.tier is Tier.MORE:
        return None
    return letters_of(evidence.fact.context, evidence.fact.quote), evidence.tier


def _folded(evidence: Evidence, before: _First, first: _First) -> Evidence:
    said = _said(evidence)
    if said is None:
        return evidence
    first.setdefault(said, evidence)
    shown = before.get(said)
    if shown is None:
        return evidence
    is_same = shown.label.label_id == evidence.label.label_id
    why = "shown above" if is_same else f"the same in {shown.label.label_id}"
    return replace(evidence, tier=Tier.MORE, because=(why, *evidence.because))
