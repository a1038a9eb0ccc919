"""A card of doses: by indication as the label heads them, for age and weight, kidneys and liver,
beside other drugs, and how the drug is prepared. A list stays whole behind its lead-in."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

from monograph_qa.domain.frame import Facet, FrameValue, has_amount
from monograph_qa.domain.label import CELL, HEADED, Label
from monograph_qa.domain.search import Block, FoundLine, View
from monograph_qa.frames.spans import ADULT, ELDERLY, ORGANS, Measure
from monograph_qa.pipeline.sides import (
    ACTS,
    SILENT,
    Passage,
    Placed,
    found_line,
    grouped,
    is_directed,
    label_concepts,
    lines_of,
    nearest,
    passages,
    view_of,
)
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.attributes import attributes, attributes_of
from monograph_qa.vocabulary.question_words import words_with_role

_DOSING = frozenset({"dosage_and_administration", "pmi_directions", "otc_directions"})
_PATIENTS = frozenset({"pmi_directions"})
_CONTRAINDICATED = "contraindications"
_TELLING = frozenset({_CONTRAINDICATED, "renal_impairment", "hepatic_impairment"})
_OF_ORGANS = frozenset({"renal_dose", "hepatic_dose"})
_ADJUSTED = frozenset({"dose_adjustment", "max_dose", "starting_dose", "maintenance_dose"})
_NOT_USUAL = frozenset({"dose_adjustment", "missed_dose"})
_GIVEN = (Facet.AMOUNT, Facet.PRODUCT)  # "one 50 mg tablet" is a product
_OF_COURSE = frozenset({"discontinuation", "switching"})  # of a course, and no dose
_DOSES_TOO = _DOSING | {
    "use_in_specific_populations", _CONTRAINDICATED, "drug_interactions", "warnings",
    "warnings_and_precautions", "precautions", "boxed_warning", "renal_impairment",
    "hepatic_impairment", "pediatric_use", "geriatric_use",
}  # fmt: skip
_KIDNEYS, _LIVER, _AGES, _ELDERLY = "kidneys", "liver", "age and weight", "elderly"
_TOGETHER, _PREPARATION, _USUAL = "with other drugs", "preparation", ""
_CARD = (_AGES, _ELDERLY, _KIDNEYS, _LIVER, _TOGETHER)  # said, or silent; in this order
_STATED = {
    "renal_dose": _KIDNEYS,
    "hepatic_dose": _LIVER,
    "pediatric_dose": _AGES,
    "geriatric_dose": _ELDERLY,
}
_AGE_OR_WEIGHT = frozenset({Measure.AGE.value, Measure.WEIGHT.value})
_ON_AGES = frozenset({"pediatric_use", "geriatric_use"})
_ELSEWHERE = "Nothing by itself; other lines of this card speak of it."
_SOURCES = ("words", "lead_in", "heading")  # the nearest first


def doses(reader: LibraryReader, drug: str) -> View:
    """What each label of a drug says on doses: the usual ones by heading, then for age or weight,
    kidneys and liver, beside other drugs, and how it is prepared."""

    def blocks(label: Label) -> Iterator[Block]:
        usual: dict[str, list[Placed]] = {}
        card: dict[str, list[Placed]] = {name: [] for name in (*_CARD, _PREPARATION)}
        own_concepts = label_concepts(label)
        spoken_of: set[str] = set()  # by lines, wherever they stand
        # An annex for several strengths says the same in each.
        said: set[tuple[tuple[str, str, str | None], ...]] = set()
        for lines in _given(lines_of(reader, label)):
            once = tuple((e.section.heading, e.fact.quote, e.fact.context) for e in lines)
            if once in said:
                continue
            said.add(once)
            spoken_of |= {part for line in lines for part in _parts(line, own_concepts)}
            for_whom = _for_whom(lines, own_concepts)
            if for_whom:
                card[for_whom] += lines
            elif not lines[0].keys.isdisjoint(_DOSING):
                usual.setdefault(lines[0].section.heading_path, []).extend(lines)
        for heading in sorted(usual, key=lambda name: _comes_late(usual[name])):
            yield Block(heading, _shown(label, usual[heading]))
        for name in _CARD:
            # What forbids comes before what adjusts.
            card[name].sort(key=lambda line: _CONTRAINDICATED not in line.keys)
            yield Block(
                name, _shown(label, card[name]), _ELSEWHERE if name in spoken_of else SILENT
            )
        yield from grouped((_PREPARATION, e) for e in _shown(label, card[_PREPARATION]))

    return view_of(f"Doses of {drug}", reader, [drug], blocks)


def _shown(label: Label, lines: Sequence[Placed]) -> tuple[FoundLine, ...]:
    return tuple(found_line(label, line) for line in lines)


def _comes_late(lines: Sequence[Placed]) -> tuple[bool, bool]:
    """The usual dose comes first, then other dosing lines, then the advice for patients."""
    states = any(
        "dose" in e.fact.attributes
        and _NOT_USUAL.isdisjoint(e.fact.attributes)
        and any(v.facet in _GIVEN for v in e.fact.frame)
        for e in lines
    )
    return not lines[0].keys.isdisjoint(_PATIENTS), not states


def _given(lines: Sequence[Placed]) -> Iterator[Passage]:
    """What a card shows of each passage; each item of what is contraindicated forbids by itself."""
    for passage in passages(lines):
        if _CONTRAINDICATED in passage[0].keys:
            yield from ((line,) for line in passage if _gives_a_dose(line))
        elif giving := _giving(passage):
            yield giving


def _giving(passage: Passage) -> Passage:
    """What a card shows of a passage where a line gives a dose: a list whole (outside the dosing
    sections if its lead-in directs), else the lines that give one, rows if they are whole."""
    giving = tuple(line for line in passage if _gives_a_dose(line))
    if not passage[0].is_row:
        is_whole = not passage[0].keys.isdisjoint(_DOSING) or any(map(is_directed, passage))
        return passage if giving and is_whole else giving
    has_columns = any(CELL in line.fact.quote for line in passage)
    return tuple(line for line in giving if not _is_cut(line.fact.quote, has_columns))


def _is_cut(row: str, has_columns: bool) -> bool:
    """Whether a row lost cells of its own: there is one where others have several, or a unit
    without its number ("mg/5 mL")."""
    cells = [cell.rpartition(HEADED)[2] for cell in row.split(CELL)]
    if has_columns and len(cells) == 1:
        return True
    return any(_unit_alone().match(cell) for cell in cells)


@cache
def _unit_alone() -> re.Pattern[str]:
    units = "|".join(map(re.escape, sorted(words_with_role("unit"))))
    return re.compile(rf"(?:{units})\s*/\s*\d", re.IGNORECASE)


def _gives_a_dose(line: Placed) -> bool:
    """Whether a line says how much to give, to give less or none, or how it is prepared. Outside
    the dosing sections, and in leaflets, its own words must say it, not a lead-in or a heading."""
    keys, fact = line.keys, line.fact
    if keys.isdisjoint(_DOSES_TOO):
        return False
    stated = _doses_stated().intersection(fact.attributes)
    own_words = [v for v in fact.frame if v.source == "words"]
    gives = any(v.facet in _GIVEN for v in own_words)
    acts = any(v.concept in ACTS for v in own_words)
    if not keys.isdisjoint(_DOSING - _PATIENTS):
        of_organ = any(v.concept in ORGANS for v in own_words)  # "Experience is limited in …"
        return bool(stated) or gives or acts or of_organ or _is_of_preparation(line)
    if not keys.isdisjoint(_PATIENTS):
        return gives or "frequency" in stated or (bool(stated) and acts)
    if _CONTRAINDICATED in keys and (
        "drug_interaction" in fact.attributes or any(map(_is_of_patient, own_words))
    ):
        return True  # what is contraindicated has a dose, and it is none
    if not keys.isdisjoint(_TELLING):
        return bool(stated)
    recommends = any(v.concept == "recommends" for v in own_words)
    if gives and not stated.isdisjoint(_OF_ORGANS):
        return True
    directs = acts or recommends or not stated.isdisjoint(_ADJUSTED)
    reports = "incidence" in fact.attributes  # "leading to dose interruption in 2.8 %"
    return directs and not reports and bool(stated - _OF_COURSE)  # else it reports a study


def _is_of_patient(value: FrameValue) -> bool:
    """Whether a range tells of whom a line speaks: by kidneys, liver, age or weight."""
    return value.concept in ORGANS or value.concept in _AGE_OR_WEIGHT


@cache
def _doses_stated() -> frozenset[str]:
    return frozenset(each.key for each in attributes() if each.group == "dosing")


def _for_whom(passage: Passage, own_concepts: frozenset[str]) -> str:
    """The part of the card that a passage belongs to: that of its lead-in, else the one that all
    its lines agree on; without one it is the usual dose."""
    first = passage[0]
    of_lead_in = _USUAL if first.is_row or first.fact.context else _of_line(first, own_concepts)
    parts = {_of_line(line, own_concepts) for line in passage}
    if of_lead_in or len(parts) == 1:
        return of_lead_in or parts.pop()
    if first.keys.isdisjoint(_DOSING):  # no usual dose stands there
        return next(name for name in (*_CARD, _PREPARATION) if name in parts)
    return _USUAL


def _parts(line: Placed, own_concepts: frozenset[str]) -> Iterator[str]:
    """The parts of the card that a line speaks of, in whichever it stands."""
    yield _of_line(line, own_concepts)
    values = (*line.fact.frame, *line.section.frame)
    if any(v.concept in _AGE_OR_WEIGHT and (v.low, v.high) != (ADULT, None) for v in values):
        yield _AGES


def _of_line(line: Placed, own_concepts: frozenset[str]) -> str:
    values = [v for v in (*line.fact.frame, *line.section.frame) if v.concept not in own_concepts]
    if _is_of_preparation(line):
        return _PREPARATION
    organs = nearest(line, ORGANS)
    is_usual = bool(organs) and all(_is_usual(value, line) for value in organs)
    if organs and not is_usual:
        is_of_kidneys = any(value.concept == Measure.KIDNEY for value in organs)
        return _KIDNEYS if is_of_kidneys else _LIVER
    of_age = _patient_group(values)
    stated = [part for key, part in _STATED.items() if key in line.fact.attributes]
    if not any(v.concept in _AGE_OR_WEIGHT for v in values) and line.keys.isdisjoint(_ON_AGES):
        # "8 mg/kg" is no dose for children, and Child-Pugh no child.
        stated = [part for part in stated if part not in (_AGES, _ELDERLY)]
    if is_usual:
        stated = [part for part in stated if part not in (_KIDNEYS, _LIVER)]
    if of_age is not None:  # by range
        stated = [of_age, *(part for part in stated if part in (_KIDNEYS, _LIVER))]
    part = next(filter(None, stated), _USUAL)
    return part or (_TOGETHER if _is_of_another(line, values) else _USUAL)


def _is_usual(value: FrameValue, line: Placed) -> bool:
    """Whether a range of an organ takes in the healthy one, where a dose is given or under a
    heading that says so: "patients with CLcr 30 mL/min and above" are the usual ones."""
    above = (v for v in line.section.frame if v.concept == value.concept)
    is_headed = any(v.high is None for v in above)
    return value.high is None and (is_headed or has_amount(line.fact.frame))


def _is_of_preparation(line: Placed) -> bool:
    """Whether a line, or a heading above it in the dosing section, says how the drug is made ready,
    and not how often it is given, or that the dose is suspended."""
    is_given = not {"frequency", "dose_adjustment"}.isdisjoint(line.fact.attributes)
    if is_given or line.keys.isdisjoint(_DOSING):
        return False
    headings = (each.heading for each in line.sections if each.section_key not in _DOSING)
    stated = (attributes_of(heading, tuple(line.keys)) for heading in headings)
    return "reconstitution" in {*line.fact.attributes, *chain.from_iterable(stated)}


def _patient_group(values: Sequence[FrameValue]) -> str | None:
    """The block of the patients that a line is for, by age and weight: read from its words, else
    from its lead-in, else from its heading. "" where adults are among them, unless the heading is
    of children ("as for adults"); None where nothing is stated."""
    headed = [v for v in values if v.source == "heading" and v.concept == Measure.AGE.value]
    for source in _SOURCES:
        near = [v for v in values if v.source == source and v.concept in _AGE_OR_WEIGHT]
        ages = [v for v in near if v.concept == Measure.AGE.value and v.low is not None]
        if any(map(_has_adults, ages)):
            return _AGES if headed and not any(map(_has_adults, headed)) else _USUAL
        if near:
            return _ELDERLY if any((v.low or 0) >= ELDERLY for v in ages) else _AGES
    return None


def _has_adults(age: FrameValue) -> bool:
    return (age.low or 0) <= ADULT and (age.high is None or age.high > ADULT)


def _is_of_another(line: Placed, values: Sequence[FrameValue]) -> bool:
    """Whether a line says what changes beside another drug, and not only what is given with one."""
    named = {v.source for v in values if v.facet is Facet.COMEDICATION}
    acts = any(v.concept in ACTS for v in values if v.source == "words")
    if line.keys.isdisjoint(_DOSING | {"drug_interactions"}):
        named -= {"heading", "above"}  # "Hepatotoxicity" is no drug that is taken as well
    return bool(named) and (acts or "heading" in named or line.keys.isdisjoint(_DOSING))
