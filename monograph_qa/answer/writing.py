"""The port that every writer of answers stands behind, and the writer that is always there.

A writer is shown numbered FactSpans and says which of them stand together, in which order. It is
never asked for words: the quotes are put in from the store, and what the FactSpan invariant demands
is reckoned from the routes' results, so no writer can change or shrink either.
"""

from collections.abc import Sequence
from typing import Protocol

from monograph_qa.domain.answer import Finding
from monograph_qa.domain.evidence import Evidence
from monograph_qa.errors import MonographError
from monograph_qa.frozen import frozen

_MOST_FINDINGS = 40
_MOST_SAID = 20_000  # characters
_CUT = " [the rest was not kept]"

Arrangement = tuple[tuple[int, ...], ...]
"""Groups of numbers of offered FactSpans, in the order in which they are to be shown."""


@frozen
class Offered:
    """One FactSpan that may be quoted: its number, and the sub-question that it was brought for."""

    n: int
    part: int
    evidence: Evidence


@frozen
class Material:
    """What a writer is shown: the question, and what may be quoted, likeliest first.

    `findings` say why the gate refused what it wrote before, when it is asked once more.
    """

    question: str
    offered: tuple[Offered, ...]
    findings: tuple[Finding, ...] = ()


class NotWritten(MonographError):
    """A writer arranged nothing that can be judged. `reason` says why in words of ours.

    With `findings` it said something that must not be shown; without, it said nothing. `said` is
    its free text, for the record. The first 40 findings and 20,000 characters are kept: a model can
    be made to say wrong things without end.
    """

    def __init__(self, reason: str, findings: Sequence[Finding] = (), said: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.findings = tuple(findings[:_MOST_FINDINGS])
        self.said = said if len(said) <= _MOST_SAID else said[:_MOST_SAID] + _CUT


class Writer(Protocol):
    """Arranges what may be quoted. `name` is kept in the audit record."""

    @property
    def name(self) -> str: ...

    def write(self, material: Material) -> Arrangement:
        """Which of the offered numbers to quote, in which groups and order.

        Raises NotWritten.
        """
        ...


class TemplateWriter:
    """Quotes everything, one group a section of a part and tier: the sections in the order offered,
    a line that leans on another ("in these patients") behind that.

    `in_place_of` says why it stands in for a model: it was `unavailable`, or its draft `withheld`.
    """

    def __init__(self, in_place_of: str = "") -> None:
        self.name = f"template (model {in_place_of})" if in_place_of else "template"

    def write(self, material: Material) -> Arrangement:
        sections: dict[tuple[int, str, str], list[Offered]] = {}
        for each in material.offered:
            head = each.evidence.section
            place = (each.part, each.evidence.tier.value, head.section_id if head else "")
            sections.setdefault(place, []).append(each)
        return tuple(tuple(each.n for each in as_read(own)) for own in sections.values())


def as_read(offered: Sequence[Offered]) -> list[Offered]:
    """Lines of one section in order, those that lean on another behind it: "in these patients"."""
    by_id = {o.evidence.fact.fact_id: o for o in offered if o.evidence.fact}
    placed: dict[int, Offered] = {}

    def place(each: Offered) -> None:
        fact = each.evidence.fact
        for need in fact.needs if fact and each.n not in placed else ():
            leant_on = by_id.get(need.fact_id)
            if leant_on is not None and not need.follows and leant_on.n != each.n:
                place(leant_on)
        placed.setdefault(each.n, each)
        for need in fact.needs if fact else ():
            after = by_id.get(need.fact_id)
            if after is not None and need.follows:
                placed.setdefault(after.n, after)

    for each in offered:
        place(each)
    return list(placed.values())
