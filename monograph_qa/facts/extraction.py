"""FactSpans of a section: every sentence and table row as offsets into the section's text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from monograph_qa.domain.label import FactKind, FactSpan, Section, fact_id_of
from monograph_qa.domain.sectioned import Piece, PieceKind, SectionText
from monograph_qa.facts.flow import OpenList, Span, Stretch, announces, stretches
from monograph_qa.facts.kinds import is_address, is_fragment, kind_of
from monograph_qa.facts.sentences import iter_sentences
from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.attributes import OCR, attributes_of

# More sentences than this are not all about what stands above them.
_MOST_SENTENCES = 24
_PARTS = re.compile(r"[,;/&]|\b(?:and|or)\b", re.IGNORECASE)
_BRACKETED = re.compile(r"[(\[][^()\[\]]*[)\]]")


def headed_attributes(heading: str, line: Sequence[str], sentences: int) -> tuple[str, ...]:
    """The attributes that `heading` lends to each of the `sentences` of its section.

    Under "Absorption" or "Dosage in Renal Impairment" a sentence need not say the word again. Broad
    headings lend nothing, or a question for a fact would bring pages: not that of a long section,
    not one that lists several subjects ("Carcinogenesis, Mutagenesis, Impairment of Fertility",
    of which a sentence has one), none in clinical studies, whose headings name the disease. `line`
    are the keys of the section and those above it.
    """
    if sentences > _MOST_SENTENCES or "clinical_studies" in line:
        return ()
    found = attributes_of(heading, line)
    if not found or heading.rstrip().endswith((":", "?")):
        return found  # a lead-in, printed as a heading
    parts = _PARTS.split(_BRACKETED.sub(" ", heading))
    subjects = [part for part in parts if part.strip() and attributes_of(part, line)]
    return found if len(subjects) < 2 else ()


_FRONT_KEYS = frozenset({"product_name", "highlights", "contents", "recent_major_changes"})
_ROWS = (PieceKind.TABLE_ROW, PieceKind.TABLE_HEADER)
_ASIDE = (*_ROWS, PieceKind.CAPTION, PieceKind.FOOTNOTE)


@dataclass(slots=True)
class _Found:
    """A sentence or row, and the spans of the lead-in and items that it stands under. `beside`: the
    fragment that opens its item, "Severe renal disease. Halve the dose.", is one."""

    stretch: Stretch
    piece: Piece
    span: Span
    above: tuple[Span, ...] = ()
    beside: tuple[Span, ...] = ()
    introduces: bool = False


def extract_facts(sections: Sequence[SectionText]) -> tuple[FactSpan, ...]:
    """All FactSpans of a label in reading order; within a section ordered and disjoint. Together
    they cover every character of every section but the white space between sentences."""
    lines: dict[str | None, tuple[str, ...]] = {None: ()}  # keys of a section and those above it
    facts: list[FactSpan] = []
    for section_text in sections:
        section = section_text.section
        line = (section.section_key, *lines[section.parent_id])
        lines[section.section_id] = line
        found = _found(section_text)
        listed = _listed(section.text, found)
        headed = headed_attributes(section.heading, line, len(found))
        reading = _Reading(section, line, headed, _letters(section.heading))
        first = len(facts)
        for at, each in enumerate(found):
            facts.append(reading.fact(each, first + at, is_listed=at in listed))
    return tuple(facts)


def _found(section_text: SectionText) -> list[_Found]:
    text = section_text.section.text
    each = stretches(text, section_text.pieces)
    open_list = OpenList(text)
    found: list[_Found] = []
    for at, stretch in enumerate(each):
        if stretch.kind in _ROWS:
            found.append(_Found(stretch, stretch.pieces[0], (stretch.start, stretch.stop)))
            continue
        sentences = [
            (stretch.start + start, stretch.start + stop)
            for start, stop in iter_sentences(text[stretch.start : stretch.stop])
        ]
        is_item = stretch.kind is PieceKind.LIST_ITEM
        above = open_list.above(stretch) if is_item else ()
        opens = is_item and len(sentences) > 1 and is_fragment(text[slice(*sentences[0])])
        opening = tuple(sentences[:1]) if opens else ()
        for span in sentences:
            beside = opening if span not in opening else ()
            found.append(_Found(stretch, stretch.piece_at(span[0]), span, above, beside))
        if is_item:
            open_list.add_item(stretch, sentences)
        elif stretch.kind is PieceKind.TEXT:
            following = next((s for s in each[at + 1 :] if s.kind not in _ASIDE), None)
            open_list.add_text(stretch, sentences, following)
    leading = {span for one in found for span in one.above}
    for one in found:
        said = text[slice(*one.span)]
        # The list has to finish the sentence; "See these steps." stands by itself.
        hangs = announces(said) or not said.endswith((".", "!"))
        one.introduces = one.span in leading and hangs
    return found


def _listed(text: str, found: Sequence[_Found]) -> frozenset[int]:
    """Which bare lines are the content of a section, as excipients often are, and head nothing. A
    heading is followed by what it heads; a bare line followed by another, or by nothing, is an
    entry of a list printed without marks. Lines beside an address belong to the address."""
    texts = [text[slice(*one.span)] for one in found]
    bare = [
        one.piece.kind is PieceKind.TEXT
        and not one.introduces
        and kind_of(texts[at], PieceKind.TEXT) is FactKind.OTHER
        for at, one in enumerate(found)
    ]
    listed: set[int] = set()
    for is_bare, group in groupby(range(len(found)), bare.__getitem__):
        run = list(group)
        if is_bare and not any(is_address(texts[at]) for at in run):
            listed.update(run if run[-1] == len(found) - 1 else run[:-1])
    return frozenset(listed)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


@frozen
class _Reading:
    """One section being read; `line` holds its key and those above, `heading` its heading's
    letters."""

    section: Section
    line: tuple[str, ...]
    headed: tuple[str, ...]
    heading: str

    def fact(self, found: _Found, ordinal: int, *, is_listed: bool) -> FactSpan:
        """The FactSpan of one sentence; attributes only where an answer may use it."""
        section, (start, stop) = self.section, found.span
        quote = section.text[start:stop]
        is_body = _FRONT_KEYS.isdisjoint(self.line) and self.line[0] != "references"
        kind = kind_of(
            quote,
            found.piece.kind,
            is_body=is_body,
            introduces=found.introduces,
            is_listed=is_listed,
        )
        # A line that says the heading above it again, where the section goes on to say more.
        if len(quote) < len(section.text) and _letters(quote) in self.heading:
            kind = FactKind.OTHER
        attributes: tuple[str, ...] = ()
        if is_body and (kind is not FactKind.OTHER or found.piece.kind is PieceKind.TEXT):
            whole = " ".join(filter(None, [self._context(found, found.above), quote]))
            attributes = tuple(dict.fromkeys((*attributes_of(whole, self.line), *self.headed)))
        boxes = found.stretch.boxes(start, stop)
        return FactSpan(
            fact_id=fact_id_of(section.section_id, start, stop),
            section_id=section.section_id,
            label_id=section.label_id,
            ordinal=ordinal,
            start=start,
            stop=stop,
            quote=quote,
            kind=kind,
            attributes=(*attributes, *(OCR,) * found.piece.ocr),
            page=boxes[0].page if boxes else section.page_first,
            boxes=boxes,
            context=self._context(found, (*found.above, *found.beside)),
        )

    def _context(self, found: _Found, spans: Sequence[Span]) -> str | None:
        """Verbatim: the lead-in and the items above, whole, or what the table says of its row."""
        if found.piece.kind in _ROWS:
            return found.piece.context
        return " ".join(self.section.text[slice(*span)] for span in spans) or None
