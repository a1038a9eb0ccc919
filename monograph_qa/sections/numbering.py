"""Which numbered lines are the body's headings: the heaviest run of growing numbers.

Numbers printed on a contents page, in highlights, in lists and in cross-references grow too; the
body's own are told apart by what follows them (text, not the next number), by known words, and by
being one long run. Longest increasing subsequence by weight (Fredman 1975, with weights).
"""

from collections.abc import Mapping, Sequence

from monograph_qa.domain.parsed import Block
from monograph_qa.frozen import frozen
from monograph_qa.sections.headings import Heading
from monograph_qa.sections.meaning import Part
from monograph_qa.sections.zones import words_below

_MOST_GAP = 4  # "5.1" to "5.6" is too far a step for unknown words


@frozen
class Candidate:
    """A numbered heading with the number of words printed between it and the next one."""

    heading: Heading
    words_below: int
    agrees: bool  # the vocabulary knows these words under this number


def numbered_run(
    blocks: Sequence[Block], heads: Mapping[int, Heading], part: Part
) -> list[Heading]:
    """The numbered headings of one part of a label; empty where its numbers are only lists'."""
    candidates = [
        Candidate(h, words_below(blocks, heads, i), part.agrees(h))
        for i, h in sorted(heads.items())
        if h.number
    ]
    run = body_run(candidates)
    known = sum(1 for h in run if h.term is not None)
    chapters = sum(1 for h in run if len(h.number) == 1 and h.term is not None)
    # A few numbered paragraphs are a list; a run with known words is an outline.
    return run if known >= 3 and (chapters >= 2 or known >= 5) else []


def weight(candidate: Candidate) -> float:
    """How much this looks like a heading of the body."""
    heading = candidate.heading
    total = 0.4
    if heading.is_printed_heading:
        total += 1.0
    if heading.term is not None:
        total += 1.0
    if candidate.agrees:
        total += 2.0
    if candidate.words_below >= 5:
        total += 1.0 + min(candidate.words_below, 60) / 60
    if len(heading.number) == 1:
        # "1. Wash your hands." grows as well: a chapter needs known words or the look of one.
        total += 0.5 if (heading.term is not None or heading.caps) else -1.2
    return total


def body_run(candidates: Sequence[Candidate]) -> list[Heading]:
    """The headings of the heaviest run whose numbers grow and whose parents fit."""
    n = len(candidates)
    best = [0.0] * n
    before = [-1] * n
    for i, candidate in enumerate(candidates):
        own = weight(candidate)
        best[i] = own - _start_cost(candidate)
        for j in range(i):
            step = _step_cost(candidates[j].heading.number, candidate)
            if step is None:
                continue
            total = best[j] + own - step
            if total > best[i]:
                best[i], before[i] = total, j
    if not n:
        return []
    at = max(range(n), key=lambda i: (best[i], i))
    run: list[Heading] = []
    while at >= 0:
        run.append(candidates[at].heading)
        at = before[at]
    return run[::-1]


def _start_cost(candidate: Candidate) -> float:
    first = candidate.heading.number
    return 0.0 if first == (1,) else 0.3 * first[0] + 0.4 * (len(first) - 1)


def _step_cost(previous: tuple[int, ...], candidate: Candidate) -> float | None:
    """None where the number does not grow; else what the jump costs."""
    number = candidate.heading.number
    if number <= previous:
        return None
    shared = 0
    while shared < min(len(previous), len(number)) and previous[shared] == number[shared]:
        shared += 1
    if shared == len(previous):  # deeper: 5 -> 5.1, missing levels cost
        missing = len(number) - shared - 1
        gap = number[shared] - 1 + 2 * missing
    else:
        missing = len(number) - shared - 1
        gap = number[shared] - previous[shared] - 1 + sum(n - 1 for n in number[shared + 1 :])
        gap += missing
    if gap > _MOST_GAP and not candidate.agrees:
        return None
    return 0.35 * gap
