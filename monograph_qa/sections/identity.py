"""What a label is about: drug, names, title, revision date, from its own first words.

A name counts when a fixed phrase of the layout holds it *and* the label goes on to use it: a word
caught by accident is not repeated through a document.
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from monograph_qa.domain.label import DrugName, LabelFormat, NameKind
from monograph_qa.domain.parsed import Block, BlockKind, ParsedLabel
from monograph_qa.domain.sectioned import Identity, SectionText
from monograph_qa.sections.names import (
    FoundName,
    clean,
    ingredients,
    is_plausible,
    names_in_composition,
    names_in_line,
    without_salt,
)
from monograph_qa.vocabulary.headings import match_heading

_TITLE_BLOCKS = 45
_ANY_MARKED = re.compile(r"\b([A-Z][A-Za-z0-9\-]{2,30})\s?[®™]")
_APPROVAL = re.compile(r"Initial\s+U\.?S\.?\s+(?:A|a)pproval", re.I)
# An SPL title runs the whole highlights head together; the product's own line is its last part.
_PRODUCT_IN_TITLE = re.compile(r"prescribing information for [^.]+\.\s*(.+?)\s*Initial\s+U", re.I)
_MONTHS = (
    "january february march april may june july august september october november december"
).split()
_REVISED = re.compile(
    r"(?:revised|revision(?:\s+date)?|date of (?:revision|preparation|approval)|"
    r"last revised|date of revision of the text)\W{0,4}"
    r"((?:\d{1,2}[/-])?\d{1,2}[/-]\d{4}|\d{4}[/-]\d{2}(?:[/-]\d{2})?|"
    r"(?:\d{1,2}\s+)?[A-Z][a-z]{2,8}\.?\s*(?:\d{1,2},\s*)?\d{4})",
    re.I,
)


def identify(
    parsed: ParsedLabel, sections: Sequence[SectionText], layout: LabelFormat, label_id: str
) -> Identity:
    """The label's identity. Its drug is never empty: the title stands in when no name is found."""
    found = _stated(parsed) or [*_from_title(parsed.blocks), *_from_sections(sections, layout)]
    body = " ".join(s.section.text for s in sections).casefold()
    kept = _kept(found, body)
    title = _title(parsed, kept)
    if not any(n.kind is NameKind.BRAND for n in kept):
        kept += _kept(_marked(parsed.blocks), body)
    names = _drug_names(kept, label_id)
    generics = [n.name for n in names if n.kind is NameKind.GENERIC]
    drug = generics[0] if generics else (names[0].name if names else title)
    return Identity(drug, title, tuple(names), _revision(parsed))


def _stated(parsed: ParsedLabel) -> list[FoundName]:
    """Names that the file itself states in fields of its own (SPL)."""
    return [FoundName(name, NameKind(kind), 1.0) for name, kind in parsed.names]


def _from_title(blocks: Sequence[Block]) -> Iterable[FoundName]:
    for block in _front(blocks):
        text = " ".join(block.text.split())
        yield from names_in_line(text)
        for line in block.lines:
            printed = " ".join(block.text[line.start : line.stop].split())
            if printed != text:
                yield from names_in_line(printed)


def _front(blocks: Sequence[Block]) -> list[Block]:
    """The blocks that present the product: up to its approval line or the first known section."""
    front: list[Block] = []
    for block in blocks[:_TITLE_BLOCKS]:
        if block.kind is BlockKind.CONTENTS or not block.text:
            continue
        front.append(block)
        text = " ".join(block.text.split())
        if _APPROVAL.search(text):
            break
        if block.kind is BlockKind.HEADING and len(front) > 1:
            term = match_heading(text)
            if term is not None and term.scope != "front":
                break
    return front


def _marked(blocks: Sequence[Block]) -> list[FoundName]:
    """Words printed with a trademark sign on the first pages."""
    return [
        FoundName(clean(match[1]), NameKind.BRAND, 0.4)
        for block in _front(blocks)
        for match in _ANY_MARKED.finditer(block.text)
    ]


def _from_sections(
    sections: Sequence[SectionText], layout: LabelFormat
) -> Iterable[FoundName]:
    wanted = {"product_name", "description", "otc_active_ingredient", "spl_product_data_elements"}
    for section_text in sections:
        section = section_text.section
        if section.section_key not in wanted:
            continue
        text = section.text[:1500]
        if section.section_key == "otc_active_ingredient":
            for line in text.splitlines():
                yield FoundName(clean(line), NameKind.GENERIC, 0.8)
        elif layout is LabelFormat.SMPC and section.section_key == "product_name":
            for line in text.splitlines()[:3]:
                yield FoundName(clean(line), NameKind.BRAND, 0.9)
        for sentence in re.split(r"(?<=[.;])\s+|\n", text):
            yield from names_in_composition(sentence)


