"""A synthetic library: seeded labels that look like real ones, about 200 FactSpans each.

Nothing of it comes from a file of a label. Sections, sentences and tables are in scale_label.yaml;
what kind a sentence is and what it states, the product's own vocabulary says, once a sentence.
"""

import hashlib
import random
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import yaml

from bench.scale_names import NameMaker
from monograph_qa.domain.geometry import Box, PageBox
from monograph_qa.domain.label import (
    DrugName,
    FactKind,
    FactSpan,
    Image,
    ImageKind,
    Label,
    LabelFormat,
    Monograph,
    NameKind,
    Section,
    fact_id_of,
    label_id_of,
    section_id_of,
)
from monograph_qa.domain.sectioned import PieceKind
from monograph_qa.facts.kinds import kind_of
from monograph_qa.vocabulary.attributes import attributes_of
from monograph_qa.vocabulary.sections import section_by_key

_WHEN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
_PARSER = "synthetic"
_LINES = 14  # FactSpans on one page
_ROW = "{any} | {n} | {m}"
_MOST_OF_ONE = 120  # labels of one ingredient


@dataclass(frozen=True, slots=True)
class Planned:
    """A label to be made: its place in the library and its names. Without a brand it is a generic,
    one of perhaps many of its ingredient."""

    index: int
    ingredient: str
    brand: str | None
    salt: str
    form: str
    other: str  # a drug that its text speaks of


@dataclass(frozen=True, slots=True)
class _Said:
    words: str
    kind: FactKind
    attributes: tuple[str, ...]
    context: str | None = None


@dataclass(frozen=True, slots=True)
class _Heading:
    """A section to be written: its own sentences, and how many more and how many rows follow."""

    number: str
    key: str
    code: str | None
    heading: str
    says: tuple[_Said, ...]
    sayings: tuple[_Said, ...]
    row: _Said
    more: int
    rows: int


@dataclass(frozen=True, slots=True)
class _Pools:
    effects: tuple[str, ...]
    illnesses: tuple[str, ...]
    forms: tuple[str, ...]
    salts: tuple[str, ...]


def planned(seed: int) -> Iterator[Planned]:
    """Labels without end, in an order that the seed fixes: first the one library, then what is
    loaded into it. Most ingredients have few labels and some have very many."""
    chance = random.Random(f"plan {seed}")
    names = NameMaker(seed)
    ingredients, brands = names.ingredients(), names.brands()
    _, pools = _read()
    index, other = count(), "warfarin"
    for ingredient in ingredients:
        salt = chance.choice(pools.salts)
        for at in range(min(_MOST_OF_ONE, int(chance.paretovariate(1.1)))):
            brand = next(brands) if at == 0 or chance.random() < 0.4 else None
            yield Planned(next(index), ingredient, brand, salt, chance.choice(pools.forms), other)
        other = ingredient


def monograph(plan: Planned, seed: int) -> Monograph:
    """The label as planned, whole; every quote is its section's text between its offsets."""
    chance = random.Random(f"{seed} {plan.index}")
    label = _label(plan, chance)
    headings, pools = _read()
    values = _values(plan, pools, chance)
    sections: list[Section] = []
    facts: list[FactSpan] = []
    above: dict[str, Section] = {}
    for ordinal, heading in enumerate(headings, 1):
        parent = above.get(heading.number.rpartition(".")[0])
        section, said = _section(label, ordinal, heading, parent, values, len(facts), chance, pools)
        if heading.number:
            above[heading.number] = section
        sections.append(section)
        facts += said
    home = next(s.section_id for s in sections if s.section_key == "description")
    names = [DrugName(plan.ingredient, NameKind.GENERIC, label.label_id)]
    names.append(DrugName(f"{plan.ingredient} {plan.salt}", NameKind.SALT, label.label_id))
    if plan.brand:
        names.append(DrugName(plan.brand, NameKind.BRAND, label.label_id))
    images = (_image(label, home, chance),)
    return Monograph(label, tuple(names), tuple(sections), tuple(facts), images)


def _label(plan: Planned, chance: random.Random) -> Label:
    name = plan.brand or plan.ingredient
    path = f"/labels/{name.lower()}_{plan.index}.pdf"
    shown = f"{plan.brand} ({plan.ingredient})" if plan.brand else plan.ingredient.upper()
    sha256 = f"{chance.getrandbits(256):064x}"
    return Label(
        label_id=label_id_of(sha256, _PARSER),
        doc_key=f"file:{path}",
        version=1,
        superseded_by=None,
        drug=plan.ingredient,
        title=f"{shown} {plan.form}, for oral use",
        format=LabelFormat.PLR,
        source_path=path,
        sha256=sha256,
        page_count=16,
        revision_date=f"20{chance.randint(10, 26)}-{chance.randint(1, 12):02}",
        parser=_PARSER,
        ingested_at=_WHEN,
    )


