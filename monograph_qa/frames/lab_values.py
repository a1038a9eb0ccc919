"""Laboratory values as ranges ("ANC 500 to 1000", "ALT over 5 times ULN"), and what a value beyond
its limits is called (sodium 129 is hyponatremia). Words, units and limits are vocabulary:
`lab_values`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from monograph_qa.frames.amounts import THOUSANDS
from monograph_qa.frames.measure_words import bound_patterns, bounds, plain
from monograph_qa.frames.spans import ENDLESS, Measure, Span
from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.question_words import pattern_of_role, words_with_role
from monograph_qa.vocabulary.rows import read_rows, split_list

_OF_NORMAL = "× ULN"
_NUMBER = r"\d+(?:\.\d+)?"
_OPENS, _CLOSES = ("low", "open"), ("high", "open")
_ENDS = ("before2", "before")  # of a range that begins with its upper end
_TOLD_APART = 2  # cells behind the name
_DIGIT, _BEGINS_BOUNDED = re.compile(r"\d"), re.compile(r"[<>≤≥]")
_NO_TIME = r"(?<!\d)(?<!\d\s)"
# As in "hemoglobin levels of", "ALT or AST", "platelet count (cells/mm3):" and "Hb fell to".
_BETWEEN = (
    r"(?:[\s:=)/]|\|\s*(?:[^|:<>≤≥\d]{0,40}:\s*)?(?=[<>≤≥])|\((?=\s?[<>≤≥])|\([^)]*\)|(?:levels?|counts?|values?|concentrations?|percentage|elevations?|of|is|was|were|are|at|now|to|range"
    r"|between|fell|falls?|declines?|declined|down|drop(?:s|ped)?|(?:de|in)crease[sd]?|rose|rises?|risen|c[ao]mes?"
    r"|back|up|has|have|been|still|only|just|today|currently|this morning|reported|results?"
    r"|intervals?|prolongation|prolonged|measured|remains?|and|or)\b"
    r"|[¹²³⁴⁵ᵃᵇᶜᵈ*†‡]|grade \d\b)*"
)
# As in "50 x 10⁹/L", "75,000 cells/mm³", "8 g/dL", "136 µmol/L" and "44k".
_UNIT = (
    r"(?:\s*[x×]\s*10\s?(?:\^?9|⁹|\^?3|³)(?:\s?/\s?[µu]?l)?|\s*(?:cells\s?)?/\s?(?:mm\s?(?:3|³)|(?:[µμu]|mc)?l)"
    r"|\s?%|\s?m(?:illi)?s(?:ec(?:onds?)?)?\b|\s?meq\s?/\s?l\b|\s?mm\s?hg|\s?bpm|\s?beats(?:/|\s?per\s?)min(?:ute)?|\s?m?g/d?l|\s?(?:micro|m|[µμu])?mol(?:/l)?|k\b)?"
)
_OF_CONCENTRATION = re.compile(r"m?g/d?l|m?mol|(?:micro|[µμu])mol")
_FOLD = r"(?:-?\s*fold|[x×]|times)"
_ULN = rf"(?P<uln>\s*{_FOLD}?\s*(?:the\s+)?(?:uln\b|upper limit))?"
# Of a range, where each end is told so: "≥ 3 × and < 5 × ULN".
_TIMES = rf"(?:\s*{_FOLD}\s*(?:the\s+)?(?:uln\b|upper limit(?: of normal)?)?)?"
_OF_A_DOSE = r"(?!\d|\.\d|\s?(?:mg|g|mcg|tab|unit)\w*\b(?!/))"
# "Drops ≥ 10 points from baseline" is no value; what it comes to is told behind it.
_FROM_BASE = (
    r"\s?%?\s*(?:(?:percentage\s+|absolute\s+)?points?\b"
    r"|(?:absolute(?:ly)?\s+)?(?:from|above|below|over)\s+(?:the\s+)?(?:baseline|pre-?\s?treatment))"
)
_AND_MORE = r"(?!(?<=\s)\+)"  # "4x ULN + bilirubin" names two values
_DIFFERENCE = (
    rf"(?:(?:by\s+)?(?:[≥>]|at\s+least|more\s+than)?\s*{_NUMBER}{_FROM_BASE}"
    r"(?:\s+(?:from|below)\s+(?:baseline|pre-?\s?treatment(?:\s+values?)?))?[\s,]*(?:and|or)?\s*(?:to\s+)?)?"
)
# "EF 62% before, today 47%": the later one counts.
_LATER = re.compile(
    r"[^\d.?;]{0,25}?\b(?:now|today|currently|latest|dropped|fell|down|up|rose|risen)\b"
    r"(?:\s+(?:to|at|is|it'?s|only|still|down|up))*[\s:=]*"
    rf"(?P<later>{_NUMBER})(?![\d./]){_OF_A_DOSE}"
    r"(?!\s?(?:days?|weeks?|wks?|months?|hours?|hrs?|[hdwmy]\b|years?|yrs?|y/?o\b|min|kg|lbs?|doses?"
    r"|cycles?|st\b|nd\b|rd\b|th\b|[ap]m\b))"
)
# "Now 78/40": a pressure without its name, too low or too high for a strength of two ingredients.
_PRESSURE = re.compile(
    r"(?<![\d/.-])(?:(?P<low>[6-8]\d)/(?P<below>[3-6]\d)|(?:1[89]|2[0-3])\d/(?:[89]|1[0-4])\d)"
    r"(?![\d/.%]|\s?(?:mg|mcg|g|units?|tab\w*|mix\w*)\b)"
)
_MIX = 100  # percent in all, of the insulins in "70/30"
_ARROW = re.compile(r"(?<=[\d%])\s*(?:-+>|→|>>)\s*(?=\d)")
_THAN = r"(?:(?:(?:greater|more|less) than|at least)\s*)"
_BARE = re.compile(
    rf"\W*{_THAN}?\d[\d.\s<>≤≥=to–-]*(?:and|but|{_THAN}|[<>≤≥\d.\s-])*"
    r"\s*(?:fold|[x×]|times)?\s*(?:the\s)?uln\b"
)


@frozen
class _Lab:
    """One row; `counted_from` is what as much is told in another unit, of which `times` is ours.
    More than `most` is the amount of something that is given: "K 20 mEq"."""

    measure: Measure
    unit: str
    low: float
    low_is: str
    high: float
    high_is: str
    counted_from: float
    times: float
    most: float

    def value(self, number: str, unit: str = "") -> float:
        """A number in our unit: as its own unit says, or else as its size tells."""
        value, of = float(number), _OF_CONCENTRATION.search(unit)
        is_other = value >= self.counted_from
        if of and self.times != 1 and (own := _OF_CONCENTRATION.search(self.unit.casefold())):
            is_other = of.group() != own.group()
        return value * self.times if is_other else value


@lru_cache(maxsize=4096)
def lab_spans_in(text: str) -> tuple[Span, ...]:
    """The ranges of laboratory values that a question, a sentence or a table's row names."""
    texts = (text, *_cells_of_a_value(text))
    return tuple(dict.fromkeys(_span(lab, match) for each in texts for lab, match in _found(each)))


