"""What a label is about: drug, names, title, revision date, product, from its own words."""

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from monograph_qa.domain.label import DrugName, LabelFormat, NameKind
from monograph_qa.domain.parsed import ParsedLabel
from monograph_qa.domain.sectioned import Identity, SectionText
from monograph_qa.names.label_names import names_of_label
from monograph_qa.names.phrases import is_plausible, is_print_title
from monograph_qa.names.places import PRODUCT_IN_TITLE, front, printed_lines
from monograph_qa.names.spelling import PRESCRIPTION_MARK
from monograph_qa.sections.product import read_product
from monograph_qa.sections.revision import read_revision

_TITLE_CHARACTERS = 160


def identify(
    parsed: ParsedLabel, sections: Sequence[SectionText], layout: LabelFormat, label_id: str
) -> Identity:
    """The label's identity. Its drug is never empty: the title stands in when no name is found."""
    names = names_of_label(parsed, sections, layout, label_id)
    title = _visible(_title(parsed, sections, layout, names))
    generics = [n.name for n in names if n.kind is NameKind.GENERIC]
    drug = generics[0] if generics else (names[0].name if names else title)
    revised, printed = read_revision(parsed) or (None, None)
    product = read_product([s.section for s in sections], names, layout, parsed.product)
    set_id = parsed.identity.get("set_id")
    product = replace(product, set_id=set_id, revised_as_printed=printed)
    return Identity(drug, title, names, revised, product)


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
        return match["product"][:_TITLE_CHARACTERS]
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
            is_own = printed.casefold().startswith(brand.casefold()) and len(printed) <= 60
            # No line of a sentence: "X is used for the", "X can cause side effects, including:".
            if is_own and is_plausible(printed) and not printed.endswith((":", ".", "?")):
                return printed
    return brand
