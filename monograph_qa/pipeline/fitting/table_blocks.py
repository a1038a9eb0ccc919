"""Rows of a table that only together say something: what happens, what to do and with which drugs,
one below the other under the drug's or the class's own row."""

from collections import Counter
from collections.abc import Iterator, Sequence

from monograph_qa.domain.evidence import Evidence
from monograph_qa.domain.label import FactKind, FactSpan

_LONGEST = 8  # rows of a block


def rows_of_blocks(whole: Sequence[Evidence], kept: set[int]) -> set[int]:
    """The places of all rows of the blocks that a kept row stands in.

    In such a table the first cells say what kind of statement follows, so each stands in several
    blocks ("Clinical Impact", "Intervention"); a row of one cell opens the next block.
    """
    found: set[int] = set()
    for block in _blocks(whole):
        if len(block) <= _LONGEST and not kept.isdisjoint(block):
            found.update(block)
    return found


def _blocks(whole: Sequence[Evidence]) -> Iterator[list[int]]:
    rows = {
        at: e.fact for at, e in enumerate(whole) if e.fact and e.fact.kind is FactKind.TABLE_ROW
    }
    counts = Counter((f.section_id, _first_cell(f)) for f in rows.values() if _first_cell(f))
    block: list[int] = []
    for at, fact in rows.items():
        goes_on = block and at == block[-1] + 1
        if goes_on and counts[fact.section_id, _first_cell(fact)] > 1:
            block.append(at)
            continue
        if len(block) > 1:
            yield block
        block = [] if _first_cell(fact) else [at]
    if len(block) > 1:
        yield block


def _first_cell(fact: FactSpan) -> str:
    """The first of several cells; nothing of a row that is one cell."""
    first, several, _ = fact.quote.partition("|")
    return first.strip(" :") if several else ""
