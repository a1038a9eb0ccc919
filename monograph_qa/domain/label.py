"""A label as we keep it: Label, DrugName, Section, FactSpan, Image.

Ids follow from content: the same on every machine, and another for any change.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from hashlib import sha256

from monograph_qa.domain.frame import FrameValue
from monograph_qa.domain.geometry import PageBox
from monograph_qa.frozen import frozen

CELL, HEADED = " | ", ": "
"""Between the cells of a stored row; between the head of a column and its cell."""

BLOCK_SEPARATOR = " — "
"""Between the caption of a table and the names of the blocks of its rows, in a row's context."""


def label_id_of(file_sha256: str, parser: str) -> str:
    """The id of a label: of the file's SHA-256 and the parser that read it."""
    return "lab_" + _digest(file_sha256, parser)[:16]


def section_id_of(label_id: str, ordinal: int, heading_path: str, text: str) -> str:
    """The id of a section: of its label, its place and headings, and its own text."""
    return "sec_" + _digest(label_id, str(ordinal), heading_path, text)[:20]


def fact_id_of(section_id: str, start: int, stop: int) -> str:
    """The id of a FactSpan: of its section and its offsets, and so of its words."""
    return "fact_" + _digest(section_id, str(start), str(stop))[:20]


def _digest(*parts: str) -> str:
    return sha256("\x1f".join(parts).encode()).hexdigest()


class LabelFormat(StrEnum):
    """Which layout the label follows (read off its structure, never from the file's name)."""

    PLR = "plr"  # US numbered format, since 2006
    OLD = "old"  # US format before 2006, capital headings
    HC = "hc"  # Health Canada product monograph
    SMPC = "smpc"  # EU summary of product characteristics
    OTC = "otc"  # US over-the-counter Drug Facts
    PIL = "pil"  # European and British patient leaflet
    SPL = "spl"  # Structured Product Labeling XML


class NameKind(StrEnum):
    GENERIC = "generic"
    BRAND = "brand"
    SALT = "salt"
    SYNONYM = "synonym"


class FactKind(StrEnum):
    """FACT and CONDITIONAL are the kinds that the FactSpan invariant covers."""

    FACT = "FACT"
    CONDITIONAL = "CONDITIONAL"
    DIRECTIVE = "DIRECTIVE"
    TABLE_ROW = "TABLE_ROW"
    OTHER = "OTHER"


class ImageKind(StrEnum):
    CHEMICAL_STRUCTURE = "chemical_structure"
    GRAPH = "graph"
    PACKAGE_LABEL = "package_label"
    LOGO = "logo"
    TABLE_IMAGE = "table_image"
    QR_CODE = "qr_code"
    ILLUSTRATION = "illustration"
    OTHER = "other"


@frozen
class Product:
    """What product a label is of, as the label says itself; what it does not say is empty.

    `revised_as_printed` is the revision date in the label's own words; `numbers` are NDC, DIN or
    numbers of marketing authorisations.
    """

    brand: str | None = None
    maker: str | None = None
    forms: tuple[str, ...] = ()
    strengths: tuple[str, ...] = ()
    routes: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    set_id: str | None = None
    revised_as_printed: str | None = None


@frozen
class Label:
    """One version of one document. `superseded_by` names the newer version's label_id, if any;
    `withdrawn` says why it is out of every answer, where it is; `preferred` labels stand for the
    others of their drug, form and route."""

    label_id: str
    doc_key: str
    version: int
    superseded_by: str | None
    drug: str
    title: str
    format: LabelFormat
    source_path: str
    sha256: str
    page_count: int
    revision_date: str | None
    parser: str
    ingested_at: datetime
    product: Product = Product()
    withdrawn: str | None = None
    preferred: bool = False

    @property
    def is_current(self) -> bool:
        """Whether questions are answered from it."""
        return self.superseded_by is None and self.withdrawn is None

    def withdrawn_for(self, reason: str) -> "Label":
        """The label out of every answer; it stands for no others any more."""
        return replace(self, withdrawn=reason, preferred=False)


@frozen
class DrugName:
    name: str
    kind: NameKind
    label_id: str


@frozen
class Section:
    """One section's own text, without its subsections'. `heading_path` is the printed headings from
    the top, joined with " > "; `frame` is what the heading speaks of, for all below it."""

    section_id: str
    label_id: str
    ordinal: int
    parent_id: str | None
    level: int
    heading: str
    heading_path: str
    section_number: str | None
    section_code: str | None
    section_key: str
    text: str
    page_first: int | None
    page_last: int | None
    frame: tuple[FrameValue, ...] = ()


