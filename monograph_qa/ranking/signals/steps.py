"""Whether a sentence is of the numbered step that the question tells of: week 5, the third dose,
cycle 2, grade 3."""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache

from monograph_qa.frames.amounts import amounts_in, in_figures
from monograph_qa.frames.asked_measures import patient_values
from monograph_qa.frames.lines import Line
from monograph_qa.frames.measure_words import figures
from monograph_qa.frames.spans import ENDLESS
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign
from monograph_qa.vocabulary.rows import read_rows, split_list

Step = tuple[str, int]
Dose = tuple[float | None, str]

_MOST = 5  # of grades: what is "grade 3 or higher" goes as far

# "Until resolved to grade 1", "≤ grade 1": what is waited for.
_AWAITED = re.compile(r"(?:\b(?:to|until)|[≤<]=?)\s*\Z")
_INITIAL = re.compile(r"\b(?:initial|starting)\s+(?:\w+\s+)?dos", re.I)
_MISSED = re.compile(r"\b(?:miss(?:ed|es|ing)?|skip\w*|forg[eo]t\w*)\b")
# "Missed days 8, 9 and 10": three doses.
_MISSED_DAYS = re.compile(
    r"\bmissed (?:doses? (?:on|of) )?days? (?P<days>\d+(?:(?:,|,? and| &) \d+)+)"
)
_MISSED_DOSE = "missed dose"
_CLAUSE_END = re.compile(r"[:;.?!]\s|(?<!\d),\s")
_GENOTYPE = re.compile(r"\b(?:gt|geno)[\s-]?(?=\d)")
# "Genotype 1a", "genotypes 1a, 1b or 4": of genotype 1 are both.
_SUBTYPED = re.compile(r"\bgenotypes?[\s:]*\d[a-c]?(?:(?:\s?[,/]\s?|,?\s(?:or|and)\s)\d[a-c]?)*\b")
_SUBTYPE = re.compile(r"(?P<of>\d)(?P<letter>[a-c])\b")
_OF_A_GENOTYPE = "subtype of genotype "
_MASS, _SHORTLY = "mass", r"(?:[^.;:,?]|\.(?=\d)){0,20}"
# Which doses are taken when one is to be changed: "if taking 10 mg twice daily, reduce to …",
# "patients receiving 5 mg or 10 mg twice daily".
_TAKING = re.compile(
    r"\b(?:if|patients?|those) (?:[\w-]+ )?(?:taking|receiving|treated with|on) "
    r"(?P<doses>(?:[\w-]+ ){0,4}?\d(?:[^.;:,]|\.(?=\d)){0,40})",
    re.I,
)
_DAYS = {"day": 1, "week": 7, "month": 30}
# "Started 10 days ago": that is day 10.
_SINCE_START = re.compile(
    r"\b(?:start\w*|began|begun|initiated|commenced)\b[^.;?]{0,40}?\b(?P<number>\d{1,2}) "
    r"(?P<unit>day|week|month)s? ago\b"
)
_GOES_ON = re.compile(r"(?:If|When|Once|Then|Otherwise|Thereafter)\b")
_BEGINNING = re.compile(
    r"(?P<after>\b(?:after|beyond|following)\s+)?\bthe first (?P<number>\d{1,2}|[a-z]+)"
    r" (?P<unit>day|week|month)s\b"
)


