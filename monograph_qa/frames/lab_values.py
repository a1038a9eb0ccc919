"""Laboratory values as ranges ("ANC 500 to 1000", "ALT over 5 times ULN"), and what a value beyond
its limits is called (sodium 129 is hyponatremia)."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from monograph_qa.frames.amounts import THOUSANDS
from monograph_qa.frames.lab_words import (
    NUMBER,
    OF_A_DOSE,
    OF_NORMAL,
    found_values,
    lab_units,
    labs,
    may_be_lab,
    multiples_in,
    names_pattern,
    span_of,
    tells_limit,
)
from monograph_qa.frames.measure_words import plain
from monograph_qa.frames.spans import Measure, Span
from monograph_qa.vocabulary.question_words import pattern_of_role

_TOLD_APART = 2  # cells behind the name
_DIGIT, _BEGINS_BOUNDED = re.compile(r"\d"), re.compile(r"[<>≤≥]")
_NO_TIME = (
    r"(?!\s?(?:days?|weeks?|wks?|months?|hours?|hrs?|[hdwmy]\b|years?|yrs?|y/?o\b|min|kg|lbs?|doses?"
    r"|cycles?|st\b|nd\b|rd\b|th\b|[ap]m\b))"
)
# "EF 62% before, today 47%": the later one counts.
_LATER = re.compile(
    r"[^\d.?;]{0,25}?\b(?:now|today|currently|latest|dropped|fell|down|up|rose|risen)\b"
    r"(?:\s+(?:to|at|is|it'?s|only|still|down|up))*[\s:=]*"
    rf"(?P<later>{NUMBER})(?![\d./]){OF_A_DOSE}{_NO_TIME}"
)
# "Platelets 180 last week, 60 today"
_TODAY = re.compile(
    rf"[^\d.?;]{{1,25}}?(?P<later>{NUMBER})(?![\d./]){OF_A_DOSE}{_NO_TIME}\s?(?:%|[a-z/]{{1,6}})?"
    r"\s(?:today|now|currently|this (?:morning|week))\b"
)
# "Now 78/40": a pressure without its name, too low or too high for a strength of two ingredients.
_PRESSURE = re.compile(
    r"(?<![\d/.-])(?:(?P<low>[6-8]\d)/(?P<below>[3-6]\d)|(?:1[89]|2[0-3])\d/(?:[89]|1[0-4])\d)"
    r"(?![\d/.%]|\s?(?:mg|mcg|g|units?|tab\w*|mix\w*)\b)"
)
_MIX = 100  # percent in all, of the insulins in "70/30"
_ARROW = re.compile(r"(?<=[\d%])\s*(?:-+>|→|>>)\s*(?=\d)")
_CHANGED = re.compile(rf"\bfrom {NUMBER}\s?(?:%|[a-z]{{1,4}}(?:/[a-z]{{1,3}})?)? to (?=\d)")


@lru_cache(maxsize=4096)
def lab_spans_in(text: str) -> tuple[Span, ...]:
    """The ranges of laboratory values that a question, a sentence or a table's row names."""
    found = [each for said in (text, *cells_of_a_value(text)) for each in found_values(said)]
    return tuple(dict.fromkeys(span_of(*each) for each in (*found, *multiples_in(text))))


def well_values(question: str) -> tuple[Span, ...]:
    """The laboratory values that a question calls normal, as multiples of their limit: who says
    "bili normal" is at or below it."""
    folded = question.casefold()
    said = (match.group() for match in may_be_lab().finditer(folded))
    named = (labs()[name] for name in dict.fromkeys(said) if is_well(name, folded))
    return tuple(Span(lab.measure, 0.0, 1.0) for lab in named if lab.unit == OF_NORMAL)


def is_well(said: str, folded: str) -> bool:
    """Whether a laboratory value is said to be normal: "LFTs fine", not the question "QTc ok?"."""
    if not may_be_lab().fullmatch(said):
        return False
    well = pattern_of_role("well")
    behind = rf"\b{re.escape(said)}\W{{1,2}}(?:(?:is|are|was|were|all)\W)?{well}\b(?!\s*\?)"
    return re.search(rf"{behind}|\b{well}\s{re.escape(said)}\b", folded) is not None


