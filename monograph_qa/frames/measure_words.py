"""The words by which measures, their units and their ranges are named, as patterns: `measures`."""

import re
from collections.abc import Sequence
from functools import cache

from monograph_qa.frames.spans import ENDLESS, Measure, Span
from monograph_qa.vocabulary.rows import either, read_rows, split_list

_JOIN = r"(?P<join>\s*(?:and/or|or/and|/|,|\b(?:and|or)\b)\s*)"
_NOUN = r"(?P<noun>impairment|insufficiency|failure|disease|dysfunction|problems?|disorders?)"
_FUNCTION = r"(?P<noun>functions?)"
_BEFORE = (
    r"(?P<noun>problems?|trouble|diseases?)(?P<of>\s+(?:with|of)\s+(?:(?:your|the|their)\s+)?)"
)
_WORKING = r"(?P<degree>\b(?:impaired|reduced|decreased|poor|diminished|compromised)\s+)"


def with_repeated_nouns(folded: str) -> str:
    """The folded text, with the noun and the degree that two organs share repeated for each. Ranges
    are read from it; it is never shown."""
    may_share, ways = _patterns()
    for pattern in ways if may_share.search(folded) else ():
        folded = pattern.sub(_each, folded)
    return folded


def _each(said: re.Match[str]) -> str:
    if "of" in said.re.groupindex:
        first, second = (f"{said['noun']}{said['of']}{said[organ]}" for organ in ("one", "two"))
        return f"{first}{said['join']}{second}"
    degree = said["degree"] or ""
    own = said["own"] or degree
    return f"{degree}{said['one']} {said['noun']}{said['join']}{own}{said['two']} {said['noun']}"


@cache
def _patterns() -> tuple[re.Pattern[str], tuple[re.Pattern[str], ...]]:
    """What stands in every text where two organs share a noun, and the ways in which they do."""
    organ = either(degrees()[0], str)
    one_degree = rf"(?:{'|'.join(degree_words())})"
    degree = rf"(?P<degree>\b{one_degree}(?:\s+(?:to|or|and)\s+{one_degree})*\s+)?"
    own = rf"(?P<own>{one_degree}\s+)?"
    both = rf"\b(?P<one>{organ}){_JOIN}{own}(?P<two>{organ})"
    ways = (
        re.compile(rf"{degree}{both}\s+{_NOUN}"),
        re.compile(rf"{_WORKING}{both}\s+{_FUNCTION}"),
        re.compile(rf"{_BEFORE}{both}\b"),
    )
    return re.compile(rf"\b(?:{organ})\s*(?:and|or|/|,)"), ways


_OF_A_DISEASE = frozenset({"renal", "kidney", "ckd", "hepatic", "liver"})
_ADULT = "216"  # months: "adult" tells nobody apart
_NUMBER = r"\d+(?:\.\d+)?"
# "Child C cirrhosis" is short for Child-Pugh; "a child a year old" is not.
_PUGH = (
    r"(?:[\s-]*(?:turcotte[\s-]*)?pugh"
    r"|(?=[\s-]+(?:class\s+)?(?:[bc]\b|a\s+(?:cirrho|liver|hepatic))))"
)
_OF_AGE = r"(?:[\s-]*(?:of age|olds?)\b)?"
_PER_SURFACE = r"(?:\s*(?:/|per)\s*1\.73\s*m\s?(?:2|²))?"


@cache
def measure_words() -> frozenset[str]:
    """The words by which measures, their units and their ranges are named."""
    kinds = ("unit", "name", "word", "degree", "organ", "beside")
    phrases = (word for kind in kinds for words, _ in _rows(kind) for word in words)
    return frozenset(word for phrase in phrases for word in phrase.split())


@cache
def measure_names() -> frozenset[str]:
    """The single words by which measures and stages are named: "egfr", "ckd"."""
    words = [
        word for kind in ("name", "unit", "organ") for words, _ in _rows(kind) for word in words
    ]
    return frozenset(word for word in words if " " not in word) - _OF_A_DISEASE


