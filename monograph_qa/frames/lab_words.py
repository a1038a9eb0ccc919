"""The laboratory values of the vocabulary (`lab_values`), and where they stand in a text with a
number or a range."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from monograph_qa.frames.amounts import THOUSANDS
from monograph_qa.frames.measure_words import bound_patterns, bounds, figures, plain
from monograph_qa.frames.spans import ENDLESS, Measure, Span
from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.question_words import words_with_role
from monograph_qa.vocabulary.rows import read_rows, split_list

OF_NORMAL = "× ULN"
NUMBER = r"\d+(?:\.\d+)?"
_OPENS, _CLOSES = ("low", "open"), ("high", "open")
_ENDS = ("before2", "before")  # of a range that begins with its upper end
_NO_TIME = r"(?<!\d)(?<!\d\s)"
# As in "hemoglobin levels of", "ALT or AST", "platelet count (cells/mm3):" and "Hb fell to".
_BETWEEN = (
    r"(?:[x×]\s*10\s?(?:\^?9|⁹|\^?3|³)\s?/\s?[µμu]?l|[\s:=)/]|\|\s*(?:[^|:<>≤≥\d]{0,40}:\s*)?(?=[<>≤≥])|\((?=\s?[<>≤≥])|\([^)]*\)|(?:levels?|counts?|values?|concentrations?|percentage|elevations?|of|is|was|were|are|at|now|to|range"
    r"|between|fell|falls?|declines?|declined|down|drop(?:s|ped)?|(?:de|in)crease[sd]?|rose|rises?|risen|c[ao]mes?"
    r"|back|up|went|changed|has|have|been|still|only|just|today|currently|this morning|reported"
    r"|results?"
    r"|intervals?|prolongation|prolonged|measured|remains?|and|or)\b"
    r"|[¹²³⁴⁵ᵃᵇᶜᵈ*†‡]|grade \d\b)*"
)
# As in "50 x 10⁹/L", "75,000 cells/mm³", "8 g/dL", "136 µmol/L" and "44k".
_UNIT = (
    r"(?:\s*[x×]\s*10\s?(?:\^?9|⁹|\^?3|³)(?:\s?/\s?[µu]?l)?|\s*(?:cells\s?)?/\s?(?:mm\s?(?:3|³)|(?:[µμu]|mc)?l)"
    r"|\s?%|\s?m(?:illi)?s(?:ec(?:onds?)?)?\b|\s?meq\s?/\s?l\b|\s?mm\s?hg|\s?bpm|\s?beats(?:/|\s?per\s?)min(?:ute)?|\s?m?g/d?l|\s?(?:micro|m|[µμu])?mol(?:/l)?|k\b)?"
)
_FOLD = r"(?:-?\s*fold|[x×]|times)"
_NORMAL = r"(?:uln\b|upper (?:normal )?limit|normal upper|(?<!\d )(?:above\s+)?normal\b)"
_LIMIT = re.compile(rf"\d[^a-z]*{_FOLD}?\s*(?:the\s+)?{_NORMAL}")
_OF_LIMIT = re.compile(r"uln|limit|normal", re.I)
_ONCE = re.compile(
    r"(?<!\d)((?:^|[\s([])[<>≤≥]|\bthan|\babove|\bbelow|\bover|\bexceed(?:s|ing)?|\bequal to)"
    r"\s*(?:the )?(?=uln\b|upper limit of)"
)
_BARE = re.compile(r"(?<![\w.])\.(?=\d)")
_FRENCH = re.compile(r"(?<=\d) à (?=[<≤]?\s?\d)")  # left in a table that is a translation
_TWICE = re.compile(r"\btwice(?= (?:the )?u)")
_SOON = re.compile(r"[^.,;|\d]{0,40}")  # ahead of a name that stands behind its value
_OF_CONCENTRATION = re.compile(r"m?g/d?l|m?mol|(?:micro|[µμu])mol")
# "ALT 5x" is a multiple of normal; "x 10⁹", "x baseline" and "x 2 weeks" are not.
_ULN = (
    rf"(?P<uln>\s*{_FOLD}?\s*(?:the\s+)?{_NORMAL}"
    r"|\s?[x×](?![\w/])(?!\s*(?:\d|(?:the\s+)?(?:baseline|pre|per\b|daily|one|two|three|four))))?"
)
# Of a range, where each end is told so: "≥ 3 × and < 5 × ULN".
_TIMES = rf"(?:\s*{_FOLD}\s*(?:the\s+)?(?:{_NORMAL}(?: of normal)?)?)?"
OF_A_DOSE = r"(?!\d|\.\d|\s?(?:(?:mg|g|mcg|gm)s?|gram\w*|tab\w*|unit\w*)\b(?!/))"
# "Drops ≥ 10 points from baseline" is no value; what it comes to is told behind it.
_FROM_BASE = (
    r"\s?(?:%|m(?:illi)?s(?:ec(?:onds?)?)?)?\s*(?:(?:percentage\s+|absolute\s+)?points?\b"
    r"|(?:absolute(?:ly)?\s+)?(?:from|above|below|over)\s+(?:the\s+)?(?:baseline|pre-?\s?treatment))"
)
_AND_MORE = r"(?!(?<=\s)\+)"  # "4x ULN + bilirubin" names two values
_DIFFERENCE = (
    rf"(?:(?:by\s+)?(?:[≥>]|at\s+least|more\s+than)?\s*{NUMBER}{_FROM_BASE}"
    r"(?:\s+(?:from|below)\s+(?:baseline|pre-?\s?treatment(?:\s+values?)?))?"
    r"[\s,;]*(?:(?:and|or|to|now|today|currently|is)\s+)*)?"
)


@frozen
class Lab:
    """A laboratory value, as a row of the vocabulary has it; `counted_from` is what as much is told
    in another unit, of which `times` is ours. More than `most` is the amount of something that is
    given: "K 20 mEq"."""

    measure: Measure
    unit: str
    low: float
    low_is: str
    high: float
    high_is: str
    counted_from: float
    times: float
    most: float
    of_normal: tuple[float, ...] = ()  # what mg/dL, and µmol/L, are times the limit of normal

    def value(self, number: str, unit: str = "") -> float:
        """A number in our unit: as its own unit says, or else as its size tells."""
        value, of = float(number), _OF_CONCENTRATION.search(unit)
        if of and self.of_normal:
            return value * self.of_normal["mol" in of.group()]
        is_other = value >= self.counted_from
        if of and self.times != 1 and (own := _OF_CONCENTRATION.search(self.unit.casefold())):
            is_other = of.group() != own.group()
        return value * self.times if is_other else value


def found_values(text: str) -> Iterator[tuple[Lab, re.Match[str]]]:
    """Each laboratory value that a text tells with a number, and where it does: both of "platelets
    < 100 (monotherapy) and < 150 (consolidation)"."""
    folded = _plain(text)
    for match in _named_value().finditer(folded) if _may_be_value().search(folded) else ():
        lab = _by_name()[plain(match["name"]).replace("aemi", "emi")]
        if match["name"] not in labs() and not _is_bounded(lab, match):
            continue
        is_multiple = bool(match["uln"])  # "20 times ULN" is one, "20 IU/l" is none
        is_counted = lab.unit != OF_NORMAL or float(match["first"]) >= lab.counted_from
        is_counted |= bool(lab.of_normal and _OF_CONCENTRATION.search(_unit(match)))
        is_kept = lab.unit == OF_NORMAL if is_multiple else is_counted
        if is_kept and _first(lab, match) <= lab.most:
            yield lab, match
            further = _further_value().match(folded, match.end())
            if further:
                yield lab, further


