"""What a label is about: drug, names, title, revision date, from its own first words.

A name counts when a fixed phrase of the layout holds it *and* the label goes on to use it: a word
caught by accident is not repeated through a document.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

from monograph_qa.domain.label import DrugName, LabelFormat, NameKind
from monograph_qa.domain.parsed import Block, BlockKind, ParsedLabel
from monograph_qa.domain.sectioned import Identity, SectionText
from monograph_qa.sections.names import (
    CERTAIN,
    FoundName,
    clean,
    ingredients,
    is_everyday,
    is_plausible,
    is_print_title,
    names_in_composition,
    names_in_line,
    names_in_product_line,
    without_salt,
)
from monograph_qa.sections.opened import UNKNOWN_KEY
from monograph_qa.sections.revision import revision_date
from monograph_qa.vocabulary.headings import match_heading

_TITLE_BLOCKS = 45
_ANY_MARKED = re.compile(r"\b([A-Z][A-Za-z0-9\-]{2,30})\s?[®™]")
_APPROVAL = re.compile(r"Initial\s+U\.?S\.?\s+(?:A|a)pproval", re.I)
# An SPL title runs the whole highlights head together; the product's own line is its last part.
_PRODUCT_IN_TITLE = re.compile(
    r"prescribing information for [^.]+\.\s*(.+?)\s*Initial\s+U\.?S", re.I
)
_PRESCRIPTION_MARK = re.compile(r"^(?:Pr|N|T/C|C)\s?(?=[A-Z]{2})")  # Health Canada's schedule marks
_REPEATS = 8
_TITLE_CHARACTERS = 160


def identify(
    parsed: ParsedLabel, sections: Sequence[SectionText], layout: LabelFormat, label_id: str
) -> Identity:
    """The label's identity. Its drug is never empty: the title stands in when no name is found."""
    body = " ".join(s.section.text for s in sections).casefold()
    found = _stated(parsed) or [*_from_title(parsed.blocks), *_from_product_name(sections, layout)]
    kept = _kept(found, body)
    if not _has(kept, NameKind.GENERIC):
        more = [*_repeated(parsed.blocks, body), *_from_composition(sections)]
        kept = _kept([*found, *more], body)
    if not _has(kept, NameKind.BRAND) and layout is not LabelFormat.SPL:
        kept += _kept(_marked(parsed.blocks), body)
    names = _drug_names(kept, label_id)
    title = _visible(_title(parsed, sections, layout, names))
    generics = [n.name for n in names if n.kind is NameKind.GENERIC]
    drug = generics[0] if generics else (names[0].name if names else title)
    return Identity(drug, title, tuple(names), revision_date(parsed))


def _stated(parsed: ParsedLabel) -> list[FoundName]:
    """Names that the file itself states in fields of its own (SPL)."""
    return [FoundName(name, NameKind(kind), 1.0) for name, kind in parsed.names]


def _has(kept: Sequence[FoundName], kind: NameKind) -> bool:
    return any(name.kind is kind for name in kept)


def _from_title(blocks: Sequence[Block]) -> Iterable[FoundName]:
    front = _front(blocks)
    # The product's own line stands between two sentences that the law fixes (21 CFR 201.57(a)).
    head = " ".join(" ".join(block.text.split()) for block in front)
    if match := _PRODUCT_IN_TITLE.search(head):
        yield from names_in_product_line(match[1])
    for block in front:
        for line in dict.fromkeys((" ".join(block.text.split()), *_printed_lines(block))):
            yield from names_in_line(line)


def _printed_lines(block: Block) -> list[str]:
    lines = [" ".join(block.text[x.start : x.stop].split()) for x in block.lines]
    return lines or [" ".join(block.text.split())]


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


def _repeated(blocks: Sequence[Block], body: str) -> list[FoundName]:
    """Short title-page lines whose words the whole label keeps repeating: its drug's names.

    A line with a trademark sign or in capitals is taken as the brand. Lines of everyday words
    ("Topical anesthetic") repeat too and are passed over.
    """
    found: list[FoundName] = []
    for line in (line for block in _front(blocks) for line in _printed_lines(block)):
        name = clean(_PRESCRIPTION_MARK.sub("", line)).strip("()")
        if not 1 <= len(name.split()) <= 5 or is_everyday(name) or not is_plausible(name):
            continue
        if body.count(without_salt(name).casefold()) < _REPEATS:
            continue
        is_brand = name.isupper() or any(mark in line for mark in "®™")
        found.append(FoundName(name, NameKind.BRAND if is_brand else NameKind.GENERIC, 0.7))
    return found


