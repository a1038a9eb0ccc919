"""Weights, ages, organ function and laboratory values as ranges: "30 kg" falls into "15 kg to less
than 40 kg".

Read from questions and labels alike, only to put sentences in order: nothing here is shown, and a
sentence of which no range is known is neither in nor out. The words are vocabulary: `measures`.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from monograph_qa.frames.amounts import THOUSANDS
from monograph_qa.frames.denied import is_denied
from monograph_qa.frames.gestation import gestation_in, without_gestation
from monograph_qa.frames.lab_values import lab_spans_in
from monograph_qa.frames.lab_words import may_be_lab
from monograph_qa.frames.measure_words import (
    age_bound,
    bounds,
    bounds_of_age,
    classes,
    degree_spans,
    degrees,
    figures,
    may_measure,
    measure_of,
    plain,
    ranges,
    scores,
    stages,
    units,
    with_repeated_nouns,
    worded,
)
from monograph_qa.frames.spans import ADULT, ELDERLY, ENDLESS, Measure, Span

_IN_OTHER_UNITS = re.compile(r"\(\s*\d+(?:\.\d+)?\s*(?:lbs?|pounds)\.?\s*\)", re.I)
_PEOPLE = re.compile(
    r"\b(?:child(?:ren)?|infants?|neonates?|toddlers?|adolescents?|kids?|babies|"
    r"p(?:a)?ediatric patients|p(?:a)?ediatrics)\s*\(?(?:aged?\s*|of\s*)?$"
)
_GROWN = re.compile(
    r"\b(?:adults?|patients?|people|persons?|individuals?|subjects?|women|men|those|elderly)"
    r"\s*\(?(?:aged?\s*|of\s*)?$"
)
_WRITTEN_OUT = re.compile(r"\b([a-z]+)(?=[\s-]+(?:years?|months?|weeks?|days?)\b)")
# "Aged at least 6 weeks and aged ≤ 12 weeks"
_AND_UP_TO = re.compile(
    r"\b((?:from|at least) \d[\d.]* \w+)(?: of age)?,? (?:(?:and|but|to) )?"
    r"aged (?:≤|less than) (?=\d)"
)
# "Below an eGFR of 30" bounds what "eGFR below 30" does.
_BOUND_FIRST = re.compile(
    r"\b(under|below|over|above|less than|more than|<|>|≤|≥)\s*(?:an? )?([a-z]+(?: [a-z]+)?)"
    r"(?: value)?(?: of)? (?=\d)"
)
# Who wants a child is no child, nor who nurses or carries one, reads "you or your child" or takes
# baby aspirin.
_WISHED = re.compile(
    r"\byou(?:rself)?(?: or |/)your child\b|\bharm\s+(?:to\s+)?your\s+baby\b"
    r"|\b(?:unborn|breast[- ]?fed|nurs(?:ing|ed)|(?:breast[- ]?)?(?:feed(?:ing)?|nurs(?:e|ing))\s+"
    r"(?:their|your|her|an?|the))\s+(?:baby|babies|child|children|infants?)\b"
    r"|\b(?:wants?|wanting|trying for|hav(?:e|ing)|father(?:ing)?|planning|conceiv(?:e|ing))\s+"
    r"(?:to have\s+)?(?:an?other\s+|an?\s+|more\s+)?(?:baby|babies|child|children|kids?)\b"
    r"|\bbaby\s+(?=aspirin|asa\b)"
)
# "No more than 750 mg, even in those above 51 kg" is for those below as well.
_EVEN_IN = re.compile(r"\beven (?:in|for|if|with|when|among)\b[^|;.()]*")
_DIGIT = re.compile(r"\d")
_BARE = re.compile(r"\d+(?:\.\d+)?")
_MOST_OF = re.compile(r"(?P<open><)?\s*(?P<number>\d+(?:\.\d+)?)\Z")
_LEAST_OF = re.compile(r"\s*\b(?:min(?:imum)?|from)\b\.?$")
_GREATEST_OF = re.compile(r"\s*\b(?:max(?:imum)?|to)\b\.?$")
_YEARS_AND_MONTHS = re.compile(r"\b(\d+)[\s-]years?(?: and)? (\d|1[01])[\s-]months?\b")
_FROM_BIRTH = re.compile(r"\bbirth (?=through\b|to\b)")
_PER_WEIGHT = re.compile(r"(?:\bper|/)\s?(?:kg|kilogram)")
_OF_OTHERS = re.compile(
    r"\s*(?:(?:-|–|to)\s*\d+(?:\.\d+)?)?\s*-?(?:[×*]|mg|mcg|µg|g\b|ml\b|%|units?\b|times|/|hour|hr|minute|tablet|capsule|drop)"
)
_COUNTED = re.compile(r"\b(?:hour|day|week|month|cycle|dose|visit|step|table|study)s?\s*$")
_HOW_MANY = re.compile(r"\(?\bn\s?=\s?\d+\)?")
_PER = re.compile(r"(?:/|\b(?:per|each|every|once|q))\s*$")
_NO_TREATMENT = 50.0  # years; no treatment lasts so long
_REFERENCE = re.compile(r"\[\s*see\b[^\]]*\]?|\(\s*see\b[^()]*(?:\([^()]*\)[^()]*)*\)?", re.I)
_OF_ADULTS = 600.0  # months; "under 75 years" tells adults apart, and says nothing of children


def without_references(text: str) -> str:
    """A text without what it refers to, which says of nobody how old he is: "(See PRECAUTIONS,
    Geriatric Use.)"."""
    return _REFERENCE.sub(" ", text)


