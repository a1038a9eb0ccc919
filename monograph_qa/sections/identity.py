"""What a label is about: drug, names, title, revision date, product, from its own words."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from monograph_qa.domain.label import DrugName, LabelFormat, NameKind
from monograph_qa.domain.parsed import ParsedLabel
from monograph_qa.domain.sectioned import Identity, SectionText
from monograph_qa.names.ingredients import PRESCRIPTION_MARK
from monograph_qa.names.label_names import names_of_label
from monograph_qa.names.phrases import is_plausible, is_print_title
from monograph_qa.names.places import PRODUCT_IN_TITLE, front, printed_lines, texts_of
from monograph_qa.sections.product import read_product

_TITLE_CHARACTERS = 160


def identify(
    parsed: ParsedLabel, sections: Sequence[SectionText], layout: LabelFormat, label_id: str
) -> Identity:
    """The label's identity. Its drug is never empty: the title stands in when no name is found."""
    names = names_of_label(parsed, sections, layout, label_id)
    title = _title(parsed, sections, layout, names)
    # A stray glyph of a PDF's own font is no part of a name, and a name is typed and compared.
    shown = "".join(c for c in title if c.isspace() or unicodedata.category(c)[0] != "C")
    title = " ".join(shown.split())
    generics = [n.name for n in names if n.kind is NameKind.GENERIC]
    drug = next(iter([*generics, *(n.name for n in names)]), title)
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
                line = section_text.section.text.splitlines()[0]
                return line if len(line) <= _TITLE_CHARACTERS else _shortened(line)
    for block in front(parsed.blocks):
        line = printed_lines(block)[0]
        if is_print_title(line):
            return line[:_TITLE_CHARACTERS]
    brand = next((n.name for n in names if n.kind is NameKind.BRAND), None)
    other = next((n.name for n in names if n.kind is not NameKind.BRAND), None)
    if brand and other:
        return f"{_product_line(parsed, brand)} ({other})"
    return brand or other or Path(parsed.path).stem


def _shortened(line: str) -> str:
    return line[:_TITLE_CHARACTERS].rpartition(" ")[0]


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


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE = (
    r"((?:\d{1,2}\s?[/-]\s?)?\d{1,2}\s?[/-]\s?\d{4}|\d{4}[/-]\d{2}(?:[/-]\d{2})?|\d{2}/\d{2}(?![\d/])|"
    r"\d{1,2}-[A-Z][a-z]{2}-\d{4}|"
    r"(?:\d{1,2}\s+)?[A-Z][a-z]{2,8}\.?\s*(?:\d{1,2},\s*)?\d{4})"
)
_REVISED = re.compile(
    r"(?<![A-Za-z])(?:(?:last )?revised(?: on| in)?|revision(?:\s+date)?|"
    r"date of (?:revision(?: of the text)?|(?:most recent|last) amendment)|"
    r"rev(?:\W{1,2}(?:\w{1,3}(?=,)|\d?[A-Z](?=\s)))?|version|"  # "Rev. 3E 10/2014"
    r"(?:product |prescribing )?information as of|leaflet was (?:last )?\w+ (?:on|in)|"
    r"package insert [^.]{0,12}\bupdated)\W{0,4}" + _DATE,
    re.I,
)
# What was prepared or approved may have been revised since.
_PREPARED = re.compile(r"\bdate of (?:preparation|approval)\W{0,4}" + _DATE, re.I)
_UPDATED = re.compile(r"\bUpdated\W{0,3}" + _DATE)  # the electronic medicines compendium's print
_FIRST = re.compile(r"\W*" + _DATE + r"(?!\w)")
_HEADED = re.compile(
    r"\bdate of (?:(?:last )?revision(?: of (?:the )?text)?|preparation|"
    r"(?:most recent|last) amendment)\W*$",
    re.I,
)
# The last line of a DailyMed print; the code of an older print ("Rev. A 3/2019") may stand in it.
_PRINTED = re.compile(r"Revised:\s*(\d{1,2}/\d{4}) +[A-Za-z]")
_WHOLE = re.compile(r"(?:Revised|Rev\.?(?: [A-Z])?):?\s*" + _DATE)  # a line of its own
_DAY_FIRST = re.compile(r"^(\d{1,2})/(\d{1,2})/(\d{4})$")
_HEAD, _TAIL = 80, 40  # blocks at the ends of a label among which its date stands


def read_revision(parsed: ParsedLabel) -> tuple[str, str] | None:
    """YYYY-MM or YYYY-MM-DD as stated in the file or printed at its ends, and as it stands there;
    None where it is not. A date right below its heading ("DATE OF REVISION OF THE TEXT") counts
    wherever it stands."""
    stated = parsed.identity.get("effective_time") or parsed.identity.get("revision_date")
    if stated:
        return stated, stated
    for above, below in pairwise(parsed.blocks):
        first = _FIRST.match(" ".join(below.text.split()))
        if first is None or not _HEADED.search(above.text.strip()):
            continue
        # A heading of the European template: the day comes before the month.
        if iso := _iso(_DAY_FIRST.sub(r"\2/\1/\3", first[1])):
            return iso, first[1]
    half = len(parsed.blocks) // 2  # of a short label what stands at its end is no head
    head = [text for b in parsed.blocks[: min(_HEAD, half)] for text in texts_of(b)]
    tail = [text for b in parsed.blocks[-_TAIL:] for text in texts_of(b)]
    # A line of its own ends the highlights, or the label before a leaflet that has its own date.
    whole = (_WHOLE.fullmatch(text) for b in parsed.blocks for text in texts_of(b))
    found = [match for match in whole if match]
    printed = (
        *map(_REVISED.search, head),
        *(match for match in found if match[0].startswith("Revised")),
        *map(_PRINTED.match, tail),
        *found,
        *map(_UPDATED.match, tail),  # what a reference there says was revised is another text
        *map(_REVISED.search, tail),
        *map(_UPDATED.search, (*head, *tail)),
        *map(_PREPARED.search, (*head, *tail)),
    )
    for match in filter(None, printed):
        if iso := _iso(match[1]):
            return iso, match[1]
    return None


def _iso(printed: str) -> str | None:
    """A printed date as YYYY-MM or YYYY-MM-DD; None when it is not one."""
    printed = re.sub(r"\s?([/-])\s?", r"\1", printed)
    if match := re.fullmatch(r"(\d{2})/(\d{2})", printed):
        return f"20{match[2]}-{match[1]}" if 1 <= int(match[1]) <= 12 else None
    printed = re.sub(r"(\d)-([A-Z][a-z]{2})-(\d)", r"\1 \2 \3", printed)
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
        month = _MONTHS.index(stem) + 1 if stem in _MONTHS else 0
        day = match[1] or match[3]
        return f"{match[4]}-{month:02d}" + (f"-{int(day):02d}" if day else "") if month else None
    return None