def plain(words: str) -> str:
    """One space between words."""
    return re.sub(r"\s+", " ", words).strip()


def _either(words: Sequence[str]) -> str:
    """A pattern for any of the words, the longest first; words end where words end."""

    def spelled(word: str) -> str:
        end = r"(?![a-z])" if word[-1].isalpha() else ""
        return re.escape(word).replace(r"\ ", r"[\s-]+") + end

    return either(words, spelled)


@cache
def _rows(kind: str) -> tuple[tuple[tuple[str, ...], dict[str, str]], ...]:
    return tuple(
        (split_list(row["words"]), row) for row in read_rows("measures") if row["kind"] == kind
    )


@cache
def units() -> dict[str, tuple[Measure, float]]:
    """The units: what each measures, and how many of our own units it is."""
    return {
        word: (Measure(row["measure"]), float(row["low"]))
        for words, row in _rows("unit")
        for word in words
    }


@cache
def figures() -> dict[str, str]:
    """The numbers that are written out ("six"), as figures."""
    return {word: row["low"] for words, row in _rows("figure") for word in words}


@cache
def bounds() -> dict[str, tuple[str, str]]:
    """What a word beside a number bounds: ("low" or "high", "open" or "closed")."""
    return {
        word: (row["low"], row["high"])
        for kind in ("bound", "follows", "joins")
        for words, row in _rows(kind)
        for word in words
    }


@cache
def bounds_of_age() -> dict[str, str]:
    """What bounds an age alone, in words that bound any number: "before" as "less than"."""
    plainly = {
        ("low", "closed"): "at least",
        ("low", "open"): "more than",
        ("high", "open"): "less than",
        ("high", "closed"): "≤",
    }
    return {w: plainly[row["low"], row["high"]] for words, row in _rows("of age") for w in words}


@cache
def age_bound() -> re.Pattern[str]:
    """A word that bounds an age: "from the age of 2 years", "no later than 12 weeks of age"."""
    return re.compile(
        rf"\b({_either(list(bounds_of_age()))}) (?:the age of (?=\d)"
        r"|(?=\d[\d.]*[\s-](?:day|week|month|year)s?[\s-](?:of age|old)\b))"
    )


@cache
def bound_patterns() -> tuple[str, str, str]:
    """Patterns for the words that bound a number before it, behind it, and between two."""
    before, behind, between = (
        _either([word for words, _ in _rows(kind) for word in words])
        for kind in ("bound", "follows", "joins")
    )
    return before, behind, between


@cache
def ranges() -> re.Pattern[str]:
    """Where a number or two stand with a unit, a name or a bound beside them."""
    bound, follows, joins = bound_patterns()
    unit = _either(list(units()))
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
        rf"(?:\s*(?P<follows>{follows})(?!\s+(?:than\b|\d)))?(?(old)|{_OF_AGE})"
    )


def measure_of(head: str) -> Measure | None:
    """The measure that the head of a column, or a word before a number, names."""
    names, unit = _names()
    for pattern, measure in names:
        if pattern.search(head):
            return measure
    found = unit.search(head)
    return units()[plain(found.group(1))][0] if found else None


@cache
def _names() -> tuple[tuple[tuple[re.Pattern[str], Measure], ...], re.Pattern[str]]:
    """The names of the measures as patterns, and that of a unit in parentheses."""
    return (
        tuple(
            (re.compile(rf"\b(?:{_either(words)})"), Measure(row["measure"]))
            for words, row in _rows("name")
        ),
        re.compile(rf"\((?:in\s+)?({_either(list(units()))})"),
    )


