"""Drafts with a lie in them, over monographs in memory."""

from collections.abc import Callable
from dataclasses import replace

from hypothesis import strategies as st

from monograph_qa.domain.answer import (
    Draft,
    Finding,
    Quote,
    Source,
)
from monograph_qa.domain.label import Monograph
from monograph_qa.gate.stored import Stored, StoredSpan

# What has changed the meaning of a dose before now: look-alikes, unseen marks, cases, comparators.
_LIES = (
    "аеорсАВЕОСΟοІ\u200b\u200c\u200d\u2060\ufeff\u00ad\u0301\u202e\u00a0\u2009 "
    "0123456789.,<>≤≥=±-–−µμmgMGO0lI1×%"
)


_TWINS = {"a": "а", "e": "е", "o": "о", "c": "с", "p": "р", "µ": "μ", "-": "−", "<": ">", "≥": "≤"}


sentences = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=2, max_size=60
).filter(lambda text: text.strip() == text)


characters = st.one_of(st.sampled_from(_LIES), st.characters(exclude_categories=["Cs"]))


class Kept:
    """The gate's StoredText over monographs in memory."""

    def __init__(self, *monographs: Monograph) -> None:
        self._spans = {
            fact.fact_id: StoredSpan(fact, section, m.label)
            for m in monographs
            for section in m.sections
            for fact in m.facts
            if fact.section_id == section.section_id
        }
        self._images = {image.image_id: image for m in monographs for image in m.images}

    def stored(self, fact_ids: object, image_ids: object) -> Stored:
        return Stored(self._spans, self._images)


def changed_quote(draft: Draft, change: Callable[[Quote], Quote]) -> Draft:
    """The draft with its first line changed."""
    first = draft.groups[0]
    quotes = (change(first.quotes[0]), *first.quotes[1:])
    return replace(draft, groups=(replace(first, quotes=quotes), *draft.groups[1:]))


def changed_source(draft: Draft, change: Callable[[Source], Source]) -> Draft:
    return replace(draft, sources=(change(draft.sources[0]), *draft.sources[1:]))


def names(findings: tuple[Finding, ...]) -> set[str]:
    return {finding.check for finding in findings}


@st.composite
def lies(draw: st.DrawFn, text: str) -> str:
    """`text` with exactly one character inserted, deleted, replaced, or turned to its twin."""
    at = draw(st.integers(0, len(text) - 1))
    how = draw(st.sampled_from(["insert", "append", "delete", "replace", "case", "twin"]))
    other = draw(characters)
    before, here, after = text[:at], text[at], text[at + 1 :]
    changed = {
        "insert": before + other + here + after,
        "append": text + other,
        "delete": before + after,
        "replace": before + other + after,
        "case": before + here.swapcase() + after,
        "twin": before + _TWINS.get(here, other) + after,
    }[how]
    return changed if changed != text else before + after