def well_values(question: str) -> tuple[Span, ...]:
    """The laboratory values that a question calls normal, as multiples of their limit: who says
    "bili normal" is at or below it."""
    folded = question.casefold()
    said = (match.group() for match in may_be_lab().finditer(folded))
    labs = (_labs()[name] for name in dict.fromkeys(said) if is_well(name, folded))
    return tuple(Span(lab.measure, 0.0, 1.0) for lab in labs if lab.unit == _OF_NORMAL)


def is_well(said: str, folded: str) -> bool:
    """Whether a laboratory value is said to be normal: "LFTs fine", not the question "QTc ok?"."""
    if not may_be_lab().fullmatch(said):
        return False
    well = pattern_of_role("well")
    behind = rf"\b{re.escape(said)}\W{{1,2}}(?:(?:is|are|was|were|all)\W)?{well}\b(?!\s*\?)"
    return re.search(rf"{behind}|\b{well}\s{re.escape(said)}\b", folded) is not None


def _cells_of_a_value(row: str) -> Iterator[str]:
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


def spans_of_heading(text: str, above: Sequence[str], measure: Measure) -> tuple[Span, ...]:
    """The ranges of a text that begins with multiples of the limit of normal and names nothing, as
    the texts above it name it: "> 5 and ≤ 8 x ULN: stop" under "ALT elevations"."""
    if "|" in text:  # "Levels: greater than 3 but less than 5 times ULN | May continue"
        text = text.partition("|")[0].rpartition(":")[2]
    if lab_units().get(measure) != _OF_NORMAL or not _BARE.match(text.casefold()):
        return ()
    names = (name[0] for each in above for name in may_be_lab().finditer(each.casefold()))
    name = next((name for name in names if _labs()[name].measure is measure), None)
    return lab_spans_in(f"{name} {text}") if name else ()