@lru_cache(maxsize=8192)
def spans_in(text: str) -> tuple[Span, ...]:
    """Every range that a sentence, a heading or a table row ("Head: cell | Head: cell") names.

    Words beside numbers bound them: "children 5 years and older" are no adults.
    """
    text = without_references(text)
    folded = text.casefold()
    if not (may_measure().search(folded) or may_be_lab().search(folded)):
        return ()
    folded = with_repeated_nouns(_EVEN_IN.sub(" ", _WISHED.sub(" ", folded)))
    told = exact_spans_in(text)
    named = [
        (span, at)
        for pattern, span in worded()
        if (at := _first_place(pattern, span, folded)) is not None
    ]
    if "|" in folded and len(named) > 1:
        heads = _narrowed_heads(folded)
        named = [(span, at) for span, at in named if span not in heads]
    # "Severe impairment and dialysis" names two; only people are bounded by numbers.
    people = [(span, at) for span, at in named if span.measure is Measure.AGE]
    found: dict[Span, None] = {}
    for span, bounding in _bound(text, told, people):
        words = [word for word in bounding if not _says_how_old(span, word)]
        found.update(dict.fromkeys([o for w in words if (o := span.overlap(w))] or [span]))
    alone = (
        word
        for word, _ in named
        if word.measure is not Measure.AGE or not any(word.meets(span) for span in told)
    )
    found.update(dict.fromkeys(alone))
    # "Severe renal impairment" says how badly; "renal impairment" does not.
    graded = {span.measure for span in found}
    impaired = (span for pattern, span in worded("impaired") if pattern.search(folded))
    return (*found, *(s for s in impaired if s.measure not in graded))


def _says_how_old(span: Span, word: Span) -> bool:
    """Whether numbers say from which age on people are called old: "elderly (> 60 years)"."""
    is_old = word.low >= ELDERLY and word.high == ENDLESS
    is_bound = span.measure is word.measure and span.high == ENDLESS
    return is_old and is_bound and span.low >= _OF_ADULTS


def _first_place(pattern: re.Pattern[str], span: Span, folded: str) -> int | None:
    """Where a word first names a range; kidneys that are denied ("without dialysis") are none."""
    places = (at.start() for at in pattern.finditer(folded))
    if span.measure is Measure.KIDNEY:
        places = (at for at in places if not is_denied(folded[:at]))
    return next(places, None)


def _narrowed_heads(row: str) -> set[Span]:
    """The ranges that the head of a column names and the row's cell below it narrows: "Adults:
    geriatric patients" are no adults of any age."""
    found: set[Span] = set()
    for cell in row.split("|"):
        head, _, said = cell.partition(":")
        of_cell = {span for pattern, span in worded() if pattern.search(said)}
        of_head = {s for pattern, s in worded() if of_cell and pattern.search(head)} - of_cell
        found.update(s for s in of_head if any(s.overlap(each) == each for each in of_cell))
    return found


def _bound(
    text: str, told: Sequence[Span], named: Sequence[tuple[Span, int]]
) -> list[tuple[Span, list[Span]]]:
    """Every range with the words that bound it: in "children 2 years and older and adults less
    than 65 years" each word has its own, in "adults and children 2 years and older" all share."""
    words = [span for span, _ in named]
    starts = sorted({at for _, at in named})
    if len(starts) < 2 or "|" in text:
        return [(span, words) for span in told]
    ends = [*starts[1:], len(text)]
    own: dict[Span, list[Span]] = {}
    having: set[int] = set()
    for start, end in zip(starts, ends, strict=True):
        for span in exact_spans_in(text[start:end]):
            beside = [w for w, at in named if at == start and w.measure is span.measure]
            if beside:
                own.setdefault(span, []).extend(beside)
                having.add(start)
    without = [w for w, at in named if at not in having]
    return [(span, [*own[span], *without] if span in own else words) for span in told]