def _section(
    label: Label, ordinal: int, heading: _Heading, parent: Section | None, values: dict[str, Any],
    first: int, chance: random.Random, pools: _Pools,
) -> tuple[Section, list[FactSpan]]:  # fmt: skip
    title = f"{heading.number} {heading.heading.format_map(values)}".lstrip()
    said = [*heading.says, *chance.sample(heading.sayings, heading.more)]
    said += [heading.row] * heading.rows
    told: list[tuple[str, _Said, PageBox]] = []
    for ordinal_of_fact, each in enumerate(said, first):
        values["any"], values["sick"] = chance.choice(pools.effects), chance.choice(pools.illnesses)
        values["n"], values["m"] = int(chance.random() * 90) + 2, int(chance.random() * 40) + 2
        quote = each.words.format_map(values)
        page, line = 1 + ordinal_of_fact // _LINES, ordinal_of_fact % _LINES
        top = 72.0 + 44.5 * line
        box = PageBox(page, Box(72.0, top, 540.0 - values["n"], top + 22.6))
        told.append((quote, each, box))
    text = "\n".join(quote for quote, _, _ in told)
    path = f"{parent.heading_path} > {title}" if parent else title
    section_id = section_id_of(label.label_id, ordinal, path, text)
    facts: list[FactSpan] = []
    start = 0
    for ordinal_of_fact, (quote, each, box) in enumerate(told, first):
        stop = start + len(quote)
        fact = FactSpan(
            fact_id_of(section_id, start, stop), section_id, label.label_id, ordinal_of_fact,
            start, stop, quote, each.kind, each.attributes, box.page, (box,), each.context,
        )  # fmt: skip
        facts.append(fact)
        start = stop + 1
    pages = [fact.page for fact in facts if fact.page]
    here = 1 + first // _LINES
    section = Section(
        section_id=section_id,
        label_id=label.label_id,
        ordinal=ordinal,
        parent_id=parent.section_id if parent else None,
        level=1 + heading.number.count("."),
        heading=title,
        heading_path=path,
        section_number=heading.number or None,
        section_code=heading.code,
        section_key=heading.key,
        text=text,
        page_first=pages[0] if pages else here,
        page_last=pages[-1] if pages else here,
    )
    return section, facts


def _values(plan: Planned, pools: _Pools, chance: random.Random) -> dict[str, Any]:
    """What stands in the braces of this label's sentences."""
    effects, illnesses = chance.sample(pools.effects, 3), chance.sample(pools.illnesses, 3)
    dose = chance.choice((5, 10, 20, 25, 40, 50, 75, 100, 150, 200, 300))
    return {
        "Name": plan.brand or plan.ingredient.capitalize(),
        "drug": plan.ingredient, "Drug": plan.ingredient.capitalize(), "other": plan.other,
        "salt": plan.salt, "form": plan.form, "Form": plan.form.capitalize(),
        "effect": effects[0], "Effect": effects[0].capitalize(), "EFFECT": effects[0].upper(),
        "effect2": effects[1], "effect3": effects[2],
        "illness": illnesses[0], "illness2": illnesses[1], "illness3": illnesses[2],
        "dose": dose, "half": dose / 2, "maximum": 4 * dose, "few": chance.randint(2, 14),
        "percent": chance.randint(1, 60), "bound": chance.randint(20, 99),
        "hours": round(chance.uniform(0.5, 60), 1), "clear": chance.randint(10, 90),
        "many": chance.randint(100, 3000), "mass": round(chance.uniform(150, 900), 2),
        "year": chance.randint(1960, 2026), "code": f"{chance.choice('ABKLTZ')}{dose}",
    }  # fmt: skip


def _image(label: Label, section_id: str, chance: random.Random) -> Image:
    png = _png(chance)
    return Image(
        image_id=f"img_{chance.getrandbits(80):020x}",
        label_id=label.label_id,
        section_id=section_id,
        page=11,
        box=PageBox(11, Box(200.0, 300.0, 400.0, 420.0)),
        kind=ImageKind.CHEMICAL_STRUCTURE,
        confidence=round(chance.uniform(0.8, 1.0), 4),
        classifier="synthetic",
        caption=None,
        sha256=hashlib.sha256(png).hexdigest(),
        png=png,
    )


def _png(chance: random.Random) -> bytes:
    """A small grey picture, a few hundred bytes of which do not compress."""
    width, height = 120, 60
    rows = b"".join(
        b"\0" + b"\xff" * 60 + chance.randbytes(12) + b"\xff" * 48 for _ in range(height)
    )
    parts = {
        b"IHDR": struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0),
        b"IDAT": zlib.compress(rows, 1),
        b"IEND": b"",
    }
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts.items()
    )


@cache
def _read() -> tuple[tuple[_Heading, ...], _Pools]:
    written = yaml.safe_load(Path(__file__).with_name("scale_label.yaml").read_text("utf-8"))
    pools = _Pools(*(tuple(written[k]) for k in ("effects", "illnesses", "forms", "salts")))
    sample = {
        name: 7 if isinstance(value, int | float) else value
        for name, value in _values(
            Planned(0, "drug", "Name", "", "", ""), pools, random.Random(0)
        ).items()
    } | {"any": "such a reaction", "sick": "other illnesses", "effect": "it", "n": 7, "m": 3}
    keys = {row["number"]: row["key"] for row in written["sections"]}

    def said(words: str, row: Mapping[str, Any], piece: PieceKind) -> _Said:
        line = (row["key"], keys.get(row["number"].rpartition(".")[0], row["key"]))
        text = words.format_map(sample)
        is_body = row["key"] != "product_name"
        kind = kind_of(text, piece, is_body=is_body)
        found = attributes_of(text, line) if is_body and kind is not FactKind.OTHER else ()
        context = "Reaction | Treated (%) | Placebo (%)" if piece is PieceKind.TABLE_ROW else None
        return _Said(words, kind, found, context)

    headings = tuple(
        _Heading(
            row["number"],
            row["key"],
            section_by_key(row["key"]).loinc,
            row["heading"],
            tuple(said(words, row, PieceKind.TEXT) for words in row["says"]),
            tuple(said(words, row, PieceKind.TEXT) for words in written["sayings"]),
            said(_ROW, row, PieceKind.TABLE_ROW),
            row.get("more", 0),
            row.get("rows", 0),
        )
        for row in written["sections"]
    )
    return headings, pools
