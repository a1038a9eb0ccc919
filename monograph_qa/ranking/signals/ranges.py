"""Whether a sentence is for the patient's age, weight, kidneys or liver, by its own numbers or by
those that stand above it."""

from collections.abc import Iterator

from monograph_qa.frames.measures import fit
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign

_MOST = 3  # what two measures together count for


def range_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` where its range takes the patient in, `excluded` where it rules the patient out."""
    if not asked.spans:
        return
    headings = candidate.line.head.heading_path.split(" > ")
    texts = (candidate.fact.quote, candidate.line.lead_in, *reversed(headings))
    how_well = fit(asked.spans, texts)
    measures = ", ".join(dict.fromkeys(span.measure.value for span in asked.spans))
    if how_well > 0:
        yield Sign("agrees", min(how_well, _MOST) / 2, f"{measures} as asked")
    elif how_well < 0:
        yield Sign("excluded", 1.0, f"other {measures}", excludes=True)
