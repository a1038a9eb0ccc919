"""Whether a sentence is of the product asked about: a label may print several strengths, and an
annex several products of one brand, each by itself."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from monograph_qa.domain.frame import Facet, FrameValue
from monograph_qa.frames.amounts import amounts_in
from monograph_qa.frames.contrasts import changes_product, products_asked, products_in
from monograph_qa.frames.lines import LabelLines, stems_in_text
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signals.places import STUDIES
from monograph_qa.ranking.signs import Candidate, Sign
from monograph_qa.vocabulary.products import ingredients_of, names_of, us_name

_FOR_A_DOSE = re.compile(
    r"\bfor (?:an?|the|each|doses?) (?:[a-z]+ ){0,2}?(?:doses?|dosages?) of "
    r"(?P<number>\d{1,3}(?:[ ,\u202f]\d{3})+|\d+(?:\.\d+)?) ?(?P<unit>[a-zµμ]+)",
    re.I,
)
_REPORTING = STUDIES | {"adverse_reactions"}
"""Sections whose amounts are the doses of those of whom a figure is told."""
_NAMED_IN = frozenset({"product_name", "dosage_forms_and_strengths"})


def product_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` where the nearest text that names strengths of a form names that asked about,
    `excluded` where it names only others, or stands in the monograph of another product; `other`
    where it names only others than the amount that the patient takes, or that a study gave; `form`
    where it stands in the monograph of another form: of the pen, where the infusion is asked about;
    `part` where it speaks of another substance of a combination than the one asked about."""
    outermost = candidate.line.head.outermost
    if _is_of_another(asked, outermost):
        yield Sign("excluded", 1.0, "another product", excludes=True)
        return
    yield from _part_signs(asked, candidate)
    if form := _other_form(asked, outermost):
        yield Sign("form", 1.0, f"of the {form}")
    prepared = _prepared_for(candidate.fact.quote)
    units = {unit for _, unit in prepared}
    doses = {(value.low, value.unit.casefold()) for value in _amounts(asked.whole)} if units else ()
    if told := {dose for dose in doses if dose[1] in units}:
        is_met = not told.isdisjoint(prepared)
        yield Sign("agrees" if is_met else "other", 1.0, "the dose as asked" if is_met else "")
        return
    question = asked.intent.question
    # The strength of what was taken says nothing of what it is changed to.
    is_changed = changes_product(asked.whole)
    question = question.partition(" to ")[2] if is_changed else question
    wanted: Sequence[FrameValue] = _strengths_and_concentrations(question)
    taken = () if wanted or is_changed else _taken(asked.lines, asked.whole)
    wanted = wanted or taken
    if not wanted:
        return
    units = {strength.unit for strength in wanted}
    quote, *above = candidate.line.outwards
    if taken and not _REPORTING.isdisjoint(candidate.line.head.line):
        given = [each for each in _amounts(quote) if each.unit in units]
        if given:
            is_met = any(_is_one(each, other) for each in given for other in taken)
            yield Sign("agrees" if is_met else "other", 1.0, "at the dose as asked" * is_met)
            return
    own = asked.lines.titles.get(outermost, "")
    # In a sentence a concentration is that of what is prepared.
    headed = map(_strengths_and_concentrations, above)
    # A title's amounts are strengths: "0.6 mg solution for injection".
    titled = (*_strengths_and_concentrations(own), *_amounts(own))
    for strengths in (_strengths(quote), *headed, titled):
        named = [each for each in strengths if each.unit in units]
        if any(_is_one(each, other) for each in named for other in wanted):
            yield Sign("agrees", 1.0, "strength as asked")
            return
        if named:
            name = "other" if taken else "excluded"
            yield Sign(name, 1.0, "another strength", excludes=not taken)
            return


def _part_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """Where one substance of a combination is asked about by its name: whether a sentence is of
    that one alone, or only of others: the half-life of lidocaine is not that of prilocaine."""
    parts = [each for each in sorted(asked.own) if ingredients_of(each.split())]
    wanted = [part for part in parts if _says(asked.intent.question, part)]
    if len(parts) < 2 or not wanted or wanted == parts:
        return
    texts = (candidate.fact.quote, candidate.line.head.heading)
    of_each = ([part for part in parts if _says(text, part)] for text in texts)
    said = next(filter(None, of_each), [])
    if said and set(said) <= set(wanted):
        yield Sign("agrees", 1.0, f"of {', '.join(said)}")
    elif said and set(said).isdisjoint(wanted):
        yield Sign("part", 1.0, f"of {', '.join(said)}")