def multiples_in(text: str, names: Iterable[str] = ()) -> Iterator[tuple[Lab, re.Match[str]]]:
    """Each multiple of the limit of normal that stands without a name beside it, with the value
    that it is of: the one named last before it ("ALT should be below 3 x ULN"), or next behind it
    ("above 3 x ULN in ALT"), or else each of the `names`."""
    folded = _plain(text) if tells_limit(text) else ""
    if not _LIMIT.search(folded):
        return
    named = [
        (match.start(), lab)
        for match in may_be_lab().finditer(folded)
        if (lab := labs()[match[0]]).unit == OF_NORMAL
    ]
    taken = [match.span() for _, match in found_values(folded)]
    for match in _value_alone().finditer(folded):
        start, end = match.span()
        if not match["uln"] or any(begins < end and start < ends for begins, ends in taken):
            continue
        before = [lab for at, lab in named if at < start]
        behind = [lab for at, lab in named if at >= end and _SOON.fullmatch(folded, end, at)]
        for lab in before[-1:] or behind[:1] or [labs()[name] for name in names]:
            yield lab, match


def tells_limit(text: str) -> bool:
    """Whether a text may tell a multiple of the limit of normal: few do."""
    return _OF_LIMIT.search(text) is not None


def _plain(text: str) -> str:
    """A text in small letters, numbers without marks between thousands, "above ULN" as "above 1 x
    ULN", "three times" and ".5" in figures, "≥ 150000 platelets/mm³" with its name first, and one
    sign for each stroke."""
    folded = THOUSANDS.sub("", text.casefold()).replace("\u2212", "-")
    folded = _FRENCH.sub(" to ", folded)
    folded = _TWICE.sub("2 times", _BARE.sub("0.", folded))
    folded = _counted_cells().sub(r"\g<name>\g<blank>\g<value>", folded)
    folded = _written_times().sub(lambda each: figures()[each[0]], folded)
    return _ONCE.sub(r"\1 1 x ", folded)


@cache
def _written_times() -> re.Pattern[str]:
    """A number in words that something is multiplied by."""
    return re.compile(rf"\b(?:{'|'.join(figures())})(?=[\s-]*(?:times|fold|x)\b)")