GOVERNS, NOTED, LEVEL = "governs", "noted", "level"
_FOLLOWING = frozenset({"excepts", NOTED, LEVEL})


@frozen
class Need:
    """A FactSpan that another must not be shown without, and why: `governs` (it reads like a
    heading and stands over it), `points_back` ("These" in the other means it), `excepts`, `noted`
    (a mark in a row of doses points to it), `level` (the other reduces the dose to it)."""

    fact_id: str
    why: str

    @property
    def follows(self) -> bool:
        """Whether it is read behind the other, and not before it."""
        return self.why in _FOLLOWING


@frozen
class FactSpan:
    """One sentence (or table row): `quote == section.text[start:stop]`, always.

    `context` is the lead-in that a list item, a table row or a leaning sentence needs to be
    understood; it is shown beside the quote and is never part of it. `frame` is what it speaks of,
    by its own words and its lead-in; `needs` are the FactSpans that it must not be shown without.
    """

    fact_id: str
    section_id: str
    label_id: str
    ordinal: int
    start: int
    stop: int
    quote: str
    kind: FactKind
    attributes: tuple[str, ...]
    page: int | None
    boxes: tuple[PageBox, ...]
    context: str | None = None
    frame: tuple[FrameValue, ...] = ()
    needs: tuple[Need, ...] = ()


@frozen
class Image:
    image_id: str
    label_id: str
    section_id: str | None
    page: int | None
    box: PageBox | None
    kind: ImageKind
    confidence: float
    classifier: str
    caption: str | None
    sha256: str
    png: bytes = b""  # of an answer read back from its record


class DoubtKind(StrEnum):
    """What a label says of itself that does not agree with what was read of it."""

    CONTENTS = "contents"  # a section that the contents page names was not found
    REFERENCE = "reference"  # a sentence points to a section that was not found
    NUMBERS = "numbers"  # numbers of sections skip or fall
    EMPTY = "empty"  # a section that every label fills has nothing below its heading
    TABLES = "tables"  # a table is missing or out of its place, or its caption comes twice
    CELLS = "cells"  # cells of a table disagree with the page, with their heads or one another
    TEXT = "text"  # what is read as running text does not stand so on the page, or much is unread
    DEPTH = "depth"  # a section stands deeper than any label's
    CHARACTERS = "characters"  # control characters, or those of a font of its own
    NAME = "name"  # no name of a drug was found


@frozen
class Doubt:
    """One place where a label may have been read wrongly, with the page to look at."""

    label_id: str
    section_id: str
    page: int | None
    kind: DoubtKind
    detail: str


@frozen
class Monograph:
    """All that one label becomes: what a load stores in one transaction."""

    label: Label
    names: tuple[DrugName, ...]
    sections: tuple[Section, ...]
    facts: tuple[FactSpan, ...]
    images: tuple[Image, ...]
    doubts: tuple[Doubt, ...] = ()


WITHHELD = "[withheld: the stored text is not the one that its id was made of]"
"""What is shown in the place of a text that was changed where it is stored."""


def is_intact(section: Section) -> bool:
    """Whether a section's text and headings are those of which its id was made."""
    made_of = (section.label_id, section.ordinal, section.heading_path, section.text)
    return section.section_id == section_id_of(*made_of)


def is_sound(fact: FactSpan, section: Section) -> bool:
    """Whether a stored sentence is that of which its id was made: one that was changed, alone or
    together with its section, bears it no longer."""
    return is_intact(section) and _is_of(section, fact)


def sound_among(facts: Iterable[FactSpan], sections: Iterable[Section]) -> Iterator[bool]:
    """Of each FactSpan, `is_sound` in its home among the sections, each of which is read once."""
    intact = {each.section_id: each for each in sections if is_intact(each)}
    for fact in facts:
        home = intact.get(fact.section_id)
        yield home is not None and _is_of(home, fact)


def _is_of(section: Section, fact: FactSpan) -> bool:
    return (
        fact.fact_id == fact_id_of(fact.section_id, fact.start, fact.stop)
        and fact.section_id == section.section_id
        and 0 <= fact.start < fact.stop <= len(section.text)
        and section.text[fact.start : fact.stop] == fact.quote
    )
