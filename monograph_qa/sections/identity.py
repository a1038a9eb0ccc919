"""What a label is about: drug, names, title, revision date, from its own first words.

A name counts when a fixed phrase of the layout holds it *and* the label goes on to use it: a word
caught by accident is not repeated through a document.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from monograph_qa.domain.label import DrugName, LabelFormat, NameKind
from monograph_qa.domain.parsed import ParsedLabel
from monograph_qa.domain.sectioned import Identity, SectionText
from monograph_qa.sections.candidates import (
    PRODUCT_IN_TITLE,
    from_composition,
    from_leaflet,
    from_product_name,
    from_title,
    front,
    marked,
    printed_lines,
    repeated,
)
from monograph_qa.sections.ingredients import (
    ingredients_of_brand,
    is_biological,
    is_known,
    most_used,
)
from monograph_qa.sections.names import (
    CERTAIN,
    PRESCRIPTION_MARK,
    FoundName,
    ingredients,
    is_abbreviation,
    is_plausible,
    is_print_title,
    without_salt,
)
from monograph_qa.sections.product import read_product
from monograph_qa.sections.revision import read_revision

_WITHOUT_PRODUCT_LINE = (LabelFormat.OLD, LabelFormat.HC, LabelFormat.PIL)
_TITLE_CHARACTERS = 160


def identify(
    parsed: ParsedLabel, sections: Sequence[SectionText], layout: LabelFormat, label_id: str
) -> Identity:
    """The label's identity. Its drug is never empty: the title stands in when no name is found."""
    body = " ".join(s.section.text for s in sections).casefold()
    found = _stated(parsed) or [
        *from_title(parsed.blocks),
        *from_product_name(sections, layout),
        *from_leaflet(parsed.blocks),
    ]
    kept = _confirmed(_kept(found, body))
    if not _has(kept, NameKind.GENERIC):
        more = [*repeated(parsed.blocks, body), *from_composition(sections)]
        kept = _confirmed(_kept([*found, *more], body))
    if not _has(kept, NameKind.BRAND) and layout is not LabelFormat.SPL:
        kept += _kept(marked(parsed.blocks), body)
    if not _has(kept, NameKind.BRAND) and layout in _WITHOUT_PRODUCT_LINE:
        kept += _kept(repeated(parsed.blocks, body), body)
    if layout is not LabelFormat.SPL:
        kept = _completed(kept, body)
    names = _drug_names(kept, label_id)
    title = _visible(_title(parsed, sections, layout, names))
    generics = [n.name for n in names if n.kind is NameKind.GENERIC]
    drug = generics[0] if generics else (names[0].name if names else title)
    revised, printed = read_revision(parsed) or (None, None)
    product = read_product([s.section for s in sections], names, layout, parsed.product)
    product = replace(product, revised_as_printed=printed)
    return Identity(drug, title, tuple(names), revised, product)


def _stated(parsed: ParsedLabel) -> list[FoundName]:
    """Names that the file itself states in fields of its own (SPL)."""
    return [FoundName(name, NameKind(kind), 1.0) for name, kind in parsed.names]


def _has(kept: Sequence[FoundName], kind: NameKind) -> bool:
    return any(name.kind is kind for name in kept)


def _kept(found: Iterable[FoundName], body: str) -> list[FoundName]:
    """Plausible names that the label uses, surest first, each once."""
    best: dict[str, FoundName] = {}
    for name in found:
        if not is_plausible(name.name):
            continue
        key = name.name.casefold()
        uses = min((body.count(part.casefold()) for part in ingredients(name.name)), default=0)
        if name.trust < CERTAIN and (uses < 2 or is_abbreviation(name.name)):
            continue
        if key not in best or best[key].trust < name.trust:
            best[key] = name
    return sorted(best.values(), key=lambda n: -n.trust)


def _confirmed(kept: Sequence[FoundName]) -> list[FoundName]:
    """The names without generics that no table knows, where one that is known stands beside them:
    a remark in brackets, a place or a class is no ingredient."""
    known = [n for n in kept if n.kind is NameKind.GENERIC and is_known(n.name)]
    if not known:
        return list(kept)
    surest = max(name.trust for name in known)
    return [
        name
        for name in kept
        if name.kind is not NameKind.GENERIC or is_known(name.name) or name.trust > surest + 0.2
    ]


def _completed(kept: Sequence[FoundName], body: str) -> list[FoundName]:
    """The names with the ingredients of a known brand, as far as the label speaks of them; for a
    label that names none, with the one that it speaks of most."""
    generics = [n.name for n in kept if n.kind is NameKind.GENERIC]
    if any(is_biological(name) for name in generics):
        return list(kept)
    for brand in (n.name for n in kept if n.kind is NameKind.BRAND):
        made_of = ingredients_of_brand(brand, body)
        fewer = all(name.casefold() in made_of for name in map(without_salt, generics))
        if made_of and fewer:
            rest = [n for n in kept if n.kind is not NameKind.GENERIC]
            salts = [n for n in kept if n.kind is NameKind.GENERIC and made_of in n.name.casefold()]
            return [*(salts or [FoundName(made_of, NameKind.GENERIC, 0.8)]), *rest]
    if not any(is_known(name) for name in generics) and (name := most_used(body)):
        return [*kept, FoundName(name, NameKind.GENERIC, 0.5)]
    return list(kept)


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
            base = _each_once(without_salt(name.name))
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


def _each_once(name: str) -> str:
    """A combination with each ingredient once: two salts of one are one drug."""
    parts = ingredients(name)
    bare = list(dict.fromkeys(without_salt(part) for part in parts))
    return name if len(bare) == len(parts) else " and ".join(bare)


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
    head = stated or " ".join(" ".join(block.text.split()) for block in front(parsed.blocks))
    if match := PRODUCT_IN_TITLE.search(head):
        return match[1][:_TITLE_CHARACTERS]
    if stated:
        return stated[:_TITLE_CHARACTERS]
    if layout is LabelFormat.SMPC:
        for section_text in sections:
            if section_text.section.section_key == "product_name" and section_text.section.text:
                return section_text.section.text.splitlines()[0][:_TITLE_CHARACTERS]
    for block in front(parsed.blocks):
        line = printed_lines(block)[0]
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
    for block in front(parsed.blocks):
        for line in printed_lines(block):
            printed = PRESCRIPTION_MARK.sub("", line)
            if printed.casefold().startswith(brand.casefold()) and len(printed) <= 60:
                return printed
    return brand
