"""What a label says of itself, held against what was read of it: each disagreement is a doubt.

The label is its own witness: its contents page names its sections, its numbers follow one another,
its sentences point to sections and tables by number. Where they disagree with what was read, the
reading may be wrong, or the label is; a person looks at the page.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, takewhile
from unicodedata import category

from monograph_qa.domain.geometry import PageBox
from monograph_qa.domain.label import Doubt, DoubtKind, LabelFormat, Section
from monograph_qa.domain.parsed import Misread
from monograph_qa.domain.sectioned import Identity, Piece, PieceKind, SectionText
from monograph_qa.sections.headings import keys_with_role
from monograph_qa.sections.opened import WHOLE_KEY

_DEEPEST = 8  # levels that a label's headings can have
_CONTENTS_LINE = re.compile(r"^\W{0,2}(\d{1,2}\.\d{1,2}(?:\.\d{1,2})?)\.?\s+(\S.*)$")
_TABLE = re.compile(r"^\W{0,3}table\s+(\d{1,2})[a-z]?\b(?!\.\d)", re.I)
_GOES_ON = re.compile(r"\bcont(?:inued|['’]?d|\.)", re.I)
_POINTS_TO = re.compile(r"\b(?:see|refer to)\s+[^()\[\]]{0,80}\(\s*(\d{1,2}\.\d{1,2})\b", re.I)
_NAMES_TABLE = re.compile(r"\btable\s+(\d{1,2})[a-z]?\b(?!\.\d)", re.I)
_OWN_FACTS = frozenset({"highlights", "contents", WHOLE_KEY})
_MOST_OF_A_KIND = 20
_UNPRINTED = ("Cc", "Co", "Cn")  # categories of Unicode


def find_doubts(
    sections: Sequence[SectionText],
    layout: LabelFormat,
    identity: Identity,
    misread: Sequence[Misread] = (),
    in_tables: Iterable[Doubt] = (),
) -> tuple[Doubt, ...]:
    """The doubts of one label, in its order, of each kind at most twenty; none that is certain.
    `misread` is what its pages show in another way than it was read, `in_tables` are the doubts
    about cells that were found by what their tables say of themselves."""
    found = [*_nameless(sections, identity)]
    if layout is LabelFormat.PLR:
        found += [*_out_of_contents(sections), *_pointing_nowhere(sections)]
    if layout in (LabelFormat.PLR, LabelFormat.SMPC):
        found += _skipped_numbers(sections)
    found += [*_empty(sections), *_tables(sections), *_too_deep(sections)]
    found += [*_odd_characters(sections), *_misread(sections, misread), *in_tables]
    seen: Counter[DoubtKind] = Counter()
    kept = []
    for doubt in dict.fromkeys(found):
        seen[doubt.kind] += 1
        if seen[doubt.kind] <= _MOST_OF_A_KIND:
            kept.append(doubt)
    return tuple(kept)


def _doubt(section: Section, kind: DoubtKind, detail: str, page: int | None = None) -> Doubt:
    where = page if page is not None else section.page_first
    return Doubt(section.label_id, section.section_id, where, kind, detail)


def _nameless(sections: Sequence[SectionText], identity: Identity) -> Iterator[Doubt]:
    """A label that says no name is called by its title, which no question is likely to name."""
    for each in [] if identity.names else sections[:1]:
        detail = f"no name of a drug was found; it is called “{identity.title[:60]}”"
        yield _doubt(each.section, DoubtKind.NAME, detail)


def _numbers(sections: Sequence[SectionText]) -> set[str]:
    return {s.section.section_number for s in sections if s.section.section_number}


def _out_of_contents(sections: Sequence[SectionText]) -> Iterator[Doubt]:
    """Sections that the contents page names and that were not found."""
    numbers = _numbers(sections)
    for each in sections:
        is_contents = each.section.section_key == "contents"
        lines = each.section.text.splitlines() if is_contents else ()
        for match in filter(None, map(_CONTENTS_LINE.match, lines)):
            if match[1] not in numbers:
                detail = f"{match[1]} {match[2][:60]} stands in the contents and was not found"
                yield _doubt(each.section, DoubtKind.CONTENTS, detail)


def _pointing_nowhere(sections: Sequence[SectionText]) -> Iterator[Doubt]:
    """Sentences that point to a section by a number that none bears."""
    numbers = _numbers(sections)
    if len(numbers) < 5:
        return
    for each in sections:
        if each.section.section_key in _OWN_FACTS:
            continue
        for match in _POINTS_TO.finditer(each.section.text):
            if match[1] not in numbers:
                detail = f"“{' '.join(match[0].split())[:80]})” points to no section that was found"
                yield _doubt(each.section, DoubtKind.REFERENCE, detail, _page_at(each, match))


def _skipped_numbers(sections: Sequence[SectionText]) -> Iterator[Doubt]:
    """Subsections whose numbers skip or fall: "5.1" before "5.3"."""
    before: dict[tuple[str | None, str], int] = {}
    for each in sections:
        section = each.section
        chapter, _, last = (section.section_number or "").rpartition(".")
        if not chapter or not last.isdigit():
            continue
        key = (section.parent_id, chapter)
        at, number = before.get(key, 0), int(last)
        # Numbers that the law has retired or left free (8.3, 12.5) skip where nothing is lost.
        skips = number > at + 1 and at and chapter not in ("8", "12", "13", "14")
        if skips or number <= at:
            where = "follows" if skips else "stands behind"
            detail = f"{section.section_number} {where} {chapter}.{at}"
            yield _doubt(section, DoubtKind.NUMBERS, detail)
        before[key] = max(number, at)


def _empty(sections: Sequence[SectionText]) -> Iterator[Doubt]:
    """Chapters that every label fills and that have no text and no subsection."""
    parents = {each.section.parent_id for each in sections}
    for each in sections:
        section = each.section
        is_bare = not section.text.strip() and section.section_id not in parents
        if is_bare and section.section_number and section.section_key in keys_with_role("filled"):
            detail = f"“{section.heading[:60]}” has nothing below it"
            yield _doubt(section, DoubtKind.EMPTY, detail)


def _tables(sections: Sequence[SectionText]) -> Iterator[Doubt]:
    """Of each monograph: tables whose captions skip a number, fall, or come twice, and tables that
    a sentence names and no caption has."""
    for _, own in groupby(sections, key=_monograph(sections)):
        several = [each for each in own if each.section.section_key != "highlights"]
        captions = list(_captions(several))
        if not captions:
            continue
        numbers = {number for number, *_ in captions}
        named = {
            int(match[1]): (each, match)
            for each in several
            for match in _NAMES_TABLE.finditer(each.section.text)
        }
        for number in range(1, max(numbers)):
            if number not in numbers:
                beside = next(each for n, each, *_ in captions if n > number)
                yield _doubt(beside.section, DoubtKind.TABLES, f"table {number} was not found")
        for number, (each, match) in sorted(named.items()):
            if number > max(numbers):
                detail = f"table {number} is named and was not found"
                yield _doubt(each.section, DoubtKind.TABLES, detail, _page_at(each, match))
        first: dict[str, int] = {}
        last, above = 0, ""
        for number, each, piece, said in captions:
            if number < last and not _GOES_ON.search(said) and number not in first.values():
                detail = f"table {number} stands behind table {last}"
                yield _doubt(each.section, DoubtKind.TABLES, detail, _page_of(piece))
            last = number
            words = "".join(said.casefold().split())
            goes_on = _GOES_ON.search(said) or (words == above and _is_on_from(each, piece))
            above = words
            if words in first and not goes_on:
                detail = f"table {number} has its caption twice"
                yield _doubt(each.section, DoubtKind.TABLES, detail, _page_of(piece))
            first.setdefault(words, number)


def _monograph(sections: Sequence[SectionText]) -> Callable[[SectionText], str]:
    """The part that a section belongs to, by its topmost section where that bundles a whole one."""
    by_id = {each.section.section_id: each.section for each in sections}

    def top(each: SectionText) -> str:
        section = each.section
        while section.parent_id in by_id:
            section = by_id[section.parent_id]
        is_one_of_several = section.section_key == WHOLE_KEY and section.heading.startswith("(")
        is_apart = is_one_of_several or section.section_key in keys_with_role("patient_part")
        return section.section_id if is_apart else ""

    return top


def _is_on_from(each: SectionText, caption: Piece) -> bool:
    """Goes the table right above on over the caption's own page?"""
    kinds = (PieceKind.CAPTION, PieceKind.TABLE_ROW, PieceKind.FOOTNOTE)
    above = reversed(each.pieces[: each.pieces.index(caption)])
    return any(
        piece.kind is PieceKind.TABLE_ROW and _page_of(piece) == _page_of(caption)
        for piece in takewhile(lambda piece: piece.kind in kinds, above)
    )


