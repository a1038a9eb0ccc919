"""How well sentences suit the patient that a question tells of, and how they stand by each other.

A sentence is read with its lead-in and the headings above it; a table row also with its columns'.
"""

from collections.abc import Collection, Sequence
from itertools import groupby

from monograph_qa.domain.evidence import Evidence, SectionHead
from monograph_qa.domain.label import FactKind
from monograph_qa.evidence.stems import stems_of
from monograph_qa.pipeline.fitting.measures import (
    fit,
    is_by_weight,
    spans_in,
    width,
    worded_spans_in,
)
from monograph_qa.pipeline.fitting.regimens import DOSES
from monograph_qa.pipeline.fitting.spans import Measure, Span

ORGANS = frozenset({Measure.KIDNEY, Measure.LIVER})
_OF_AGE = 216.0  # months
_FITS, _OPEN, _RULED_OUT = 0, 1, 2

Place = tuple[int, float]
"""Where a sentence stands in its section: what it takes in, and by how narrow a range."""


def suits(asked: Sequence[Span], hits: Sequence[Evidence]) -> list[int]:
    """How well each sentence takes in what is asked (see `fit`), but that a word ("children") fits
    nothing in a section whose numbers all rule it out."""
    fits = [fit(asked, texts_of(each)) if asked else 0 for each in hits]
    best: dict[str, int] = {}
    strict: set[str] = set()
    for each, own in zip(hits, fits, strict=True):
        section = section_of(each)
        best[section] = max(own, best.get(section, own))
        if own < 0:
            strict.add(section)
    return [
        0 if own == 1 and section_of(each) in strict and best[section_of(each)] < 2 else own
        for each, own in zip(hits, fits, strict=True)
    ]


def measures_taken_in(asked: Sequence[Span], evidence: Evidence) -> list[Measure]:
    """The measures of which a sentence takes in what is asked."""
    measures = dict.fromkeys(span.measure for span in asked)
    texts = texts_of(evidence)
    return [m for m in measures if fit([s for s in asked if s.measure is m], texts) > 0]


def is_of_the_organs(asked: Sequence[Span], evidence: Evidence) -> bool:
    """Whether a sentence on dosing is for the very kidney or liver function that is asked about."""
    organs = [span for span in asked if span.measure in ORGANS]
    if not organs or evidence.section is None or DOSES not in evidence.section.line:
        return False
    texts = texts_of(evidence)
    fits = fit(organs, texts) > 0 and fit(asked, texts) > 0
    return fits and not _is_of_other_people(asked, texts)


def place_in_section(asked: Sequence[Span], exactly: Sequence[Span], evidence: Evidence) -> Place:
    """First what a range of its own takes in, the narrowest before the others, last what it rules
    out; `exactly` are the asked ranges that are told by numbers."""
    fact, head = evidence.fact, evidence.section
    if fact is None or head is None or not asked:
        return _OPEN, 0.0
    own = tuple(filter(None, (fact.quote, fact.context)))
    if fit(asked, own) < 0:
        return _RULED_OUT, 0.0
    if _is_of_other_people(asked, own):
        return _OPEN, 0.0
    by_weight = any(each.measure is Measure.WEIGHT for each in exactly) and is_by_weight(fact.quote)
    if by_weight or any(fit([each], own) >= 2 for each in exactly):
        return _FITS, width(exactly, own)
    named = {span for span in asked if span.measure in ORGANS and span not in exactly}
    # Under "Patients on dialysis" all is for them, and stays in its order.
    named = {span for span in named if fit([span], headings_of(head)) <= 0}
    says_so = any(not named.isdisjoint(worded_spans_in(text)) for text in own)
    return (_FITS, 0.0) if says_so else (_OPEN, 0.0)


def _is_of_other_people(asked: Sequence[Span], texts: Sequence[str]) -> bool:
    """Whether a sentence is on children alone, and the question tells of nobody's age."""
    if any(span.measure is Measure.AGE for span in asked):
        return False
    told = ([span for span in spans_in(text) if span.measure is Measure.AGE] for text in texts)
    nearest = next(filter(None, told), [])
    return bool(nearest) and all(span.high <= _OF_AGE for span in nearest)


def telling_rows_first(
    ordered: Sequence[int],
    hits: Sequence[Evidence],
    places: Sequence[Place],
    words: Collection[str],
) -> list[int]:
    """The same order; of neighbouring rows of a section that stand alike, and of what takes in the
    same range there, those whose cells hold more of the stems `words` come first: what heads a
    column tells no row apart."""

    def alike(at: int) -> tuple[str, Place, bool]:
        fact = hits[at].fact
        is_row = fact is not None and fact.kind is FactKind.TABLE_ROW
        return section_of(hits[at]), places[at], is_row or places[at][0] == _FITS

    def lacks(at: int) -> int:
        fact = hits[at].fact
        cells = (cell.partition(":")[2] or cell for cell in (fact.quote if fact else "").split("|"))
        said = " ".join([(fact.context if fact else "") or "", *cells])
        return -len(stems_of(said).intersection(words))

    found: list[int] = []
    for (_, _, is_row), run in groupby(ordered, key=alike):
        found += sorted(run, key=lacks if is_row and words else lambda _: 0)
    return found


def texts_of(evidence: Evidence) -> tuple[str, ...]:
    """A sentence, its lead-in and the headings above it, the nearest first."""
    fact, head = evidence.fact, evidence.section
    if fact is None or head is None:
        return ()
    return (fact.quote, *([fact.context] if fact.context else []), *headings_of(head))


def headings_of(head: SectionHead) -> tuple[str, ...]:
    """The heading of a section and those above it, but for the chapter's, the nearest first."""
    return (head.heading, *reversed(head.heading_path.split(" > ")[1:-1]))


def section_of(evidence: Evidence) -> str:
    """The id of a sentence's section; empty where it has none."""
    return evidence.section.section_id if evidence.section else ""