def cells_of_a_value(row: str) -> Iterator[str]:
    """The cells of a row whose first one names a laboratory value, each behind that name: of
    "Platelets | Interrupt: ≥ 10 and < 100 | Discontinue: < 10" both tell platelets."""
    first, *cells = row.split("|")
    name = first.rpartition(":")[2].strip()
    if len(cells) < _TOLD_APART or _DIGIT.search(name) or not may_be_lab().search(name.casefold()):
        return
    for cell in cells:
        said = cell.rpartition(":")[2].strip()
        if _BEGINS_BOUNDED.match(said):
            yield f"{name} {said}"


def spans_under(text: str, above: Sequence[str], measure: Measure) -> tuple[Span, ...]:
    """The ranges of a text that tells multiples of the limit of normal and names nothing, as the
    nearest of the texts above it names them: "> 5 and ≤ 8 x ULN: stop" under "ALT elevations"."""
    row = text.partition("|")[0]  # the cells behind it say to what value to wait
    is_of_limit = lab_units().get(measure) == OF_NORMAL and tells_limit(row)
    if not is_of_limit or may_be_lab().search(text.casefold()):
        return ()
    names = (name[0] for each in above for name in may_be_lab().finditer(each.casefold()))
    name = next((name for name in names if labs()[name].measure is measure), None)
    return tuple(span_of(*each) for each in multiples_in(row, [name] if name else ()))


def with_latest(question: str) -> str:
    """The question in small letters; of a value given twice, only the latest."""
    folded = _CHANGED.sub("now ", THOUSANDS.sub("", question.casefold()))
    folded = _ARROW.sub(" now ", folded)
    for _, match in reversed(list(found_values(folded))):
        later = _LATER.match(folded, match.end()) or _TODAY.match(folded, match.end())
        if later is None or match["second"] or may_be_lab().search(later.group()):
            continue  # or it is the value of something else
        folded = folded[: match.start("first")] + later["later"] + folded[later.end() :]
    return folded


def lab_places(question: str) -> tuple[tuple[int, int], ...]:
    """The stretches in which a question tells of laboratory values, each with its name and number.

    A mark between thousands ("88,000") is left out where they are read: what comes behind it is
    counted from there.
    """
    marks = [each.start() for each in THOUSANDS.finditer(question)]

    def typed(at: int) -> int:
        return at + sum(mark - n < at for n, mark in enumerate(marks))

    return tuple((typed(m.start()), typed(m.end())) for _, m in found_values(question))


def conditions_of_values(question: str) -> tuple[str, ...]:
    """What the question's laboratory values, or their grades of toxicity, are called."""
    names: dict[str, None] = {}
    for lab, match in found_values(with_latest(_PRESSURE.sub(_named_pressure, question))):
        span = span_of(lab, match)
        if span.low != span.high:
            continue
        if lab.low and span.low < lab.low:
            names[lab.low_is] = None
        elif lab.high and span.low > lab.high:
            names[lab.high_is] = None
    for match in _graded().finditer(question.casefold()):
        lab = labs()[plain(match["name"] or match["behind"])]
        if (lab.low_is == "") != (lab.high_is == ""):  # sodium may be too low or too high
            names[lab.low_is or lab.high_is] = None
    return tuple(names)


@cache
def _graded() -> re.Pattern[str]:
    """Where a value is told by its grade of toxicity: "ALT grade 3", "G4 ANC"."""
    grade, names = r"(?:grade|gr|g)[\s.]?[1-5]\b", names_pattern(labs())
    return re.compile(
        rf"(?<![a-z])(?:(?P<name>{names})\s+(?:was|is|now|of)?\s*{grade}"
        rf"|{grade}\s+(?P<behind>{names})(?![a-z]))"
    )


def _named_pressure(match: re.Match[str]) -> str:
    is_mix = match["low"] and int(match["low"]) + int(match["below"]) == _MIX
    return match.group() if is_mix else f"bp {match.group()}"