def step_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` for the step that is asked about, `other` where only other steps of it are told,
    `apart` where these are of other patients: another grade, another genotype; `other`, too, where
    it is for who takes another dose: "if taking 5 mg twice daily"."""
    if _is_for_another_dose(candidate.line.quote, _doses_taken(asked.whole, _names(asked))):
        yield Sign("other", 1.0, "it is for who takes another dose", excludes=True)
        return
    wanted = steps_in(asked.intent.question) or _of_patient(asked.whole)
    wanted |= _since_start(asked.whole)
    if not wanted:
        return
    line = candidate.line
    names = {name for name, _ in wanted}
    # When a row holds its first cell says, the cells behind it what to wait for.
    texts = (*line.quote.split("|"), _sentence_before(asked, line), line.lead_in, line.head.heading)
    of_texts = [steps_in(text) for text in texts]
    told = {name: next(filter(None, (_of(name, s) for s in of_texts)), None) for name in names}
    missed = {name for name, steps in told.items() if steps and not steps & wanted}
    if _INITIAL.search(line.quote):  # "initially 150 mg, to be increased in the second cycle"
        missed -= {name for name, number in wanted if number == 1 and not _tells_apart(name)}
    if any(map(_tells_apart, missed)):  # "the first occurrence of grade 3" is not the third
        yield Sign("apart")
    elif missed:  # "two pills in week 3" is not for two in week 1
        yield Sign("other")
    elif met := [step for steps in told.values() if steps for step in steps & wanted]:
        yield Sign("agrees", 1.0, " ".join(map(str, min(met))))
    elif (is_within := _is_within(wanted, line.quote.casefold())) is not None:
        yield Sign("agrees" if is_within else "apart")


def _is_for_another_dose(quote: str, taken: Collection[Dose]) -> bool:
    """Whether a sentence says which doses it is for that are taken, and the patient takes others
    alone."""
    said = _TAKING.finditer(quote) if taken else ()
    meant = {dose for each in said for dose in _doses(each["doses"])}
    return bool(meant) and meant.isdisjoint(taken)


@lru_cache(maxsize=64)  # every line of a label is compared with them
def _doses_taken(question: str, names: tuple[str, ...]) -> frozenset[Dose]:
    """The doses that a question tells right behind one of a drug's names."""
    behind = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b(?P<doses>{_SHORTLY})", re.I)
    return frozenset(dose for said in behind.finditer(question) for dose in _doses(said["doses"]))


def _names(asked: Asked) -> tuple[str, ...]:
    """What the label's drug is called, in the label and in the question."""
    said = (drug.asked for drug in asked.intent.drugs)
    return tuple(dict.fromkeys(name for name in (*asked.called, *said) if name))


def _doses(text: str) -> set[Dose]:
    masses = (value for value in amounts_in(text) if value.concept == _MASS)
    return {(value.low, value.unit) for value in masses}


def _sentence_before(asked: Asked, line: Line) -> str:
    """The sentence that a condition goes on from: "Upon the second occurrence withhold it. If the
    reaction improves, resume at 80%" says of both which occurrence they are for."""
    if line.lead_in or line.at == 0 or not _GOES_ON.match(line.quote):
        return ""
    before = asked.lines.lines[line.at - 1]
    return before.quote if before.head == line.head and "|" not in before.quote else ""


def _of(name: str, steps: frozenset[Step]) -> frozenset[Step]:
    return frozenset(step for step in steps if step[0] == name)


def _of_patient(question: str) -> frozenset[Step]:
    """The steps of the patient, which hold for each part of a question."""
    told = {step for step in steps_in(question) if step[0] in _apart()}
    return frozenset(told) or grades_of_values(question)


@lru_cache(maxsize=64)
def _since_start(question: str) -> frozenset[Step]:
    """The day, week or month of the treatment that the patient is in."""
    said = _SINCE_START.search(in_figures(question))
    return frozenset([(said["unit"], int(said["number"]))]) if said else frozenset()


def _is_within(wanted: frozenset[Step], quote: str) -> bool | None:
    """Whether a step lies in the part of the treatment that a sentence tells of: day 10 in "the
    first 2 weeks", and not in "after the first 2 weeks"; None where it tells of none."""
    days = [number * _DAYS[name] for name, number in wanted if name in _DAYS]
    said = _BEGINNING.search(quote)
    number = figures().get(said["number"], said["number"]) if said else ""
    if said is None or not days or not number.isdigit():
        return None
    is_early = max(days) <= int(number) * _DAYS[said["unit"]]
    return is_early is not bool(said["after"])


@lru_cache(maxsize=4096)
def steps_in(text: str) -> frozenset[Step]:
    """The numbered steps of a text, ranges with all of theirs: "weeks 2 to 4", "Week: 5", "grade 2,
    3 or 4", "grade 3 or higher"."""
    folded = _GENOTYPE.sub("genotype ", text.casefold())
    found: set[Step] = set()
    for match in _SUBTYPED.finditer(folded):
        for each in _SUBTYPE.finditer(match.group()):
            found.add((f"{_OF_A_GENOTYPE}{each['of']}", ord(each["letter"])))
    if found:
        folded = _SUBTYPED.sub(lambda match: _SUBTYPE.sub(r"\g<of>", match.group()), folded)
    for said in _pattern().finditer(folded):
        first = _number(said["number"] or said["nth"] or said["brief_number"])
        name = said["name"] or said["of"] or _brief()[said["brief"]]
        name = _same().get(name, name)
        if name in _apart() and _AWAITED.search(folded, 0, said.start()):
            continue
        is_more = said["least"] or said["at_least"] or said["more"]
        last = _number(said["last"]) if said["last"] else (_MOST if is_more else first)
        others = map(int, re.findall(r"\d+", said["others"] or ""))
        found.update((name, each) for each in (*range(first, min(last, first + 12) + 1), *others))
    for said in _missed_in(folded):
        name = _words_of("counted")[said["counted"]]
        found.update((name, each) for each in _counts_of(said))
    if days := _MISSED_DAYS.search(folded):
        found.add((_MISSED_DOSE, len(re.findall(r"\d+", days["days"]))))
    return frozenset(found)


def _counts_of(said: re.Match[str]) -> Iterable[int]:
    """How many doses a text means: "fewer than 4", "2 or more", "1, 2, or 3"."""
    first = int(said["number"])
    others = [first, *map(int, re.findall(r"\d", said["others"] or ""))]
    if said["below"]:
        return range(1, first)
    if said["fewer"] or said["most"]:
        return range(1, max(others) + 1)
    if said["more"] or said["above"]:
        return range(first + bool(said["above"]), max(first + 1, _MOST) + 1)
    return others


@lru_cache(maxsize=64)
def grades_of_values(question: str) -> frozenset[Step]:
    """The grades of toxicity that the question's laboratory values amount to (`ctcae_grades.csv`):
    neutrophils of 420 are grade 4."""
    values = [value for value in patient_values(question) if value.low == value.high]
    return frozenset(
        ("grade", int(row["grade"]))
        for row in read_rows("ctcae_grades")
        for value in values
        if value.measure == row["measure"]
        and float(row["from"] or 0) <= value.low < float(row["below"] or ENDLESS)
    )


def _missed_in(folded: str) -> Iterator[re.Match[str]]:
    """Where the clauses of a text tell how many doses are missed."""
    for clause in _CLAUSE_END.split(folded) if _MISSED.search(folded) else ():
        if _MISSED.search(clause):
            yield from _missed().finditer(in_figures(clause))


@cache
def _missed() -> re.Pattern[str]:
    """How many doses in a row a text counts: "two infusions", "3 or more consecutive doses",
    "fewer than 4", "1, 2, or 3 tablets"."""
    counted = "|".join(_words_of("counted"))
    return re.compile(
        r"\b(?:(?P<below>fewer|less) than |(?P<above>more) than |(?P<most>up to|at most) )?"
        r"(?P<number>[1-9])(?P<others>(?:(?:, | to |-|,? or |,? and )[1-9]\b)+)?"
        r"(?P<more>\s?\+|\s(?:or|and) (?:more|greater))?(?P<fewer>\sor (?:fewer|less))?"
        rf"\s+(?:[a-z-]+\s+){{0,3}}?(?P<counted>{counted})s?\b"
    )


def _number(said: str) -> int:
    return _ordinals().get(said) or int(said.rstrip("stndrh"))


@cache
def _ordinals() -> dict[str, int]:
    return {word: int(number) for word, number in _words_of("ordinal").items()}


@cache
def _brief() -> dict[str, str]:
    """What short names of steps stand for: "G2" is grade 2."""
    return _words_of("short")


@cache
def _same() -> dict[str, str]:
    """What other words for a step mean: the second "episode" is the second occurrence."""
    return _words_of("same")


@cache
def _apart() -> frozenset[str]:
    """The names of steps that tell patients apart: who has grade 3 has not grade 2."""
    return frozenset(_words_of("apart"))


def _tells_apart(name: str) -> bool:
    return name in _apart() or name.startswith(_OF_A_GENOTYPE)


def _words_of(kind: str) -> dict[str, str]:
    """The words of the rows of a kind, each with the row's number."""
    rows = [row for row in read_rows("numbered_steps") if row["kind"] == kind]
    return {word: row["number"] for row in rows for word in split_list(row["words"])}


@cache
def _pattern() -> re.Pattern[str]:
    names = "|".join([*_words_of("step"), *_apart(), *_same()])
    nth = "|".join([*_ordinals(), r"\d{1,2}(?:st|nd|rd|th)"])
    number = r"\d{1,2}\b(?![.,]\d|\s?(?:%|mg|mcg|ml|kg))"  # "dose 2 mg" numbers nothing
    return re.compile(
        # "for 6 wk 2 doses" numbers no week.
        rf"(?P<at_least>[≥>]=? ?)?\b(?<!\d )(?P<name>{names})s?(?: no\.?| number)?[\s:#]*"
        rf"(?P<least>[≥>]=? ?)?(?P<number>{number})"
        rf"(?: ?(?:to|-|–|through) ?(?:(?:{names}) )?(?P<last>{number})"
        rf"|(?P<others>(?:,? ?(?:or|and|/|,) ?(?:(?:{names}) )?{number})+)"
        r"|(?P<more>\s?(?:\+|(?:or|and) (?:higher|greater|above|worse|more))))?"
        rf"|\b(?P<nth>{nth})\s+(?:(?!\d|two|three|four|five|six|few|several)"
        rf"[\w-]+\s+)?(?P<of>{names})s?\b"
        rf"|\b(?P<brief>{'|'.join(_brief())})(?P<brief_number>{number})"
    )
