"""From blocks in reading order to a label's sections, its identity and its placed pictures; and
whether a file holds one label or several bound together.

A label gives each of its chapters once. Where chapter after chapter begins anew another label has
begun: surely so at a second highlights head, else where each part is full of a name of its own.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from monograph_qa.domain.label import LabelFormat
from monograph_qa.domain.parsed import Block, BlockKind, ParsedLabel
from monograph_qa.domain.sectioned import Sectioned
from monograph_qa.frozen import frozen
from monograph_qa.names.ingredients import parts_of, without_salt
from monograph_qa.sections.composing import compose, place_pictures
from monograph_qa.sections.doubts import find_doubts
from monograph_qa.sections.headings import Heading, heading_of
from monograph_qa.sections.identity import identify
from monograph_qa.sections.levels import nest_below_strengths
from monograph_qa.sections.opened import OpenSection
from monograph_qa.sections.openings import ZoneKind, is_contents_line
from monograph_qa.sections.outline import outline_zone
from monograph_qa.sections.page_breaks import join_tables
from monograph_qa.sections.run_in import part_headings
from monograph_qa.sections.table_doubts import table_doubts
from monograph_qa.sections.zones import detect_format, find_zones, words_below

_LEAST_TWICE = 5  # chapters; a chapter or two may be printed again by one label's own odd layout
_LEAST_WORDS = 8
_HIGHLIGHTS = re.compile(r"^HIGHLIGHTS OF PRESCRIBING INFORMATION\W*$", re.I)
_FRONT = re.compile(
    r"^(?:ANNEX I\b|SUMMARY OF PRODUCT CHARACTERISTICS|(?:PRODUCT|PRESCRIBING) MONOGRAPH\b)", re.I
)
_TITLE_BLOCKS = 3
_FOREIGN = 0.4  # of how densely a label uses its own drug's name: another drug's is used less


def sectionize(parsed: ParsedLabel, label_id: str) -> Sectioned:
    """The whole label as sections. No text is lost: every block is in one section or heads it."""
    blocks = join_tables(parsed.blocks)
    first = _headings(replace(parsed, blocks=tuple(blocks)), None)
    layout = detect_format(parsed, list(first.values()))
    blocks = part_headings(blocks, layout)
    parsed = replace(parsed, blocks=tuple(blocks))
    heads = _headings(parsed, layout)
    opened: list[OpenSection] = []
    for zone in find_zones(blocks, heads, layout):
        outlined = outline_zone(blocks, heads, zone, layout)
        if zone.kind in (ZoneKind.BODY, ZoneKind.ANNEX) and parsed.media == "pdf":
            nest_below_strengths(outlined)
        opened += outlined
    composed = compose([s for s in opened if s.blocks or s.heading_block or s.is_implied], label_id)
    texts = tuple(section_text for section_text, _ in composed)
    identity = identify(parsed, texts, layout, label_id)
    return Sectioned(
        format=layout,
        identity=identity,
        sections=texts,
        pictures=tuple(place_pictures(composed)),
        doubts=find_doubts(texts, layout, identity, parsed.misread, table_doubts(composed)),
    )


def _headings(parsed: ParsedLabel, layout: LabelFormat | None) -> dict[int, Heading]:
    # SPL says itself what is a heading: a paragraph of a coded section is none, whatever it says.
    is_stated = parsed.media == "spl"
    found = (
        heading_of(block, index, layout.value if layout else None)
        for index, block in enumerate(parsed.blocks)
        if block.text and block.grid is None and (block.kind is BlockKind.HEADING or not is_stated)
    )
    return {heading.index: heading for heading in found if heading is not None}


@frozen
class BoundLabel:
    """One of the labels in a file: its title and the pages it fills (None without pages)."""

    title: str
    page_first: int | None
    page_last: int | None


def bound_together(parsed: ParsedLabel) -> tuple[BoundLabel, ...]:
    """The labels that a file holds when they are several; empty for an ordinary file of one. The
    strengths of one product in one EU file are one label: their annexes stay apart in its headings.
    Structured files (SPL) say themselves that they are one document."""
    if parsed.media == "spl":
        return ()
    parts = _parts(parsed)
    return tuple(map(_bound, parts)) if len(parts) > 1 else ()


def _parts(parsed: ParsedLabel) -> list[ParsedLabel]:
    cut = _cut(parsed)
    if cut is None:
        return [parsed]
    halves = (parsed.blocks[:cut], parsed.blocks[cut:])
    return [part for half in halves for part in _parts(replace(parsed, blocks=half))]


def _cut(parsed: ParsedLabel) -> int | None:
    """The block with which another label begins."""
    blocks = parsed.blocks
    between = _restart(_chapters(parsed))
    if between is None:
        return None
    for index in between:
        if _HIGHLIGHTS.match(" ".join(blocks[index].text.split())):
            return next(at for at in range(index, -1, -1) if _is_top(blocks, at))
    own, other = _names(parsed, 0, between.start), _names(parsed, between.stop, len(blocks))
    cut = _first_of_other(parsed, between, own, other)
    here, there = _words(blocks[:cut]), _words(blocks[cut:])
    if not _is_foreign(_names(parsed, 0, cut), here, there):
        return None
    return cut if _is_foreign(_names(parsed, cut, len(blocks)), there, here) else None


def _chapters(parsed: ParsedLabel) -> list[tuple[int, str]]:
    """Where the whole chapters begin that have text below their heading, highlights and contents
    aside, and their keys."""
    blocks = parsed.blocks
    found = (heading_of(b, i, None) for i, b in enumerate(blocks) if b.kind is BlockKind.HEADING)
    heads = {heading.index: heading for heading in found if heading is not None}
    layout = detect_format(parsed, list(heads.values()))
    aside = {
        index
        for zone in find_zones(blocks, heads, layout)
        if zone.kind in (ZoneKind.HIGHLIGHTS, ZoneKind.CONTENTS)
        for index in range(zone.start, zone.stop)
    }
    return [
        (index, heading.term.key)
        for index, heading in sorted(heads.items())
        if heading.term is not None
        and heading.term.scope == "professional"
        and heading.term.parent_key is None
        and index not in aside
        and not is_contents_line(blocks[index])
        and words_below(blocks, heads, index) >= _LEAST_WORDS
    ]


def _restart(chapters: Sequence[tuple[int, str]]) -> range | None:
    """The blocks among which another label begins: what stands before them and what stands behind
    them has most chapters in common."""
    keys = [key for _, key in chapters]
    twice = [len(set(keys[:at]) & set(keys[at:])) for at in range(len(keys))]
    most = max(twice, default=0)
    if most < _LEAST_TWICE:
        return None
    # One less than the most: a chapter that only one of the two has, or one heading misread.
    likely = [at for at, times in enumerate(twice) if times >= max(_LEAST_TWICE, most - 1)]
    return range(chapters[likely[0] - 1][0] + 1, chapters[likely[-1]][0] + 1)


def _first_of_other(
    parsed: ParsedLabel, between: range, own: Sequence[str], other: Sequence[str]
) -> int:
    """The first block of the page from which on the other label's names stand and no more its
    own."""
    blocks = parsed.blocks
    uses = [(_uses(own, _words([blocks[i]])), _uses(other, _words([blocks[i]]))) for i in between]
    fit = {
        top: sum(mine for mine, _ in uses[: top - between.start])
        + sum(others for _, others in uses[top - between.start :])
        for top in ([i for i in between if _is_top(blocks, i)] or between)
    }
    best = [top for top, uses_apart in fit.items() if uses_apart == max(fit.values())]
    # Pages without either name: one of them may be a title page, without which the other label
    # would not be known by all of its names.
    titled = [top for top in best if _is_title_page(blocks, top)]
    if titled or len(best) == 1:
        return (titled or best)[0]
    words = _words(blocks[best[-1] :])
    return max(reversed(best), key=lambda top: _uses(_names(parsed, top, len(blocks)), words))


def _is_title_page(blocks: Sequence[Block], top: int) -> bool:
    page = (b for b in blocks[top : top + _TITLE_BLOCKS] if _page(b) == _page(blocks[top]))
    return any(_FRONT.match(" ".join(block.text.split())) for block in page)


def _is_top(blocks: Sequence[Block], index: int) -> bool:
    return index == 0 or _page(blocks[index]) != _page(blocks[index - 1])


def _names(parsed: ParsedLabel, start: int, stop: int) -> list[str]:
    """What the label of these blocks calls its drug, in small letters."""
    part = replace(parsed, blocks=parsed.blocks[start:stop])
    names = sectionize(part, "").identity.names
    return list({x.casefold() for n in names for x in parts_of(without_salt(n.name))})


def _is_foreign(names: Sequence[str], own: str, other: str) -> bool:
    """True when `other` uses the names far less than `own`; a part without names cannot tell, and
    leaves it to the other's."""
    here, there = _uses(names, own) / len(own), _uses(names, other) / len(other)
    return not names or there < _FOREIGN * here


def _uses(names: Sequence[str], words: str) -> int:
    return sum(words.count(name) for name in names)


def _words(blocks: Sequence[Block]) -> str:
    """All that the blocks print, in small letters; never empty."""
    texts = [block.text for block in blocks]
    texts += [cell.text for b in blocks if b.grid is not None for cell in b.grid.cells]
    return " ".join(texts).casefold() or " "


def _bound(part: ParsedLabel) -> BoundLabel:
    pages = [place.page for block in part.blocks for place in block.places]
    title = sectionize(part, "").identity.title
    return BoundLabel(title, min(pages, default=None), max(pages, default=None))


def _page(block: Block) -> int | None:
    return block.places[0].page if block.places else None