def with_latest(question: str) -> str:
    """The question in small letters; of a value given twice, only the latest."""
    folded = _ARROW.sub(" now ", THOUSANDS.sub("", question.casefold()))
    for _, match in reversed(list(_found(folded))):
        later = _LATER.match(folded, match.end())
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

    return tuple((typed(m.start()), typed(m.end())) for _, m in _found(question))


def conditions_of_values(question: str) -> tuple[str, ...]:
    """What the question's laboratory values, or their grades of toxicity, are called."""
    names: dict[str, None] = {}
    for lab, match in _found(with_latest(_PRESSURE.sub(_named_pressure, question))):
        span = _span(lab, match)
        if span.low != span.high:
            continue
        if lab.low and span.low < lab.low:
            names[lab.low_is] = None
        elif lab.high and span.low > lab.high:
            names[lab.high_is] = None
    for match in _graded().finditer(question.casefold()):
        lab = _labs()[plain(match["name"] or match["behind"])]
        if (lab.low_is == "") != (lab.high_is == ""):  # sodium may be too low or too high
            names[lab.low_is or lab.high_is] = None
    return tuple(names)


@cache
def _graded() -> re.Pattern[str]:
    """Where a value is told by its grade of toxicity: "ALT grade 3", "G4 ANC"."""
    grade, names = r"(?:grade|gr|g)[\s.]?[1-5]\b", _names(_labs())
    return re.compile(
        rf"(?<![a-z])(?:(?P<name>{names})\s+(?:was|is|now|of)?\s*{grade}"
        rf"|{grade}\s+(?P<behind>{names})(?![a-z]))"
    )


def _named_pressure(match: re.Match[str]) -> str:
    is_mix = match["low"] and int(match["low"]) + int(match["below"]) == _MIX
    return match.group() if is_mix else f"bp {match.group()}"


def _found(text: str) -> Iterator[tuple[_Lab, re.Match[str]]]:
    folded = THOUSANDS.sub("", text.casefold())
    for match in _pattern().finditer(folded) if _may_be_value().search(folded) else ():
        lab = _by_name()[plain(match["name"]).replace("aemi", "emi")]
        if match["name"] not in _labs() and not _is_bounded(lab, match):
            continue
        is_counted = lab.unit != _OF_NORMAL or float(match["first"]) >= lab.counted_from
        if is_counted != bool(match["uln"]) and _first(lab, match) <= lab.most:
            yield lab, match


def _is_bounded(lab: _Lab, match: re.Match[str]) -> bool:
    """Whether a condition is said with the bound of its value, and not with how often it is seen:
    "neutropenia < 500/mm³", but "neutropenia 12 (8%)"."""
    bound = match["before"] or match["second"] or match["follows"]
    unit = (match["unit"] or match["unit2"] or match["uln"] or "").strip()
    return bool(bound and unit) and (unit == "%") == (lab.unit == "%")