@lru_cache(maxsize=8192)
def _says(text: str, drug: str) -> bool:
    """Whether a text names a drug by any of its national names."""
    return any(re.search(rf"\b{re.escape(name)}\b", text, re.I) for name in names_of(us_name(drug)))


@lru_cache(maxsize=4096)
def _prepared_for(quote: str) -> frozenset[tuple[float, str]]:
    """The doses that a sentence says it is for, each with its unit: "for the dose of 1 680 mg, take
    28 mL"."""
    return frozenset(
        (float("".join(each["number"].replace(",", "").split())), each["unit"].casefold())
        for each in _FOR_A_DOSE.finditer(quote)
    )


@lru_cache(maxsize=4096)
def _amounts(text: str) -> tuple[FrameValue, ...]:
    """The single amounts of a text: no strengths of forms, and no ranges."""
    return tuple(v for v in amounts_in(text) if v.facet is Facet.AMOUNT and v.low == v.high)


def _is_of_another(asked: Asked, outermost: str) -> bool:
    """Whether a line stands in a monograph whose name says more than the brand ("Mix25") where
    the question does not, or less where it does."""
    known = asked.lines.product_words
    if not known:
        return False
    own = known.get(outermost, frozenset())
    said = _stems(asked.intent.question)
    return own != frozenset(word for words in known.values() for word in words if word in said)


def _other_form(asked: Asked, outermost: str) -> str:
    """The form of the monograph in which a line stands, where another one asked about has its own;
    "" where it is of the form asked about, or none is told."""
    titles = asked.lines.titles
    own = titles.get(outermost)
    if own is None:
        return ""
    for group, wanted in products_asked(asked.whole).items():
        here = products_in(own).get(group, frozenset())
        if wanted.isdisjoint(here) and any(_names(e, group, wanted) for e in titles.values()):
            return ", ".join(sorted(here)) or "plain release"
    return ""


def _names(title: str, group: str, wanted: frozenset[str]) -> bool:
    return not wanted.isdisjoint(products_in(title).get(group, ()))


@lru_cache(maxsize=64)
def _stems(question: str) -> frozenset[str]:
    return frozenset(stems_in_text(question))


@lru_cache(maxsize=4096)
def _strengths(text: str) -> tuple[FrameValue, ...]:
    """The strengths of forms that a text names."""
    return tuple(value for value in amounts_in(text) if value.facet is Facet.PRODUCT)


@lru_cache(maxsize=4096)
def _strengths_and_concentrations(text: str) -> tuple[FrameValue, ...]:
    return (*_strengths(text), *_concentrations(text))


@lru_cache(maxsize=4096)
def _concentrations(text: str) -> tuple[FrameValue, ...]:
    """The concentrations of a text: that of "300 mg/3 ml" is 100 mg/ml."""
    found = []
    for value in amounts_in(text):
        if value.concept == "concentration" and value.low == value.high:
            found.append(replace(value, concept=""))
        elif value.concept[:1].isdigit() and value.low is not None:
            each_ml = value.low / float(value.concept.removesuffix("ml").replace(",", "."))
            unit = f"{value.unit}/ml"
            found.append(replace(value, concept="", low=each_ml, high=each_ml, unit=unit))
    return tuple(found)


@lru_cache(maxsize=8)  # the labels that a question is asked of
def _taken(lines: LabelLines, question: str) -> tuple[FrameValue, ...]:
    """The amounts of a question that are strengths of the label's forms: "on 20 mg" may be one
    tablet of these."""
    amounts = _amounts(question)
    printed = (line.quote for line in lines.lines if not _NAMED_IN.isdisjoint(line.head.line))
    # "Zentrol 3 mg solution for injection" names a strength as well as "3 mg tablets".
    named = (e for quote in printed for e in (*_strengths(quote), *_amounts(quote)))
    strengths = list(named) if amounts else []
    return tuple(v for v in amounts if any(_is_one(v, each) for each in strengths))


def _is_one(strength: FrameValue, other: FrameValue) -> bool:
    """Whether two strengths may be of one product: "80 mg/2 ml" and "80 mg vial" may be, "80 mg/2
    ml" and "80 mg/4 ml" are not."""
    if (strength.low, strength.unit) != (other.low, other.unit):
        return False
    volumes = {each.concept for each in (strength, other) if each.concept[:1].isdigit()}
    return len(volumes) < 2
