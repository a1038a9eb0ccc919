"""Weights, ages and organ function as ranges: "30 kg" falls into "15 kg to less than 40 kg".

Read from questions and labels alike, only to put sentences in order: nothing here is shown, and a
sentence of which no range is known is neither in nor out. The words are vocabulary: `measures`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from monograph_qa.vocabulary.rows import read_rows, split_list

_ENDLESS = float("inf")
_NUMBER = r"\d+(?:\.\d+)?"
_IN_OTHER_UNITS = re.compile(rf"\(\s*{_NUMBER}\s*(?:lbs?|pounds)\.?\s*\)", re.I)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_FROM_BIRTH = re.compile(r"\bbirth (?=through\b|to\b)")
_PUGH = r"[\s-]*(?:turcotte[\s-]*)?pugh"
_OF_AGE = r"(?:[\s-]*(?:of age|olds?)\b)?"
_PER_SURFACE = r"(?:\s*(?:/|per)\s*1\.73\s*m\s?(?:2|²))?"


class Measure(StrEnum):
    """What is measured; weight in kg, age in months, kidney function in mL/min, liver function in
    Child-Pugh classes (1 to 3)."""

    WEIGHT = "weight"
    AGE = "age"
    KIDNEY = "kidney function"
    LIVER = "liver function"


@dataclass(frozen=True, slots=True)
class Span:
    """A range of one measure; `opens` and `closes` tell whether its ends are left out."""

    measure: Measure
    low: float = 0.0
    high: float = _ENDLESS
    opens: bool = False
    closes: bool = False

    def meets(self, other: "Span") -> bool:
        """Whether some value lies in both; spans of two measures never meet."""
        return self.overlap(other) is not None

    def overlap(self, other: "Span") -> "Span | None":
        """The values that lie in both, where there are any."""
        if self.measure is not other.measure:
            return None
        low, high = max(self.low, other.low), min(self.high, other.high)
        opens = any(each.opens and each.low == low for each in (self, other))
        closes = any(each.closes and each.high == high for each in (self, other))
        if low > high or (low == high and (opens or closes)):
            return None
        return Span(self.measure, low, high, opens, closes)


@lru_cache(maxsize=8192)
def spans_in(text: str) -> tuple[Span, ...]:
    """Every range that a sentence, a heading or a table row ("Head: cell | Head: cell") names.

    Words beside numbers bound them: "children 5 years and older" are no adults.
    """
    told = exact_spans_in(text)
    worded = [span for pattern, span in _words() if pattern.search(text.casefold())]
    found: dict[Span, None] = {}
    for span in told:
        found.update(dict.fromkeys([o for w in worded if (o := span.overlap(w))] or [span]))
    alone = (word for word in worded if not any(word.meets(span) for span in told))
    return (*found, *alone)


@lru_cache(maxsize=8192)
def exact_spans_in(text: str) -> tuple[Span, ...]:
    """The ranges that are told by numbers, degrees, stages or classes, and not by words such as
    "children"."""
    plain = _THOUSANDS.sub("", _IN_OTHER_UNITS.sub("", text.casefold()))
    plain = _FROM_BIRTH.sub("0 years ", plain)
    found: dict[Span, None] = {}
    for cell in plain.split("|"):
        head = cell.partition(":")[0] if ":" in cell else ""
        found.update(dict.fromkeys(_numbered(cell, _measure_of(head))))
        found.update(dict.fromkeys(_graded(cell)))
    return tuple(found)


@cache
def measure_words() -> frozenset[str]:
    """The words by which measures, their units and their ranges are named."""
    kinds = ("unit", "name", "word", "degree", "organ", "beside")
    phrases = (word for kind in kinds for words, _ in _rows(kind) for word in words)
    return frozenset(word for phrase in phrases for word in phrase.split())


def fit(asked: Sequence[Span], texts: Sequence[str]) -> int:
    """How well texts take in what is asked: 2 for each measure that a number of theirs takes in, 1
    for one that a word does ("children"), -1 for one that they rule out.

    `texts` go from the sentence outwards to its headings: the nearest that names a measure decides.
    """
    total = 0
    for measure in {each.measure for each in asked}:
        own = [each for each in asked if each.measure is measure]
        for text in texts:
            named = [each for each in spans_in(text) if each.measure is measure]
            if named:
                met = all(any(each.meets(other) for other in named) for each in own)
                exact = any(each.measure is measure for each in exact_spans_in(text))
                total += (2 if exact else 1) if met else -1
                break
    return total


def _numbered(cell: str, measure: Measure | None) -> Iterator[Span]:
    """Ranges with numbers; `measure` is the one that the cell's head names, for bare numbers."""
    for match in _ranges().finditer(cell):
        unit = match["unit2"] or match["unit1"]
        named = _measure_of(match["name"] or "") or measure
        known = _units().get(_plain(unit)) if unit else None
        if known is None and (named is None or not _is_bare(match, cell)):
            continue
        if known and known[0] is Measure.AGE and not _is_age(match, named):
            continue
        kind, factor = known or (named, 12.0 if named is Measure.AGE else 1.0)
        own = _units().get(_plain(match["unit1"])) if match["unit1"] else None
        if kind is not None:
            yield _span(match, kind, own[1] if own else factor, factor)