@lru_cache(maxsize=8192)
def exact_spans_in(text: str) -> tuple[Span, ...]:
    """The ranges given in numbers, degrees, stages or classes; not words such as "children"."""
    folded = with_repeated_nouns(_EVEN_IN.sub(" ", text.casefold()))
    folded = THOUSANDS.sub("", _IN_OTHER_UNITS.sub("", folded))
    folded = _WRITTEN_OUT.sub(lambda m: figures().get(m[1], m[1]), folded)
    folded = age_bound().sub(lambda m: f"aged {bounds_of_age()[m[1]]} ", folded)
    folded = _AND_UP_TO.sub(r"\1 to ", folded)
    folded = _BOUND_FIRST.sub(_bound_last, folded)
    folded = _FROM_BIRTH.sub("0 years ", folded)
    folded = _YEARS_AND_MONTHS.sub(lambda m: f"{int(m[1]) * 12 + int(m[2])} months", folded)
    gestation = tuple(gestation_in(folded))
    folded = without_gestation(folded) if gestation else folded
    found: dict[Span, None] = {}
    graded: dict[Span, None] = {}
    for cell in _cells(folded):
        head = cell.partition(":")[0] if ":" in cell else ""
        # "Dose per kg body weight: 10 to 15" are doses and no weights.
        measure = measure_of(head)
        if measure is Measure.WEIGHT and _PER_WEIGHT.search(head):
            measure = None
        # "8 to 11 years of age: every 6 to 8 hours": what the head tells the rest does not tell.
        if measure and any(span.measure is measure for span in _numbered(head, None)):
            measure = None
        found.update(dict.fromkeys(_numbered(cell, measure)))
        graded.update(dict.fromkeys(_graded(cell)))
    # "Severe renal disease (clearance from 5 to 15)": the numbers say how severe.
    told = [span for span in graded if not any(span.meets(other) for other in found)]
    return tuple(dict.fromkeys((*found, *told, *gestation, *lab_spans_in(folded))))


def _cells(row: str) -> list[str]:
    """The cells of a row; of two side by side with the same head that each hold one number of what
    that measures, one range: "Weight range (kg): 32 | Weight range (kg): 35", and so of "Weight
    (kg) Min: 12 | Weight (kg) Max: < 30"."""
    cells: list[str] = []
    for cell in row.split("|"):
        before, first = _head_and_value(cells[-1]) if cells else ("", "")
        head, said = _head_and_value(cell)
        base, low, high = _LEAST_OF.sub("", before), _BARE.fullmatch(first), _MOST_OF.match(said)
        is_range = base == _GREATEST_OF.sub("", head) and low and high
        if is_range and high and measure_of(base) and float(first) < float(high["number"]):
            cells[-1] = f"{base}: {first} to {'less than ' * bool(high['open'])}{high['number']}"
        else:
            cells.append(cell)
    return cells


def _head_and_value(cell: str) -> tuple[str, str]:
    head, _, said = cell.partition(":")
    return head.strip(), said.strip()


def telling_spans_in(text: str) -> tuple[Span, ...]:
    """The exact ranges, and those of words that tell as much as a number: "elderly" says more of
    who is 81 than "12 years and older"."""
    aged = (s for s in spans_in(text) if s.measure is Measure.AGE and s.low >= ELDERLY)
    return tuple(dict.fromkeys((*exact_spans_in(text), *aged)))


def _bound_last(said: re.Match[str]) -> str:
    return f"{said[2]} {said[1]} " if measure_of(said[2]) else said[0]


def _numbered(cell: str, measure: Measure | None) -> Iterator[Span]:
    """Ranges with numbers; `measure` is the one that the cell's head names, for bare numbers."""
    if not _DIGIT.search(cell):
        return
    for match in ranges().finditer(cell):
        if _are_two(match):  # "9 y/o but 43 kg"
            yield from _numbered(cell[match.start() : match.start("joins")], measure)
            yield from _numbered(cell[match.end("joins") : match.end()], measure)
            continue
        unit = match["unit2"] or match["unit1"]
        named = measure_of(match["name"] or "") or measure
        known = units().get(plain(unit)) if unit else None
        if _PER.search(cell[: match.start("first")]):  # "3 mL per 10 kg", "every 6 to 8 hours"
            continue
        if known is None and (named is None or not _is_bare(match, cell)):
            continue
        if known and known[0] is Measure.AGE and not _is_age(match, named, cell):
            continue
        kind, factor = known or (named, 12.0 if named is Measure.AGE else 1.0)
        own = units().get(plain(match["unit1"])) if match["unit1"] else None
        if kind is not None:
            yield _span(match, kind, own[1] if own else factor, factor)


