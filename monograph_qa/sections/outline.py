"""The outline of a label part: which headings open sections, how deep, and what they are called.

Numbered parts follow their numbers; unnumbered ones follow the vocabulary's family tree and, for
words it does not know, the way headings are set. A heading never met before stays as printed,
under its parent: nothing is dropped.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from monograph_qa.domain.label import LabelFormat
from monograph_qa.domain.parsed import Block
from monograph_qa.sections.headings import Heading, keys_with_role, opens_case, reads_as_sentence
from monograph_qa.sections.levels import numbered_run, place_by_look
from monograph_qa.sections.opened import (
    COLOPHON_HEADING,
    KEPT_WHOLE,
    NAMED,
    WHOLE_KEY,
    OpenSection,
    colophon_stop,
    first_of,
    gather,
    implied_chapter,
    monograph_of,
    unheaded,
    upwards,
)
from monograph_qa.sections.openings import ZoneKind, begins_monograph
from monograph_qa.sections.run_in import find_run_in
from monograph_qa.sections.zones import Zone
from monograph_qa.vocabulary.headings import heads_leaflet, match_heading
from monograph_qa.vocabulary.sections import (
    UNCLASSIFIED,
    SectionTerm,
    ancestors,
    section_by_code,
    section_by_key,
)

# Sections that stand in a chapter of another family, by the layouts' law: (layout, around) -> keys.
_LENT = {
    (LabelFormat.OLD, "clinical_pharmacology"): ("clinical_studies",),
    (LabelFormat.SMPC, "pregnancy"): ("lactation", "females_and_males_of_reproductive_potential"),
}


def outline_zone(
    blocks: Sequence[Block], heads: Mapping[int, Heading], zone: Zone, layout: LabelFormat
) -> list[OpenSection]:
    """The sections of one part, in order; every block of the part is in exactly one of them."""
    if zone.kind in KEPT_WHOLE:
        return [gather(blocks, zone)]
    return _Builder(blocks, heads, zone, layout).build()


class _Builder:
    """Walks the blocks of one part once, opening a section at each heading that counts."""

    def __init__(
        self, blocks: Sequence[Block], heads: Mapping[int, Heading], zone: Zone, layout: LabelFormat
    ) -> None:
        self.blocks = blocks
        self.zone = zone
        self.layout = layout
        self.is_for_patients = zone.kind is ZoneKind.PATIENT or layout is LabelFormat.PIL
        # The name under which the vocabulary knows headings of this part.
        self.words = "patient" if self.is_for_patients else layout.value
        self.heads = {
            i: self._in_its_words(h)
            for i, h in heads.items()
            if zone.start <= i < zone.stop
            and (not reads_as_sentence(h) or opens_case(h, heads.values()))
        }
        self.run = {h.index for h in numbered_run(blocks, self.heads, layout)}
        self.first_chapter = min(self.run, default=zone.stop)
        self.sections: list[OpenSection] = []

    def _in_its_words(self, heading: Heading) -> Heading:
        """The heading with its words looked up as this part means them."""
        if not self.is_for_patients:
            return heading
        return replace(heading, term=match_heading(heading.title, heading.number_text, self.words))

    def build(self) -> list[OpenSection]:
        start, opener, kind = self.zone.start, self.zone.opener, self.zone.kind
        if opener is not None:
            if kind is ZoneKind.BODY and not opener.text.upper().startswith("PART "):
                # The line that opens the full label: no printed word is lost.
                line = OpenSection(opener.text, WHOLE_KEY, is_marker=True)
                line.heading_block = self.blocks[start]
                self.sections.append(line)
            else:
                usual = section_by_key(NAMED[kind]) if kind in NAMED else None
                self._open_at(opener, level=1, term=opener.term or usual)
            start += 1
        elif kind in NAMED:
            self.sections.append(self._unheaded())
            self.sections[-1].is_implied = True
            if kind is ZoneKind.PACKAGE:  # its product code is text, however it is set
                self.sections[-1].blocks.append(self.blocks[start])
                start += 1
        elif kind is ZoneKind.BODY and begins_monograph(self.heads.get(start)) and start:
            self.sections.append(monograph_of(self.blocks[start + 1 : start + 2]))
        named_until = start
        for index in range(start, self.zone.stop):
            if index < named_until:
                continue
            named_until = self._colophon(index)
            if named_until > index:
                continue
            heading = self.heads.get(index)
            opened = heading is not None and self._try_open(heading)
            if not opened and not self._try_run_in(index):
                self._current().blocks.append(self.blocks[index])
        return self.sections

    def _colophon(self, index: int) -> int:
        """Puts the lines on the maker that begin here in a section of their own; where they end."""
        if self.zone.kind not in (ZoneKind.BODY, ZoneKind.PATIENT) or not self.sections:
            return index
        stop = colophon_stop(self.blocks, self.heads, index, self.zone.stop)
        if stop > index:
            section = unheaded(COLOPHON_HEADING, UNCLASSIFIED)
            section.level = 1 + self._base_level()
            section.parent = self._parent_for(section.level)
            section.blocks = list(self.blocks[index:stop])
            self.sections.append(section)
        return stop

    def _current(self) -> OpenSection:
        """The section that text goes to; above the first chapter it may have to be named by us."""
        last = self.sections[-1] if self.sections else None
        if last is None or last.is_marker:
            self.sections.append(self._unheaded())
        return self.sections[-1]

    def _unheaded(self) -> OpenSection:
        # Only a boxed warning may stand above the first chapter (21 CFR 201.57(c)).
        is_box = self.layout is LabelFormat.PLR and self.zone.opener is not None and bool(self.run)
        return first_of(self.blocks, self.zone, above_chapters=is_box)

    def _try_open(self, heading: Heading) -> bool:
        if heading.index in self.run:
            return self._open_numbered(heading)
        if heading.code is not None or self.layout is LabelFormat.SPL:
            return self._open_coded(heading)
        if self.run and self.zone.kind in (ZoneKind.BODY, ZoneKind.ANNEX):
            return self._open_between_numbers(heading)
        return self._open_by_family(heading)

    def _try_run_in(self, index: int) -> bool:
        current = self.sections[-1] if self.sections else None
        if current is None or self.zone.kind is not ZoneKind.BODY:
            return False
        found = find_run_in(self.blocks, index, self.layout, upwards(current))
        if found is None:
            return False
        level = found.near.level + (not found.is_beside)
        term = self._term_for(found.heading, level) if found.is_beside else found.heading.term
        section = self._open_at(found.heading, level=level, term=term)
        section.heading_block = found.head
        section.blocks = [found.text] if found.text is not None else []
        section.is_plain = found.leads
        if found.is_beside:
            section.is_headed = found.near.is_headed
        elif not found.leads:
            section.is_run_in, section.signature = True, None
        return True

    def _open_coded(self, heading: Heading) -> bool:
        """A heading of structured labels: its code and depth are stated, not guessed."""
        level = heading.level or 1
        own = section_by_code(heading.code) if heading.code else None
        section = self._open_at(heading, level=level, term=own)
        if heading.code:
            section.code = heading.code
        return True

    def _open_numbered(self, heading: Heading) -> bool:
        level = len(heading.number) + self._base_level()
        if len(heading.number) > 1 and self.layout is LabelFormat.PLR:
            # The chapter of "4.2 …", where the print lost its heading.
            number = str(heading.number[0])
            last = next((s for s in reversed(self.sections) if s.level == 1 and s.number), None)
            if last is None or last.number != number:
                implied = implied_chapter(number)
                self.sections += [implied] if implied is not None else []
        self._open_at(heading, level=level, term=self._term_for(heading, level))
        return True

    def _base_level(self) -> int:
        """0, or 1 where the part itself has an opening section (a leaflet, an annex)."""
        first = self.sections[0] if self.sections else None
        if first is None or first.is_implied:
            return int(first is not None)
        return int(self.zone.opener is not None and not first.is_marker)

    def _open_between_numbers(self, heading: Heading) -> bool:
        if heading.index < self.first_chapter:
            # Before "1 INDICATIONS" only a boxed warning is a section of its own.
            if heading.term is not None and heading.term.key == "boxed_warning":
                self._open_at(heading, level=1, term=section_by_key("boxed_warning"))
                return True
            return False
        if not heading.is_printed_heading:
            return False
        if heading.term is not None and heading.term.key == "package_label":
            self._open_at(heading, level=1, term=heading.term)
            return True
        numbered = next((s for s in upwards(self._current()) if s.number), None)
        floor = (numbered.level if numbered else 0) + 1
        self._open_by_look(heading, floor)
        return True

    def _open_by_family(self, heading: Heading) -> bool:
        base = self._base_level()
        term = heading.term
        current = self.sections[-1] if self.sections else None
        if term is not None and self._may_lead(heading):
            parents = ancestors(term.key)
            for above in upwards(current):
                if above.key in parents and above.key != UNCLASSIFIED:
                    self._open_at(heading, level=above.level + 1, term=term)
                    return True
            if self._is_chapter(heading, term):
                self._open_at(heading, level=1 + base, term=term)
                return True
        if not (heading.is_printed_heading or (term is not None and self._may_lead(heading))):
            return False
        if current is None or not (
            current.heading_block or current.is_run_in or current.is_implied
        ):
            return False
        self._open_by_look(heading, 2 + base if current.level > base else 1 + base)
        return True

    def _is_chapter(self, heading: Heading, term: SectionTerm) -> bool:
        """Known words open a chapter when they are set as the chapters so far are; behind a
        numbered one only those do that are a part of a label by themselves."""
        if heading.index > self.first_chapter and term.parent_key is not None:
            return False
        chapters = [s.signature for s in self.sections if s.level == 1 + self._base_level()]
        known = [s for s in chapters if s is not None]
        if not known or heading.signature in known:
            return True
        # A run of body text in capitals and bold still leads; a small italic line does not.
        return heading.caps and term.parent_key is None

    def _may_lead(self, heading: Heading) -> bool:
        is_leaflets = self.zone.kind is ZoneKind.PATIENT and heads_leaflet(heading.title)
        return heading.is_printed_heading or heading.caps or is_leaflets

    def _open_by_look(self, heading: Heading, floor: int) -> None:
        """Places an unknown heading by the way it is set, never above `floor`."""
        level, signature, is_headed = place_by_look(heading, floor, self.sections)
        section = self._open_at(heading, level=level, term=self._term_for(heading, level))
        section.signature, section.is_headed = signature, is_headed

    def _term_for(self, heading: Heading, level: int) -> SectionTerm | None:
        """The heading's term, where the sections around it allow it."""
        parent = self._parent_for(level)
        within = parent.line if parent else ()
        term = match_heading(heading.title, heading.number_text, self.words, within or None)
        if term is None or not within:
            return term
        if term.key in within:
            return None
        family = (term.key, *ancestors(term.key))
        is_leaflet = self.is_for_patients or bool(heading.number)
        belongs = any(key in family for key in within) or (term.scope == "patient" and is_leaflet)
        # Before 2006 the chapters on precautions held what later became chapters of their own.
        holds_all = not self.run or self.layout is LabelFormat.HC
        lent = (holds_all and within[-1] in keys_with_role("lends")) or any(
            term.key in _LENT.get((self.layout, key), ()) for key in within
        )
        return term if belongs or lent or heading.is_lawful(self.layout) else None

    def _parent_for(self, level: int) -> OpenSection | None:
        line = upwards(self.sections[-1] if self.sections else None)
        titled = (s for s in line if s.heading_block is not None or s.is_implied)
        return next((section for section in titled if section.level < level), None)

    def _open_at(self, heading: Heading, *, level: int, term: SectionTerm | None) -> OpenSection:
        # US labels leave the questions of a patient's part uncoded; their codes are for Canada.
        is_question = term is not None and term.key.startswith("pmi_")
        is_coded = term is not None and (not is_question or self.layout is LabelFormat.HC)
        section = OpenSection(
            heading=heading.text,
            number=heading.number_text if heading.index in self.run or term else None,
            level=level,
            key=term.key if term else UNCLASSIFIED,
            code=(term if term and is_coded else section_by_key(UNCLASSIFIED)).loinc,
            parent=self._parent_for(level),
            heading_block=self.blocks[heading.index],
            signature=heading.signature,
        )
        self.sections.append(section)
        return section