def _first(lab: _Lab, match: re.Match[str]) -> float:
    """The value, or that with which a range begins: of "60 to 70 mg/dL" one unit is of both."""
    return lab.value(match["first"], match["unit"] or match["unit2"] or "")


def _span(lab: _Lab, match: re.Match[str]) -> Span:
    first = _first(lab, match)
    if match["second"]:
        ends = [bounds()[plain(match[each])][1] for each in ("joins", "before2") if match[each]]
        is_open = "open" in ends
        opens = bool(match["before"]) and bounds()[plain(match["before"])] == _OPENS
        second = lab.value(match["second"], match["unit2"] or match["unit"])
        if second < first:  # "below 1.0 but at least 0.7"
            lower, upper = (match[each] and bounds()[plain(match[each])] for each in _ENDS)
            return Span(lab.measure, second, first, lower == _OPENS, upper == _CLOSES)
        return Span(lab.measure, first, second, opens, is_open)
    bound = match["before"] or match["follows"]
    if not bound:
        return Span(lab.measure, first, first)
    side, end = bounds()[plain(bound)]
    is_open = end == "open"
    if side == "low":
        return Span(lab.measure, first, ENDLESS, opens=is_open)
    return Span(lab.measure, 0.0, first, closes=is_open)


@cache
def lab_units() -> dict[Measure, str]:
    """The unit in which each laboratory value is kept here."""
    return {lab.measure: lab.unit for lab in _labs().values()}


@cache
def may_be_lab() -> re.Pattern[str]:
    """What stands in every text that tells of a laboratory value."""
    return _any_of(_labs())


def _names(named: Iterable[str]) -> str:
    """The names; behind a number "hr" is a unit of time and no heart rate."""
    units = words_with_role("unit")
    names = sorted(named, key=len, reverse=True)
    return "|".join(
        rf"{_NO_TIME if name in units else ''}{re.escape(name).replace('emi', 'a?emi')}"
        for name in names
    )


def _any_of(named: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z])(?:{_names(named)})(?![a-z])")


@cache
def _may_be_value() -> re.Pattern[str]:
    return _any_of(_by_name())


@cache
def _by_name() -> dict[str, _Lab]:
    """Laboratory values by their names and by those of their disorders: "neutropenia below 500"."""
    called = {
        name: lab
        for lab in _labs().values()
        for name in (lab.low_is, lab.high_is)
        if name and lab.measure is not Measure.CREATININE  # a clearance tells renal impairment
    }
    return {**called, **_labs()}


@cache
def _labs() -> dict[str, _Lab]:
    """The laboratory values by each of their names."""
    return {
        name: _Lab(
            Measure(row["measure"]),
            row["unit"],
            float(row["low"] or 0),
            row["low_is"],
            float(row["high"] or 0),
            row["high_is"],
            float(row["counted_from"] or ENDLESS),
            float(row["times"] or 1),
            float(row["most"] or ENDLESS),
        )
        for row in read_rows("lab_values")
        for name in split_list(row["names"])
    }


@cache
def _pattern() -> re.Pattern[str]:
    before, behind, between = bound_patterns()
    return re.compile(
        rf"(?<![a-z])(?P<name>{_names(_by_name())})(?![a-z]){_BETWEEN}"
        rf"{_DIFFERENCE}"
        rf"(?P<before>{before})?\s*(?P<first>{_NUMBER})(?!{_UNIT}{_FROM_BASE}){_OF_A_DOSE}"
        rf"(?P<unit>{_UNIT})"
        rf"(?:{_TIMES}\s*(?P<joins>{between})\s*(?P<before2>{before})?\s*"
        rf"(?P<second>{_NUMBER}){_OF_A_DOSE}(?P<unit2>{_UNIT}))?"
        rf"{_ULN}(?:\s*{_AND_MORE}(?P<follows>{behind})(?!\s+than))?"
    )
