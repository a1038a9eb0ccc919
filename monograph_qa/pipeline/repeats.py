"""A sentence that several parts of an answer bring is shown once."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from monograph_qa.domain.evidence import Evidence, RouteResult, Tier
from monograph_qa.ranking import letters_of

_Shown = tuple[str, Tier]
"""The letters of a shown sentence, and its tier."""


def fold_repeats(results: Iterable[RouteResult]) -> list[RouteResult]:
    """The results, a line folded where it was shown in the same tier before, for another label or
    in another part. The lines of a part that shows nothing else stay."""
    first: dict[_Shown, Evidence] = {}
    out: list[RouteResult] = []
    for _, group in groupby(sorted(results, key=lambda e: e.part), key=lambda e: e.part):
        part = list(group)
        before = dict(first)
        folded = [
            replace(result, evidence=tuple(_folded(e, before, first) for e in result.evidence))
            for result in part
        ]
        is_any_new = any(_shown_as(each) for result in folded for each in result.evidence)
        out += folded if is_any_new or not _repeats_its_label(part, before) else part
    return out


def _repeats_its_label(results: Iterable[RouteResult], before: dict[_Shown, Evidence]) -> bool:
    """Whether a part shows a line that was shown before for the same label."""
    lines = ((each, _shown_as(each)) for result in results for each in result.evidence)
    return any(
        before[line].label.label_id == each.label.label_id for each, line in lines if line in before
    )


def _shown_as(evidence: Evidence) -> _Shown | None:
    """A line as it is compared with others; None for what is folded, and for pictures."""
    if evidence.fact is None or evidence.tier is Tier.MORE:
        return None
    return letters_of(evidence.fact.context, evidence.fact.quote), evidence.tier


def _folded(
    evidence: Evidence, before: dict[_Shown, Evidence], first: dict[_Shown, Evidence]
) -> Evidence:
    line = _shown_as(evidence)
    if line is None:
        return evidence
    first.setdefault(line, evidence)
    shown = before.get(line)
    if shown is None:
        return evidence
    is_same = shown.label.label_id == evidence.label.label_id
    why = "shown above" if is_same else f"the same in {shown.label.label_id}"
    return replace(evidence, tier=Tier.MORE, because=(why, *evidence.because))