@cache
def may_measure() -> re.Pattern[str]:
    """What every text that names a range has: a word for one, an organ, or a number with a unit."""
    words = [word for kind in ("word", "organ") for words, _ in _rows(kind) for word in words]
    names = [word for words, _ in _rows("name") for word in words]
    return re.compile(
        rf"\b(?:{_either([*words, *names, 'ckd', 'child'])})|\d[\s-]*(?:{_either(list(units()))})"
    )


_NOT = r"(?<!\bnon[ -])(?<!\bpre[ -])(?<!\bnot )"  # "non-elderly individuals"


@cache
def worded(kind: str = "word") -> tuple[tuple[re.Pattern[str], Span], ...]:
    """The ranges that words alone name ("children"), or with "impaired" those of an organ that does
    not work as it should, however badly."""
    return tuple(
        (re.compile(rf"{_NOT}\b(?:{_either(words)})(?!{_PUGH})"), _span_of(row))
        for words, row in _rows(kind)
    )


def words_meeting(asked: Span) -> frozenset[str]:
    """The single words that name people or an organ as the span asked about does: "elderly" for 79
    years, "renal" for a clearance."""
    return frozenset(
        word
        for kind in ("word", "organ")
        for words, row in _rows(kind)
        if row["measure"] == asked.measure.value
        and (not row["low"] or (_span_of(row).meets(asked) and row["low"] != _ADULT))
        for word in words
        if " " not in word
    )


def _span_of(row: dict[str, str]) -> Span:
    low, high = float(row["low"]), float(row["high"]) if row["high"] else ENDLESS
    return Span(Measure(row["measure"]), low, high, closes=low != high)


@cache
def degree_spans() -> dict[tuple[Measure, str], Span]:
    """The ranges that degrees, stages and classes of impairment name."""
    return {
        (Measure(row["measure"]), word.removeprefix("ckd ").removeprefix("stage ")): _span_of(row)
        for kind in ("degree", "class", "score")
        for words, row in _rows(kind)
        for word in words
    }


@cache
def degree_words() -> tuple[str, ...]:
    """The words for how badly an organ works: mild, severe."""
    words = [word for words, _ in _rows("degree") for word in words if word.isalpha()]
    return tuple(dict.fromkeys(words))


@cache
def degrees() -> tuple[dict[str, Measure], re.Pattern[str]]:
    """The organs by name, and where degrees of their impairment are named."""
    organs = {word: Measure(row["measure"]) for words, row in _rows("organ") for word in words}
    degree = _either(degree_words())
    return organs, re.compile(
        rf"(?P<degrees>\b(?:{degree})(?:\W+(?:(?:to|or|and)\W+)?(?:{degree}))*)"
        r"[^\w.,;:]+(?:\w+[^\w.,;:]+)?"  # "AST normal, no liver lesions" grades no liver
        rf"(?P<organ>{_either(list(organs))})"
    )


@cache
def stages() -> re.Pattern[str]:
    """Where a stage of kidney disease is named."""
    stages = [w.removeprefix("ckd ") for words, _ in _rows("degree") for w in words if "ckd" in w]
    return re.compile(rf"\bckd\W+(?:stage\W+|grade\W+)?(?P<stage>{_either(stages)})(?!\d)")


@cache
def classes() -> re.Pattern[str]:
    """Where Child-Pugh classes are named."""
    return re.compile(
        rf"\bchild{_PUGH}[\s-]*(?:(?:class|category|score|grade)\s*)?"
        r"(?P<letters>[abc]\b(?:\s*(?:,|/|or|and|to)\s*[abc]\b)*)"
    )


@cache
def scores() -> re.Pattern[str]:
    """Where Child-Pugh scores stand, one or a range."""
    score = r"(?:1[0-5]|[5-9])"
    return re.compile(
        rf"\bchild(?:[\s-]*turcotte)?[\s-]*pugh[\s-]*(?:(?:class|total|scores?|of|is|=|:)[\s-]*)*"
        rf"(?P<first>{score})\b(?:\s*(?:-|–|to|or|and|/)\s*(?P<second>{score})\b)?"
    )