def _captions(sections: Iterable[SectionText]) -> Iterator[tuple[int, SectionText, Piece, str]]:
    kinds = (PieceKind.CAPTION, PieceKind.TEXT, PieceKind.TABLE_HEADER)
    for each in sections:
        for piece in (piece for piece in each.pieces if piece.kind in kinds):
            said = each.section.text[piece.start : piece.stop]
            match = _TABLE.match(said)
            if match is not None and (piece.kind is not PieceKind.TEXT or len(said) < 200):
                yield int(match[1]), each, piece, said


def _too_deep(sections: Sequence[SectionText]) -> Iterator[Doubt]:
    for each in sections:
        if each.section.level > _DEEPEST:
            detail = f"“{each.section.heading[:60]}” stands {each.section.level} levels deep"
            yield _doubt(each.section, DoubtKind.DEPTH, detail)


def _odd_characters(sections: Sequence[SectionText]) -> Iterator[Doubt]:
    """Characters that no label prints: control characters, and those of a font of its own."""
    for each in sections:
        for piece in each.pieces:
            said = each.section.text[piece.start : piece.stop]
            unprinted = (c for c in set(said) - {"\n", "\t"} if category(c) in _UNPRINTED)
            odd = sorted({*unprinted, *({"�"} & set(said))})
            if odd:
                codes = ", ".join(f"U+{ord(c):04X}" for c in odd[:4])
                detail = f"“{' '.join(said.split())[:60]}” has {codes}"
                yield _doubt(each.section, DoubtKind.CHARACTERS, detail, _page_of(piece))


def _misread(sections: Sequence[SectionText], misread: Sequence[Misread]) -> Iterator[Doubt]:
    for each in misread:
        if home := _home(sections, each.place):
            yield _doubt(home, each.kind, each.detail, each.place.page)


def _home(sections: Sequence[SectionText], place: PageBox) -> Section | None:
    """The section that the place is in, or the last one that begins on its page or before."""
    last = None
    for each in sections:
        places = [line.place for piece in each.pieces for line in piece.lines]
        if any(at.page == place.page and at.box.overlap(place.box) > 0 for at in places):
            return each.section
        if (each.section.page_first or 0) <= place.page:
            last = each.section
    return last


def _page_of(piece: Piece) -> int | None:
    return piece.lines[0].place.page if piece.lines else None


def _page_at(each: SectionText, match: re.Match[str]) -> int | None:
    holding = (p for p in each.pieces if p.start <= match.start() < p.stop)
    return next((_page_of(piece) for piece in holding), None)
