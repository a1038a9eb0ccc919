"""Whether weights, ages, organ functions and lab values of a label's line include the patient."""

import re
from collections.abc import Collection, Sequence

from monograph_qa.frames.lab_values import cells_of_a_value, spans_under
from monograph_qa.frames.measures import spans_in, telling_spans_in
from monograph_qa.frames.spans import LABS, Measure, Span

_PER_KG = re.compile(
    r"\b(?:mg|mcg|µg|micrograms?|g|ml|units?|iu|mmol|meq)\s?(?:/|per)\s?(?:\d+\s?)?(?:kg|kilogram)\b",
    re.I,
)
_CHANGING = LABS | {Measure.GESTATION}
# One of the two is enough: "younger than 12 years of age or weighing less than 40 kg", "patients
# under 6 years of age or patients with a clearance below 30"; and one of them may be of no number:
# "with an eGFR from 30 to 60, or in patients who will be given intra-arterial contrast".
_EITHER = re.compile(
    r"\bor\s+(?:(?:who\s+)?(?:are\s+)?(?:weigh\w*|with a (?:body )?weight|aged?\b|body weight)"
    r"|(?:in\s+|for\s+)?(?:any\s+|all\s+|\w+ic\s+)?(?:patients|children|infants|adults|those)\s+(?:with|who)\b)",
    re.I,
)


def fit(asked: Sequence[Span], texts: Sequence[str]) -> int:
    """How well texts take in what is asked: 2 for each measure that a number of theirs takes in, 1
    for one that a word does ("children") or an amount for each kilogram; -1 where they rule one of
    them out.

    `texts` go from the sentence outwards to its headings: the nearest that names a measure decides,
    but that a word of it does not outweigh the numbers above it, unless these are of others
    altogether: "adults" under "children of 2 months and more" stands there by its layout alone.
    """
    each = fits(asked, texts).values()
    return -1 if -1 in each else sum(each)


def fits(asked: Sequence[Span], texts: Sequence[str]) -> dict[Measure, int]:
    """How well texts take in what is asked, of each measure by itself (`fit`)."""
    measures = dict.fromkeys(each.measure for each in asked)
    found = {
        measure: _fit_of([each for each in asked if each.measure is measure], measure, texts)
        for measure in measures
    }
    others = len(_EITHER.findall(texts[0])) if -1 in found.values() else 0
    if others and (
        any(worth > 0 for worth in found.values())
        or others >= len({span.measure for span in telling_spans_in(texts[0])})
    ):
        return {measure: worth for measure, worth in found.items() if worth >= 0}
    return found


def _fit_of(own: Sequence[Span], measure: Measure, texts: Sequence[str]) -> int:
    # "Child-Pugh C? and B?" asks for two patients.
    are_apart = not all(one.meets(other) for one in own for other in own)
    found = 0
    nearest: list[Span] = []
    for at, said in enumerate(texts):
        text = condition_cell(said, {measure}) if measure in LABS else said
        named = [each for each in spans_in(text) if each.measure is measure]
        if not named and measure in LABS:
            named = list(spans_under(text, texts[at + 1 :], measure))
        if not all(any(each.meets(other) for each in named) for other in nearest):
            continue
        nearest = nearest or named
        if not named:
            if measure is Measure.WEIGHT and _PER_KG.search(text):
                found = 1
            continue
        exact = measure in LABS or any(e.measure is measure for e in telling_spans_in(text))
        met = [any(each.meets(other) for other in named) for each in own]
        if all(met) or (any(met) and are_apart):
            found = found or (2 if exact else 1)
        elif measure in _CHANGING:
            continue  # "resume above 1,000" is no other patient's, nor is "from week 30 on"
        elif exact or not found:
            return -1
        if exact:
            break
    return found


def condition_cell(row: str, measures: Collection[Measure]) -> str:
    """The first cell of a table's row that tells one of these laboratory values, if need be by the
    name in front of it: it says when the row holds, the cells behind it to what value to wait; the
    row itself where none does."""
    cells = [*cells_of_a_value(row), *row.split("|")]
    return next((c for c in cells if any(s.measure in measures for s in spans_in(c))), row)