def _are_two(match: re.Match[str]) -> bool:
    """Whether two numbers are of two measures, or leave out what lies between them ("younger than 6
    months and older than 6 years"), and no range."""
    before, within = (bounds().get(plain(match[each] or ""), "") for each in ("before", "before2"))
    if before[:1] == ("high",) and within[:1] == ("low",):
        return True
    told = [units().get(plain(match[each] or "")) for each in ("unit1", "unit2")]
    return len({unit[0] for unit in told if unit}) > 1


def _span(match: re.Match[str], measure: Measure, low_factor: float, factor: float) -> Span:
    first = float(match["first"]) * low_factor
    # Whoever is 17 is not yet 18.
    whole = factor if measure is Measure.AGE else 0.0
    second = float(match["second"]) * factor if match["second"] else first
    is_single = not match["second"] or (second < first and match["unit1"] and not match["unit2"])
    if not is_single:  # "68 yo - 1 or 2 shots?" tells one age, "60-30 mL/min" a range
        first, second = sorted((first, second))
        side, end = bounds()[plain(match["joins"])]
        is_open = end == "open" or bool(
            match["before2"] and bounds()[plain(match["before2"])][1] == "open"
        )
        high = second if is_open else second + whole
        opens = bool(match["before"]) and bounds()[plain(match["before"])] == ("low", "open")
        return Span(measure, first, high, opens, is_open or bool(whole))
    bound = match["before"] or match["follows"]
    if not bound:
        return Span(measure, first, first + whole, closes=bool(whole))
    side, end = bounds()[plain(bound)]
    is_open = end == "open"
    if side == "low":
        return Span(measure, first, opens=is_open)
    low = ADULT if measure is Measure.AGE and first >= _OF_ADULTS else 0.0
    return Span(measure, low, first if is_open else first + whole, closes=is_open or bool(whole))


def _is_bare(match: re.Match[str], cell: str) -> bool:
    """Whether a number without a unit is one of the measure named before it: no dose, no part of a
    date or of a longer number, no time ("children: 80 mg at week 0")."""
    is_counted = _COUNTED.search(cell[: match.start("first")])
    return not is_counted and not _OF_OTHERS.match(cell[match.end() :])


def _is_age(match: re.Match[str], named: Measure | None, cell: str) -> bool:
    """Whether years, months or days are an age and no length of time."""
    if named is Measure.AGE or match["old"] or match["old1"]:
        return True
    if _PEOPLE.search(cell[: match.start()]):  # "children under 6 years"
        return True
    words = f"{match['before'] or ''} {match['follows'] or ''}"
    unit = (match["unit2"] or match["unit1"] or "").strip()
    if re.search(r"older|younger", words) or ("from" in words and unit.startswith(("y", "mo"))):
        return True
    if not unit.startswith("y"):
        return False
    # Nothing lasts "65 years and over"; "patients > 75 years" and a cell of its own tell whom.
    behind = _HOW_MANY.sub("", cell[match.end() :].partition(":")[0])
    is_alone = not (cell[: match.start()].strip() or behind.strip()) and words.strip()
    is_whom = _GROWN.search(cell[: match.start()]) or re.search(
        "over|above", match["follows"] or ""
    )
    is_long = bool(words.strip()) and float(match["first"]) >= _NO_TREATMENT
    return unit in ("yo", "y/o") or bool(match["second"] or is_whom or is_alone or is_long)


def _graded(cell: str) -> Iterator[Span]:
    organs, graded = degrees()
    for match in graded.finditer(cell):
        organ = organs[match["organ"]]
        for degree in re.findall(r"[a-z]+", match["degrees"]):
            found = degree_spans().get((organ, degree))
            if found:
                yield found
    for match in stages().finditer(cell):
        yield degree_spans()[(Measure.KIDNEY, f"{match['stage']}")]
    for match in classes().finditer(cell):
        for letter in re.findall(r"\b[abc]\b", match["letters"]):
            yield degree_spans()[(Measure.LIVER, letter)]
    for match in scores().finditer(cell):
        ends = (match["first"], match["second"] or match["first"])
        first, second = (degree_spans()[(Measure.LIVER, score)] for score in ends)
        yield Span(Measure.LIVER, first.low, second.high)