def _span(match: re.Match[str], measure: Measure, low_factor: float, factor: float) -> Span:
    first = float(match["first"]) * low_factor
    # Whoever is 17 is not yet 18.
    whole = factor if measure is Measure.AGE else 0.0
    if match["second"]:
        side, end = _bounds()[_plain(match["joins"])]
        second = float(match["second"]) * factor
        is_open = end == "open" or bool(
            match["before2"] and _bounds()[_plain(match["before2"])][1] == "open"
        )
        high = second if is_open else second + whole
        opens = bool(match["before"]) and _bounds()[_plain(match["before"])] == ("low", "open")
        return Span(measure, first, high, opens, is_open or bool(whole))
    bound = match["before"] or match["follows"]
    if not bound:
        return Span(measure, first, first + whole, closes=bool(whole))
    side, end = _bounds()[_plain(bound)]
    is_open = end == "open"
    if side == "low":
        return Span(measure, first, opens=is_open)
    return Span(measure, 0.0, first if is_open else first + whole, closes=is_open or bool(whole))


def _is_bare(match: re.Match[str], cell: str) -> bool:
    """Whether a number without a unit is one of the measure named before it: no dose, no part of a
    date or of a longer number."""
    after = cell[match.end() :]
    return not re.match(r"\s*(?:mg|mcg|µg|g\b|ml\b|%|units?\b|times|/)", after)


def _is_age(match: re.Match[str], named: Measure | None) -> bool:
    """Whether years, months or days are an age and no length of time."""
    if named is Measure.AGE or match["old"] or match["old1"]:
        return True
    words = f"{match['before'] or ''} {match['follows'] or ''}"
    if re.search(r"older|younger", words):
        return True
    unit = (match["unit2"] or match["unit1"] or "").strip()
    return unit in ("yo", "y/o") or (unit.startswith("y") and bool(match["second"]))


def _graded(cell: str) -> Iterator[Span]:
    organs, degrees = _degrees()
    for match in degrees.finditer(cell):
        organ = organs[match["organ"]]
        for degree in re.findall(r"[a-z]+", match["degrees"]):
            found = _degree_spans().get((organ, degree))
            if found:
                yield found
    for match in _stages().finditer(cell):
        yield _degree_spans()[(Measure.KIDNEY, f"{match['stage']}")]
    for match in _classes().finditer(cell):
        for letter in re.findall(r"\b[abc]\b", match["letters"]):
            yield _degree_spans()[(Measure.LIVER, letter)]


def _plain(words: str) -> str:
    return re.sub(r"\s+", " ", words).strip()


def _either(words: Sequence[str]) -> str:
    """A pattern for any of the words, the longest first; words end where words end."""
    ordered = sorted(words, key=len, reverse=True)
    return "|".join(
        re.escape(word).replace(r"\ ", r"[\s-]+") + (r"(?![a-z])" if word[-1].isalpha() else "")
        for word in ordered
    )


@cache
def _rows(kind: str) -> tuple[tuple[tuple[str, ...], dict[str, str]], ...]:
    return tuple(
        (split_list(row["words"]), row) for row in read_rows("measures") if row["kind"] == kind
    )


