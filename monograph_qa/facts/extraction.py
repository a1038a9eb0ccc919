"""FactSpans of a section: every sentence and table row as offsets into the section's text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from monograph_qa.domain.label import FactKind, FactSpan, Section, fact_id_of
from monograph_qa.domain.sectioned import Piece, PieceKind, SectionText
from monograph_qa.facts.flow import Stretch, stretches
from monograph_qa.facts.kinds import is_address, is_fragment, kind_of
from monograph_qa.facts.lead_ins import OpenList, Span, announces
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
    """A sentence or row, and the spans of the lead-in and items that it stands under.

    `beside` is the fragment that opens its item: "Severe renal disease. Halve the dose."
    """

    stretch: Stretch
    piece: Piece
    span: Span
    above: tuple[Span, ...] = ()
    beside: tuple[Span, ...] = ()
    introduces: bool = False


def extract_facts(sections: Sequence[SectionText]) -> tuple[FactSpan, ...]:
    """All FactSpans of a label in reading order; within a section ordered and disjoint.

    Together they cover every character of every section but the white space between sentences.
    """
    by_id = {s.section.section_id: s.section for s in sections}
    facts: list[FactSpan] = []
    for section_text in sections:
        section = section_text.section
        line = _family(section, by_id)
        found = _found(section_text)
        listed = _listed(section.text, found)
        headed = headed_attributes(section.heading, line, len(found))
        reading = _Reading(section, line, headed, _letters(section.heading))
        first = len(facts)
        for at, each in enumerate(found):
            facts.append(reading.fact(each, first + at, is_listed=at in listed))
    return tuple(facts)


def _family(section: Section, by_id: dict[str, Section]) -> tuple[str, ...]:
    """Keys of the section and of those above it, nearest first."""
    line = [section.section_key]
    while section.parent_id is not None:
        section = by_id[section.parent_id]
        line.append(section.section_key)
    return tuple(line)


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
        opening = tuple(sentences[:1]) if is_item and _opens_with_fragment(text, sentences) else ()
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
        one.introduces = one.span in leading and _hangs(text[slice(*one.span)])
    return found


def _listed(text: str, found: Sequence[_Found]) -> frozenset[int]:
    """Which bare lines are the content of a section, as excipients often are, and head nothing.

    A heading is followed by what it heads; a bare line followed by another, or by nothing, is an
    entry of a list printed without marks. Lines beside an address belong to the address.
    """
    texts = [text[slice(*one.span)] for one in found]
    bare = [
        one.piece.kind is PieceKind.TEXT
        and not one.introduces
        and kind_of(texts[at], PieceKind.TEXT) is FactKind.OTHER
        for at, one in enumerate(found)
    ]
    listed: set[int] = set()
    run: list[int] = []
    for at in range(len(found) + 1):
        if at < len(found) and bare[at]:
            run.append(at)
            continue
        entries = run if at == len(found) else run[:-1]
        if not any(is_address(texts[entry]) for entry in run):
            listed.update(entries)
        run = []
    return frozenset(listed)


def _opens_with_fragment(text: str, sentences: Sequence[Span]) -> bool:
    return len(sentences) > 1 and is_fragment(text[slice(*sentences[0])])


def _hangs(text: str) -> bool:
    """True when the list has to finish the sentence; "See these steps." stands by itself."""
    return announces(text) or not text.endswith((".", "!"))


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
        kind = kind_of(
            quote,
            found.piece.kind,
            is_body=self._is_body(),
            introduces=found.introduces,
            is_listed=is_listed,
        )
        if self._repeats_heading(quote):
            kind = FactKind.OTHER
        context = self._context(found, (*found.above, *found.beside))
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
            attributes=(*self._attributes(found, quote, kind), *(OCR,) * found.piece.ocr),
            page=boxes[0].page if boxes else section.page_first,
            boxes=boxes,
            context=context,
        )

    def _repeats_heading(self, quote: str) -> bool:
        """Whether a line says the heading above it again, and the section goes on to say more."""
        return len(quote) < len(self.section.text) and _letters(quote) in self.heading

    def _is_body(self) -> bool:
        return _FRONT_KEYS.isdisjoint(self.line) and self.line[0] != "references"

    def _context(self, found: _Found, spans: Sequence[Span]) -> str | None:
        """Verbatim: the lead-in and the items above, whole, or what the table says of its row."""
        if found.piece.kind in _ROWS:
            return found.piece.context
        return " ".join(self.section.text[slice(*span)] for span in spans) or None

    def _attributes(self, found: _Found, quote: str, kind: FactKind) -> tuple[str, ...]:
        is_text = found.piece.kind is PieceKind.TEXT
        if not self._is_body() or (kind is FactKind.OTHER and not is_text):
            return ()
        context = self._context(found, found.above)
        whole = f"{context} {quote}" if context else quote
        return tuple(dict.fromkeys((*attributes_of(whole, self.line), *self.headed)))