def _kept(found: Iterable[FoundName], body: str) -> list[FoundName]:
    """Plausible names that the label uses, surest first, each once."""
    best: dict[str, FoundName] = {}
    for name in found:
        if not is_plausible(name.name):
            continue
        key = name.name.casefold()
        uses = min((body.count(part.casefold()) for part in ingredients(name.name)), default=0)
        if name.trust < 1.0 and uses < 2:
            continue
        if key not in best or best[key].trust < name.trust:
            best[key] = name
    return sorted(best.values(), key=lambda n: -n.trust)


def _drug_names(kept: Sequence[FoundName], label_id: str) -> list[DrugName]:
    """Every name the label may be asked for by, generics first.

    A brand that is also a generic's name (a generic maker's label) is a generic.
    """
    generics: dict[str, str] = {}
    salts: dict[str, str] = {}
    synonyms: dict[str, str] = {}
    brands: dict[str, str] = {}
    for name in kept:
        if name.kind is NameKind.BRAND:
            brands.setdefault(name.name.casefold(), name.name)
        elif name.kind is NameKind.SYNONYM:
            synonyms.setdefault(name.name.casefold(), name.name)
        else:
            base = without_salt(name.name)
            if base.casefold() != name.name.casefold():
                salts.setdefault(name.name.casefold(), name.name)
            if name.kind is NameKind.GENERIC:
                generics.setdefault(base.casefold(), base.lower() if base.isupper() else base)
    for key in list(brands):
        base = without_salt(brands[key]).casefold()
        if base in generics or key in salts:
            if key != base:
                salts.setdefault(key, brands[key])
            del brands[key]
    if not generics and brands:
        first = next(iter(brands))
        base = without_salt(brands[first])
        if base.casefold() != first:
            generics[base.casefold()] = base.lower()
    groups = (
        (NameKind.GENERIC, generics),
        (NameKind.SALT, salts),
        (NameKind.BRAND, brands),
        (NameKind.SYNONYM, synonyms),
    )
    return [
        DrugName(name, kind, label_id) for kind, names in groups for name in names.values()
    ]


def _title(parsed: ParsedLabel, kept: Sequence[FoundName]) -> str:
    stated = " ".join(parsed.identity.get("title", "").split())
    if stated:
        product = _PRODUCT_IN_TITLE.search(stated)
        return product[1] if product else stated
    names = {n.name.casefold() for n in kept}
    for block in _front(parsed.blocks):
        text = " ".join(block.text.split())
        if len(text) <= 160 and any(name in text.casefold() for name in names):
            return text
    return Path(parsed.path).stem


def _revision(parsed: ParsedLabel) -> str | None:
    stated = parsed.identity.get("effective_time") or parsed.identity.get("revision_date")
    if stated:
        return stated
    ends = (*parsed.blocks[:80], *parsed.blocks[-40:])
    for block in ends:
        match = _REVISED.search(" ".join(block.text.split()))
        if match:
            return _iso(match[1])
    return None


def _iso(printed: str) -> str | None:
    """A printed date as YYYY-MM or YYYY-MM-DD; None when it is not one."""
    if match := re.fullmatch(r"(\d{4})[/-](\d{2})(?:[/-](\d{2}))?", printed):
        return "-".join(part for part in match.groups() if part)
    if match := re.fullmatch(r"(?:(\d{1,2})[/-])?(\d{1,2})[/-](\d{4})", printed):
        month, day = (match[1], match[2]) if match[1] else (match[2], None)
        parts = [match[3], month.zfill(2), *([day.zfill(2)] if day else [])]
        return "-".join(parts) if 1 <= int(month) <= 12 else None
    if match := re.fullmatch(
        r"(?:(\d{1,2})\s+)?([A-Za-z]+)\.?\s*(?:(\d{1,2}),\s*)?(\d{4})", printed
    ):
        stem = match[2].lower()[:3]
        month = next((i for i, m in enumerate(_MONTHS, 1) if m.startswith(stem)), 0)
        day = match[1] or match[3]
        return f"{match[4]}-{month:02d}" + (f"-{int(day):02d}" if day else "") if month else None
    return None
