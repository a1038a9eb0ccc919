"""FactSpans of a section: every sentence and table row as offsets into the section's text."""

import hashlib
from collections.abc import Iterator, Sequence

from monograph_qa.domain.geometry import PageBox
from monograph_qa.domain.label import FactKind, FactSpan, Section
from monograph_qa.domain.sectioned import Piece, PieceKind, SectionText
from monograph_qa.facts.kinds import kind_of
from monograph_qa.facts.sentences import iter_sentences
from monograph_qa.vocabulary.attributes import AttributeMatcher
from monograph_qa.vocabulary.sections import section_by_key

_FRONT_KEYS = frozenset({"product_name", "highlights", "contents", "recent_major_changes"})
_ROWS = (PieceKind.TABLE_ROW, PieceKind.TABLE_HEADER)
_CONTEXT_CHARACTERS = 400


def extract_facts(
    sections: Sequence[SectionText], matcher: AttributeMatcher
) -> tuple[FactSpan, ...]:
    """All FactSpans of a label in reading order; within a section ordered and disjoint.

    Together they cover every character of every section but the white space between sentences.
    """
    keys = {s.section.section_id: s.section for s in sections}
    facts: list[FactSpan] = []
    for section_text in sections:
        line = _family(section_text.section, keys)
        heading_attributes = matcher.match(section_text.section.heading, line)
        for piece, start, stop, context in _spans(section_text):
            facts.append(
                _fact(
                    section_text.section,
                    piece,
                    (start, stop),
                    len(facts),
                    context,
                    (line, heading_attributes, matcher),
                )
            )
    return tuple(facts)


def _family(section: Section, by_id: dict[str, Section]) -> tuple[str, ...]:
    """Keys of the section and of those above it, nearest first."""
    line = [section.section_key]
    while section.parent_id is not None:
        section = by_id[section.parent_id]
        line.append(section.section_key)
    return tuple(line)


def _spans(section_text: SectionText) -> Iterator[tuple[Piece, int, int, str | None]]:
    text = section_text.section.text
    lead_in: str | None = None
    items: dict[int, str] = {}
    for piece in section_text.pieces:
        if piece.kind in _ROWS:
            yield piece, piece.start, piece.stop, piece.context
            continue
        is_item = piece.kind is PieceKind.LIST_ITEM
        context = _context(lead_in, items, piece.level) if is_item else None
        last = ""
        for start, stop in iter_sentences(text[piece.start : piece.stop]):
            last = text[piece.start + start : piece.start + stop]
            yield piece, piece.start + start, piece.start + stop, context
        if is_item:
            items = {level: said for level, said in items.items() if level < piece.level}
            items[piece.level] = text[piece.start : piece.stop]
        elif piece.kind is PieceKind.TEXT:
            lead_in = last if last.rstrip().endswith(":") else None
            items = {}


def _context(lead_in: str | None, items: dict[int, str], level: int) -> str | None:
    """The sentence that introduces the list, and the items that this one stands under."""
    above = [said for at, said in sorted(items.items()) if at < level]
    parts = [part for part in (lead_in, *above) if part]
    return " ".join(parts)[:_CONTEXT_CHARACTERS] or None


def _fact(
    section: Section,
    piece: Piece,
    span: tuple[int, int],
    ordinal: int,
    context: str | None,
    words: tuple[tuple[str, ...], tuple[str, ...], AttributeMatcher],
) -> FactSpan:
    line, heading_attributes, matcher = words
    start, stop = span
    quote = section.text[start:stop]
    is_body = _is_body(line)
    kind = kind_of(quote, piece.kind, is_body=is_body)
    attributes: tuple[str, ...] = ()
    if kind is not FactKind.OTHER or piece.kind is PieceKind.TEXT:
        said = f"{context} {quote}" if context else quote
        attributes = tuple(dict.fromkeys((*matcher.match(said, line), *heading_attributes)))
    boxes = _boxes(piece, start, stop)
    identity = f"{section.section_id}\x1f{start}\x1f{stop}"
    return FactSpan(
        fact_id="fact_" + hashlib.sha256(identity.encode()).hexdigest()[:20],
        section_id=section.section_id,
        label_id=section.label_id,
        ordinal=ordinal,
        start=start,
        stop=stop,
        quote=quote,
        kind=kind,
        attributes=attributes if is_body else (),
        page=boxes[0].page if boxes else section.page_first,
        boxes=boxes,
        context=context,
    )


def _is_body(line: Sequence[str]) -> bool:
    return not any(key in _FRONT_KEYS for key in line)


def _boxes(piece: Piece, start: int, stop: int) -> tuple[PageBox, ...]:
    """The printed lines that the span covers, whole."""
    return tuple(
        line.place for line in piece.lines if line.start < stop and line.stop > start
    )


def is_front(section_key: str) -> bool:
    """True for sections that summarise or list the body: title page, highlights, contents."""
    return section_key in _FRONT_KEYS or section_by_key(section_key).scope == "front"
