"""How badly the patient's liver works, as the label itself defines it by a laboratory value:
"moderate hepatic impairment (total bilirubin > 1.5 to 3 × ULN)"."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from monograph_qa.frames.lab_values import lab_spans_in
from monograph_qa.frames.lines import LabelLines
from monograph_qa.frames.measure_words import degree_spans, degree_words
from monograph_qa.frames.spans import Measure, Span

_VALUE = "bilirubin"


def degrees_by_value(spans: Sequence[Span], lines: LabelLines) -> tuple[Span, ...]:
    """The degree of hepatic impairment that the label gives to the patient's bilirubin, which is
    among the `spans`; none where it gives none, or the spans tell of the liver themselves."""
    values = [span for span in spans if span.measure is Measure.BILIRUBIN]
    if not values or any(span.measure is Measure.LIVER for span in spans):
        return ()
    met = [each for each in _defined(lines) if all(map(each[0].meets, values))]
    return (max(met, key=lambda each: each[0].low)[1],) if met else ()


@lru_cache(maxsize=8)  # the labels that a question is asked of
def _defined(lines: LabelLines) -> tuple[tuple[Span, Span], ...]:
    """The ranges of bilirubin by which a label defines degrees of hepatic impairment, with them."""
    found: dict[tuple[Span, Span], None] = {}
    for at in lines.standing(_VALUE):
        for match in _definition().finditer(lines.lines[at].quote):
            degree = degree_spans().get((Measure.LIVER, match["degree"].casefold()))
            read = lab_spans_in(match["said"])
            values = (span for span in read if span.measure is Measure.BILIRUBIN)
            found.update(dict.fromkeys((value, degree) for value in values if degree))
    return tuple(found)


@cache
def _definition() -> re.Pattern[str]:
    degrees = "|".join(degree_words())
    return re.compile(
        rf"\b(?P<degree>{degrees})(?:\s+(?:hepatic|liver)\s+(?:impairment|dysfunction))?\s*"
        r"(?:\(|,?\s*(?:is |was |were )?defined as\s+(?:an? )?|:\s*)"
        rf"(?P<said>[^()]{{0,60}}?{_VALUE}[^()]*)",
        re.I,
    )