def _from_product_name(sections: Sequence[SectionText], layout: LabelFormat) -> Iterable[FoundName]:
    """EU: section 1 names the product with its strength, and on packages the substance below it.
    OTC: the active ingredients have a section of their own."""
    for section_text in sections:
        section = section_text.section
        lines = section.text[:600].splitlines()
        if layout is LabelFormat.OTC and section.section_key == "otc_active_ingredient":
            yield from (FoundName(clean(x), NameKind.GENERIC, 0.9) for x in lines)
        if layout is LabelFormat.SMPC and section.section_key == "product_name":
            for line in lines[:4]:
                names_product = any(c.isdigit() for c in line)
                kind = NameKind.BRAND if names_product else NameKind.GENERIC
                if names_product or line.islower():
                    yield FoundName(clean(line), kind, 0.9)


def _from_composition(sections: Sequence[SectionText]) -> Iterable[FoundName]:
    """The first sentences of the composition or description that say what the product contains."""
    by_id = {s.section.section_id: s.section for s in sections}
    for section_text in sections:
        section = section_text.section
        above = by_id.get(section.parent_id or "")
        is_child = section.section_key == UNKNOWN_KEY and above is not None
        if (above.section_key if is_child and above else section.section_key) != "description":
            continue
        for sentence in re.split(r"(?<=[.;])\s+|\n", section.text[:1200]):
            found = [n for n in names_in_composition(sentence) if not is_everyday(n.name)]
            yield from found
            if found:
                break


def _kept(found: Iterable[FoundName], body: str) -> list[FoundName]:
    """Plausible names that the label uses, surest first, each once."""
    best: dict[str, FoundName] = {}
    for name in found:
        if not is_plausible(name.name):
            continue
        key = name.name.casefold()
        uses = min((body.count(part.casefold()) for part in ingredients(name.name)), default=0)
        if name.trust < CERTAIN and uses < 2:
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
                generics.setdefault(base.casefold(), _in_small_letters(base))
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
            generics[base.casefold()] = _in_small_letters(base)
            salts[first] = brands.pop(first)
    groups = (
        (NameKind.GENERIC, generics),
        (NameKind.SALT, salts),
        (NameKind.BRAND, brands),
        (NameKind.SYNONYM, synonyms),
    )
    return [DrugName(name, kind, label_id) for kind, names in groups for name in names.values()]


def _in_small_letters(generic: str) -> str:
    """A generic name as prose writes it: titles print it in capitals."""
    return generic.lower() if generic.split()[0].isupper() else generic


def _title(
    parsed: ParsedLabel,
    sections: Sequence[SectionText],
    layout: LabelFormat,
    names: Sequence[DrugName],
) -> str:
    """How the label is listed: its product line where it prints one, else its names."""
    stated = " ".join(parsed.identity.get("title", "").split())
    head = stated or " ".join(" ".join(block.text.split()) for block in _front(parsed.blocks))
    if match := _PRODUCT_IN_TITLE.search(head):
        return match[1][:_TITLE_CHARACTERS]
    if stated:
        return stated[:_TITLE_CHARACTERS]
    if layout is LabelFormat.SMPC:
        for section_text in sections:
            if section_text.section.section_key == "product_name" and section_text.section.text:
                return section_text.section.text.splitlines()[0][:_TITLE_CHARACTERS]
    for block in _front(parsed.blocks):
        line = _printed_lines(block)[0]
        if is_print_title(line):
            return line[:_TITLE_CHARACTERS]
    brand = next((n.name for n in names if n.kind is NameKind.BRAND), None)
    other = next((n.name for n in names if n.kind is not NameKind.BRAND), None)
    if brand and other:
        return f"{_product_line(parsed, brand)} ({other})"
    return brand or other or Path(parsed.path).stem


def _visible(title: str) -> str:
    """A title without characters that no font shows: a stray glyph of a PDF's own font is no part
    of a name, and a name is typed and compared."""
    kept = "".join(c for c in title if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join(kept.split())


def _product_line(parsed: ParsedLabel, brand: str) -> str:
    """The title page's line that begins with the brand: it tells jelly from ointment."""
    for block in _front(parsed.blocks):
        for line in _printed_lines(block):
            printed = _PRESCRIPTION_MARK.sub("", line)
            if printed.casefold().startswith(brand.casefold()) and len(printed) <= 60:
                return printed
    return brand
