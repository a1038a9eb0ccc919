"""Forged quotes, one function a kind. Each takes a stored sentence and gives forged ones of it.

A forgery here is another text under the sentence's own citation; `misplaced.py` holds those that
move a true text to a wrong place.
"""

import csv
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

from bench.forging.field import Field
from monograph_qa.gate.stored import StoredSpan

Forge = Callable[[StoredSpan, Field], Iterator[str]]

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_UNIT = re.compile(r"(?<=[\d ])(mg|mL|mcg|kg|mEq|mmol|ng|dL|IU|g|L)(?![A-Za-z])")
_NEGATION = re.compile(r"\b(?:not|never|no|without|cannot|neither|nor|non-?)\s?", re.IGNORECASE)
_EXCEPTION = re.compile(
    r"[,;]?\s*\b(?:unless|except(?: for| in| when)?|only if|only in|if|when|in patients with)\b"
    r"[^,;.]*",
    re.IGNORECASE,
)
_TWINS = str.maketrans("aceopxyiABEHKMOPTX", "асеорхуіАВЕНКМОРТХ")
_UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u202e\u00ad"
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_FLAT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉ", "0123456789abcde")
_FRACTIONS = {"½": "1/2", "¼": "1/4", "¾": "3/4"}


@cache
def _swaps() -> Mapping[str, tuple[tuple[re.Pattern[str], str], ...]]:
    """swaps.csv by kind: what is looked for, whole words only, and what it becomes."""
    found: dict[str, list[tuple[re.Pattern[str], str]]] = {}
    with Path(__file__).with_name("swaps.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            words = row["from"]
            left = r"(?<![A-Za-z])" if words[0].isalpha() else ""
            right = r"(?![A-Za-z])" if words[-1].isalnum() else ""
            pattern = re.compile(left + re.escape(words) + right)
            found.setdefault(row["kind"], []).append((pattern, row["to"]))
    return {kind: tuple(each) for kind, each in found.items()}


def _swapped(kind: str) -> Forge:
    def forge(span: StoredSpan, field: Field) -> Iterator[str]:
        text = span.fact.quote
        for pattern, other in _swaps()[kind]:
            places = list(pattern.finditer(text))
            if places:
                at = field.chance.choice(places)
                yield text[: at.start()] + other + text[at.end() :]

    return forge


def _at_numbers(change: Callable[[str, Field], str]) -> Forge:
    def forge(span: StoredSpan, field: Field) -> Iterator[str]:
        text = span.fact.quote
        places = list(_NUMBER.finditer(text))
        for at in field.chance.sample(places, min(3, len(places))):
            yield text[: at.start()] + change(at[0], field) + text[at.end() :]

    return forge


def _other_number(number: str, field: Field) -> str:
    at = field.chance.randrange(len(number))
    while not number[at].isdigit():
        at = field.chance.randrange(len(number))
    digit = field.chance.choice([d for d in "0123456789" if d != number[at]])
    return number[:at] + digit + number[at + 1 :]


def _other_decimal(number: str, field: Field) -> str:
    if "." in number or "," in number:
        how = field.chance.choice(["", ",", "."])
        changed = number.replace(".", how).replace(",", how)
        return changed if changed != number else number.replace(".", "").replace(",", "")
    return field.chance.choice([f"{number}.0", f"0.{number}", f"{number[:1]}.{number[1:] or '5'}"])


def _digit_cut(number: str, field: Field) -> str:
    at = field.chance.randrange(len(number))
    return number[:at] + number[at + 1 :] if len(number) > 1 else number + "0"


def _numbers_swapped(span: StoredSpan, field: Field) -> Iterator[str]:
    text = span.fact.quote
    places = list(_NUMBER.finditer(text))
    for one, other in pairwise(places):
        middle = text[one.end() : other.start()]
        yield text[: one.start()] + other[0] + middle + one[0] + text[other.end() :]


def _sign(span: StoredSpan, field: Field) -> Iterator[str]:
    text = span.fact.quote
    places = list(re.finditer(r"(?<![\w)%.])[-+−–](?=[.]?\d)", text))
    for at in places[:2]:
        for other in ("", "+", "-", "−"):
            yield text[: at.start()] + other + text[at.end() :]
    numbers = list(re.finditer(r"(?<= )\d", text))
    if numbers:
        at = field.chance.choice(numbers)
        yield f"{text[: at.start()]}{field.chance.choice('-−')}{text[at.start() :]}"


def _negation_cut(span: StoredSpan, field: Field) -> Iterator[str]:
    text = span.fact.quote
    for at in _NEGATION.finditer(text):
        yield text[: at.start()] + text[at.end() :]


def _exception_cut(span: StoredSpan, field: Field) -> Iterator[str]:
    text = span.fact.quote
    for at in _EXCEPTION.finditer(text):
        yield text[: at.start()] + text[at.end() :]


def _cut_end(span: StoredSpan, field: Field) -> Iterator[str]:
    words = span.fact.quote.split(" ")
    if len(words) > 4:
        kept = field.chance.randrange(2, len(words))
        yield " ".join(words[:kept])
        yield " ".join(words[:kept]).rstrip(",;:") + "."


def _cut_start(span: StoredSpan, field: Field) -> Iterator[str]:
    words = span.fact.quote.split(" ")
    if len(words) > 4:
        rest = " ".join(words[field.chance.randrange(1, len(words) - 2) :])
        yield rest
        yield rest[:1].upper() + rest[1:]


def _cut_middle(span: StoredSpan, field: Field) -> Iterator[str]:
    words = span.fact.quote.split(" ")
    if len(words) > 6:
        start = field.chance.randrange(1, len(words) - 3)
        stop = field.chance.randrange(start + 1, len(words) - 1)
        yield " ".join([*words[:start], *words[stop:]])
        yield " ".join([*words[:start], "...", *words[stop:]])


def _drug_named(span: StoredSpan, field: Field) -> Iterator[str]:
    text, drug = span.fact.quote, span.label.drug
    others = [each for each in field.drugs if each.casefold() != drug.casefold()]
    for name in dict.fromkeys((drug, drug.lower(), drug.upper(), drug.capitalize())):
        if len(name) > 3 and name in text and others:
            yield text.replace(name, field.chance.choice(others))


def _spliced(span: StoredSpan, field: Field) -> Iterator[str]:
    others = [s for s in field.beside(span) if s.fact.fact_id != span.fact.fact_id]
    if not others:
        return
    other = field.chance.choice(others).fact.quote
    yield f"{span.fact.quote} {other}"
    one, two = span.fact.quote.split(" "), other.split(" ")
    if len(one) > 3 and len(two) > 3:
        yield " ".join(one[: len(one) // 2] + two[len(two) // 2 :])


def _with_lead_in(span: StoredSpan, field: Field) -> Iterator[str]:
    if span.fact.context:
        yield f"{span.fact.context} {span.fact.quote}"


def _fabricated(span: StoredSpan, field: Field) -> Iterator[str]:
    """A sentence made of words of the cited section alone, in an order of its own."""
    words = span.section.text.split()
    if len(words) > 12:
        yield " ".join(field.chance.sample(words, 12)) + "."


def _added(span: StoredSpan, field: Field) -> Iterator[str]:
    text = span.fact.quote
    more = ("in children", "in all patients", "during pregnancy", "without monitoring", "at most")
    added = field.chance.choice(more)
    yield f"{text.rstrip('.')} {added}."
    words = text.split(" ")
    at = field.chance.randrange(len(words))
    yield " ".join([*words[:at], added, *words[at:]])


def _look_alike(span: StoredSpan, field: Field) -> Iterator[str]:
    text = span.fact.quote
    places = [at for at, each in enumerate(text) if each.translate(_TWINS) != each]
    if places:
        at = field.chance.choice(places)
        yield text[:at] + text[at].translate(_TWINS) + text[at + 1 :]


def _unseen(span: StoredSpan, field: Field) -> Iterator[str]:
    text = span.fact.quote
    inside_numbers = [at.start() + 1 for at in re.finditer(r"\d(?=\d)", text)]
    if inside_numbers:
        at = field.chance.choice(inside_numbers)
        yield text[:at] + field.chance.choice(_UNSEEN) + text[at:]
    if len(text) > 2:
        at = field.chance.randrange(1, len(text))
        yield text[:at] + field.chance.choice(_UNSEEN[:-1]) + text[at:]


def _superscript(span: StoredSpan, field: Field) -> Iterator[str]:
    text = span.fact.quote
    flat = text.translate(_FLAT)
    for fraction, spelled in _FRACTIONS.items():
        flat = flat.replace(fraction, spelled)
    if flat != text:
        yield flat
    places = list(_NUMBER.finditer(text))
    if places:
        at = field.chance.choice(places)
        yield text[: at.start()] + at[0].translate(_RAISED) + text[at.end() :]


def _unit_case(span: StoredSpan, field: Field) -> Iterator[str]:
    text = span.fact.quote
    for at in list(_UNIT.finditer(text))[:2]:
        yield text[: at.start()] + at[0].swapcase() + text[at.end() :]


def _joined(span: StoredSpan, field: Field) -> Iterator[str]:
    """A space or a dash lost or won, where it parts or joins figures."""
    text = span.fact.quote
    for at in list(re.finditer(r"(?<=\d)[ –-](?=\d)", text))[:2]:
        yield text[: at.start()] + text[at.end() :]
    for at in list(re.finditer(r"(?<=\d)(?=\d)", text))[:1]:
        yield f"{text[: at.start()]} {text[at.start() :]}"
        yield f"{text[: at.start()]}-{text[at.start() :]}"


FORGERIES: Mapping[str, Forge] = {
    "number changed": _at_numbers(_other_number),
    "decimal moved": _at_numbers(_other_decimal),
    "digit cut or added": _at_numbers(_digit_cut),
    "two numbers swapped": _numbers_swapped,
    "figures joined or parted": _joined,
    "unit": _swapped("unit"),
    "unit in other letters": _unit_case,
    "denominator": _swapped("denominator"),
    "comparator": _swapped("comparator"),
    "sign": _sign,
    "superscript or fraction": _superscript,
    "negation edited": _swapped("negation edited"),
    "negation cut": _negation_cut,
    "exception cut": _exception_cut,
    "frequency": _swapped("frequency"),
    "hedge": _swapped("hedge"),
    "direction": _swapped("direction"),
    "drug named otherwise": _drug_named,
    "end cut": _cut_end,
    "start cut": _cut_start,
    "middle cut": _cut_middle,
    "words added": _added,
    "two sentences spliced": _spliced,
    "lead-in drawn into item": _with_lead_in,
    "made of the section's words": _fabricated,
    "look-alike letter": _look_alike,
    "unseen character": _unseen,
}