@cache
def _units() -> dict[str, tuple[Measure, float]]:
    return {
        word: (Measure(row["measure"]), float(row["low"]))
        for words, row in _rows("unit")
        for word in words
    }


@cache
def _bounds() -> dict[str, tuple[str, str]]:
    """What a word before, behind or between numbers bounds: ("low" or "high", "open" or
    "closed")."""
    return {
        word: (row["low"], row["high"])
        for kind in ("bound", "follows", "joins")
        for words, row in _rows(kind)
        for word in words
    }


@cache
def _ranges() -> re.Pattern[str]:
    bound, follows, joins = (
        _either([word for words, _ in _rows(kind) for word in words])
        for kind in ("bound", "follows", "joins")
    )
    unit = _either(list(_units()))
    name = _either([word for words, _ in _rows("name") for word in words])
    return re.compile(
        rf"(?:(?P<name>\b(?:{name}))\s*(?:\([^)]*\)|[:=)]|of|is|was|range|between)*\s*)?"
        rf"(?P<before>(?<![a-z])(?:{bound}))?\s*"
        rf"(?<![\w./,-])(?P<first>{_NUMBER})(?![\d.]*\s*(?:mg|mcg|µg|%))"
        rf"(?:[\s-]*(?P<unit1>{unit}))?{_PER_SURFACE}(?P<old1>[\s-]*(?:of age|olds?)\b)?"
        rf"(?:\s*(?P<joins>{joins})\s*(?P<before2>{bound})?\s*"
        rf"(?P<second>{_NUMBER})(?![\d.]*\s*(?:mg|mcg|µg|%))"
        rf"(?:[\s-]*(?P<unit2>{unit}))?{_PER_SURFACE})?"
        rf"(?P<old>[\s-]*(?:of age|olds?)\b)?"
        rf"(?:\s*(?P<follows>{follows})(?!\s+than))?(?(old)|{_OF_AGE})"
    )


def _measure_of(head: str) -> Measure | None:
    """The measure that the head of a column, or a word before a number, names."""
    for words, row in _rows("name"):
        if re.search(rf"\b(?:{_either(words)})", head):
            return Measure(row["measure"])
    unit = re.search(rf"\((?:in\s+)?({_either(list(_units()))})", head)
    return _units()[_plain(unit.group(1))][0] if unit else None


@cache
def _words() -> tuple[tuple[re.Pattern[str], Span], ...]:
    return tuple(
        (re.compile(rf"\b(?:{_either(words)})(?!{_PUGH})"), _span_of(row))
        for words, row in _rows("word")
    )


def _span_of(row: dict[str, str]) -> Span:
    low, high = float(row["low"]), float(row["high"]) if row["high"] else _ENDLESS
    return Span(Measure(row["measure"]), low, high, closes=low != high)


@cache
def _degree_spans() -> dict[tuple[Measure, str], Span]:
    return {
        (Measure(row["measure"]), word.removeprefix("ckd ").removeprefix("stage ")): _span_of(row)
        for kind in ("degree", "class")
        for words, row in _rows(kind)
        for word in words
    }


@cache
def _degrees() -> tuple[dict[str, Measure], re.Pattern[str]]:
    """The organs by name, and where degrees of their impairment are named."""
    organs = {word: Measure(row["measure"]) for words, row in _rows("organ") for word in words}
    degree = _either([w for words, _ in _rows("degree") for w in words if w.isalpha()])
    return organs, re.compile(
        rf"(?P<degrees>\b(?:{degree})(?:\W+(?:(?:to|or|and)\W+)?(?:{degree}))*)\W+(?:\w+\W+)?"
        rf"(?P<organ>{_either(list(organs))})"
    )


@cache
def _stages() -> re.Pattern[str]:
    stages = [w.removeprefix("ckd ") for words, _ in _rows("degree") for w in words if "ckd" in w]
    return re.compile(rf"\bckd\W+(?:stage\W+|grade\W+)?(?P<stage>{_either(stages)})(?!\d)")


@cache
def _classes() -> re.Pattern[str]:
    return re.compile(
        rf"\bchild{_PUGH}[\s-]*(?:(?:class|category|score|grade)\s*)?"
        r"(?P<letters>[abc]\b(?:\s*(?:,|/|or|and|to)\s*[abc]\b)*)"
    )