def _is_bounded(lab: Lab, match: re.Match[str]) -> bool:
    """Whether a condition is said with the bound of its value, and not with how often it is seen:
    "neutropenia < 500/mm³", but "neutropenia 12 (8%)"."""
    bound = match["before"] or match["second"] or match["follows"]
    unit = (_unit(match) or match["uln"] or "").strip()
    return bool(bound and unit) and (unit == "%") == (lab.unit == "%")


def _unit(match: re.Match[str]) -> str:
    return match["unit"] or match["unit2"] or ""


def _first(lab: Lab, match: re.Match[str]) -> float:
    """The value, or that with which a range begins: of "60 to 70 mg/dL" one unit is of both."""
    return _value(lab, match, "first", "unit", "unit2")


def _value(lab: Lab, match: re.Match[str], number: str, unit: str, other_unit: str) -> float:
    """One end of a range; a multiple of the limit of normal is in our unit as it stands."""
    if match["uln"]:
        return float(match[number])
    return lab.value(match[number], match[unit] or match[other_unit] or "")


def span_of(lab: Lab, match: re.Match[str]) -> Span:
    """The range that a place of `found_values` tells, in the unit kept here."""
    first = _first(lab, match)
    if match["second"]:
        ends = [bounds()[plain(match[each])][1] for each in ("joins", "before2") if match[each]]
        is_open = "open" in ends
        opens = bool(match["before"]) and bounds()[plain(match["before"])] == _OPENS
        second = _value(lab, match, "second", "unit2", "unit")
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
    return {lab.measure: lab.unit for lab in labs().values()}


@cache
def may_be_lab() -> re.Pattern[str]:
    """What stands in every text that tells of a laboratory value."""
    return _any_of(labs())


def names_pattern(named: Iterable[str]) -> str:
    """The names; behind a number "hr" is a unit of time and no heart rate."""
    units = words_with_role("unit")
    names = sorted(named, key=len, reverse=True)
    return "|".join(
        rf"{_NO_TIME if name in units else ''}{re.escape(name).replace('emi', 'a?emi')}"
        for name in names
    )


def _any_of(named: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z])(?:{names_pattern(named)})(?![a-z])")


@cache
def _may_be_value() -> re.Pattern[str]:
    return _any_of(_by_name())


@cache
def _by_name() -> dict[str, Lab]:
    """Laboratory values by their names and by those of their disorders: "neutropenia below 500"."""
    called = {
        name: lab
        for lab in labs().values()
        for name in (lab.low_is, lab.high_is)
        if name and lab.measure is not Measure.CREATININE  # a clearance tells renal impairment
    }
    return {**called, **labs()}


@cache
def labs() -> dict[str, Lab]:
    """The laboratory values by each of their names."""
    rows = [(split_list(row["names"]), _lab_of(row)) for row in read_rows("lab_values")]
    return {name: lab for names, lab in rows for name in names}


def _lab_of(row: Mapping[str, str]) -> Lab:
    times = tuple(map(float, split_list(row["times"])))
    return Lab(
        Measure(row["measure"]),
        row["unit"],
        float(row["low"] or 0),
        row["low_is"],
        float(row["high"] or 0),
        row["high_is"],
        float(row["counted_from"] or ENDLESS),
        times[0] if len(times) == 1 else 1.0,
        float(row["most"] or ENDLESS),
        times if len(times) > 1 else (),
    )


@cache
def _named_value() -> re.Pattern[str]:
    names = names_pattern(_by_name())
    return re.compile(
        rf"(?<![a-z])(?P<name>{names})(?![a-z]){_BETWEEN}{_DIFFERENCE}{_value_pattern()}"
    )


@cache
def _counted_cells() -> re.Pattern[str]:
    """A count that stands before what is counted: "less than 150000 platelets per mm³"."""
    before, _, between = bound_patterns()
    value = rf"(?:{before})?\s*{NUMBER}(?:\s*(?:{between})\s*{NUMBER})?"
    return re.compile(
        rf"(?P<value>(?<![\w.,]){value})(?P<blank>\s)(?P<name>{names_pattern(labs())})"
        r"(?=\s?(?:/|per)\s?(?:mm|cubic|[µμu]?l\b|micro))"
    )


@cache
def _value_alone() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.,/]){_value_pattern()}")


@cache
def _further_value() -> re.Pattern[str]:
    """One more value with a bound and for something else, as a parenthesis says."""
    return re.compile(rf"\s*\([^()\d]*\)\s*(?:and|or|,)\s*(?=[<>≤≥]){_value_pattern()}")


def _value_pattern() -> str:
    """A value or a range of values with its unit, and the words that bound it."""
    before, behind, between = bound_patterns()
    return (
        rf"(?P<before>{before})?\s*(?P<first>{NUMBER})(?!{_UNIT}{_FROM_BASE}){OF_A_DOSE}"
        rf"(?P<unit>{_UNIT})"
        rf"(?:{_TIMES}\s*(?P<joins>{between})\s*(?P<before2>{before})?\s*"
        rf"(?P<second>{NUMBER}){OF_A_DOSE}(?P<unit2>{_UNIT}))?"
        rf"{_ULN}(?:\s*{_AND_MORE}(?P<follows>{behind})(?!\s+than))?"
    )
