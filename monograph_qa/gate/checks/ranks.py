"""Every line says what it is to the question, and the ranks count them in the order shown."""

from collections.abc import Iterator

from monograph_qa.domain.answer import Draft, Finding
from monograph_qa.domain.evidence import Tier
from monograph_qa.gate.differences import has_unseen
from monograph_qa.gate.naming import iter_lines
from monograph_qa.gate.stored import Stored


def check_ranks(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Findings: `misranked` (no such tier, another tier than its group's first line, or a rank that
    is not the line's place), `invisible` (a reason holds characters that cannot be seen)."""
    for at, (name, group, quote) in enumerate(iter_lines(draft), 1):
        if not isinstance(quote.tier, Tier):
            yield Finding("misranked", name, "there is no such tier")
        elif quote.tier is not group.quotes[0].tier:
            yield Finding("misranked", name, "its group is of another tier")
        if type(quote.rank) is not int or quote.rank not in (0, at):
            yield Finding("misranked", name, "its rank is not its place")
        if any(has_unseen(why, "") for why in quote.because):
            yield Finding("invisible", name, "a reason holds characters that cannot be seen")
