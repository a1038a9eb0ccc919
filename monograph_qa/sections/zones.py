"""The layout of a label, and its parts.

Each part (front page, highlights, contents, body, patient part, package) has its own outline, so
that the numbers of a leaflet never mix with those of the body.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from monograph_qa.domain.label import LabelFormat
from monograph_qa.domain.parsed import Block, BlockKind, ParsedLabel
from monograph_qa.frozen import frozen
from monograph_qa.names.places import texts_of
from monograph_qa.sections.headings import Heading
from monograph_qa.sections.openings import Opening, Openings, ZoneKind, is_contents_line
from monograph_qa.vocabulary.rows import read_columns

# What leaflets begin with in the US (21 CFR 208.20) and Canada; a whole label has them at its end.
_LEAFLET_HEAD = re.compile(
    r"^\W*(?:MEDICATION GUIDE|PATIENT (?:MEDICATION )?INFORMATION)\b|"
    r"what is the most important information",
    re.I,
)
_HEAD, _LEAFLET_WORTH = 4, 4.0
_SMPC_NUMBERS = re.compile(r"^[456]\.\d{1,2}$")
_ENOUGH_WORDS = 8


def detect_format(parsed: ParsedLabel, headings: Sequence[Heading]) -> LabelFormat:
    """The layout with most evidence; OLD when headings are known but not numbered."""
    if parsed.media == "spl":
        return LabelFormat.SPL
    scores = dict.fromkeys(LabelFormat, 0.0)
    starts = [" ".join(block.text.split())[:160] for block in parsed.blocks if block.text]
    for layout, pattern, worth in read_columns("layout_marks", "layout", "pattern", "weight"):
        if any(map(re.compile(pattern).search, starts)):
            scores[LabelFormat(layout)] += float(worth)
    if any(
        _LEAFLET_HEAD.search(text) for block in parsed.blocks[:_HEAD] for text in texts_of(block)
    ):
        scores[LabelFormat.PIL] += _LEAFLET_WORTH
    for heading in headings:
        term = heading.term
        if term is None:
            continue
        if heading.number_text in term.plr_numbers:
            scores[LabelFormat.PLR] += 0.5
        if heading.number_text and _SMPC_NUMBERS.match(heading.number_text):
            scores[LabelFormat.SMPC] += 0.5 if heading.number_text in term.smpc_numbers else 0.0
        is_sentence = heading.title.endswith(".") and not heading.is_printed_heading
        if term.key.startswith("otc_") and not is_sentence:
            scores[LabelFormat.OTC] += 0.7
        if not heading.number and heading.caps and term.scope == "professional":
            scores[LabelFormat.OLD] += 0.3
    # A capital heading without a number is usual in every layout, so OLD wins only unopposed.
    scores[LabelFormat.OLD] = min(scores[LabelFormat.OLD], 2.5)
    best = max(scores, key=lambda f: scores[f])
    return best if scores[best] > 0 else LabelFormat.OLD


@frozen
class Zone:
    """Blocks [start, stop) of the label. `opener` is the heading that opened it, if one did."""

    kind: ZoneKind
    start: int
    stop: int
    opener: Heading | None = None


def words_below(blocks: Sequence[Block], heads: Mapping[int, Heading], index: int) -> int:
    """Words of running text between this heading and the next one that looks like a heading."""
    total = 0
    for at in range(index + 1, min(index + 40, len(blocks))):
        block = blocks[at]
        if at in heads and (heads[at].number or heads[at].term):
            break
        if is_contents_line(block):
            continue
        if block.kind is BlockKind.TABLE and block.grid is not None:
            total += sum(len(c.text.split()) for c in block.grid.cells)
        elif block.kind is not BlockKind.HEADING:
            total += len(block.text.split())
        if total > 80:
            break
    return total


def find_zones(
    blocks: Sequence[Block], heads: Mapping[int, Heading], layout: LabelFormat
) -> list[Zone]:
    """The label's parts in order, covering every block exactly once."""
    unnumbered = (LabelFormat.OLD, LabelFormat.OTC, LabelFormat.SPL, LabelFormat.PIL)
    first = ZoneKind.BODY if layout in unnumbered else ZoneKind.FRONT
    found = [Opening(0, first, None)]
    openings = Openings(blocks, heads, layout)
    for index in range(len(blocks)):
        opening = openings.at(index, found[-1])
        if opening is not None:
            found.append(opening)
    ends = [each.index for each in found[1:]] + [len(blocks)]
    zones: list[Zone] = []
    for opening, stop in zip(found, ends, strict=True):
        start, end = opening.index, stop
        if opening.kind is ZoneKind.CONTENTS:
            end = _contents_end(blocks, heads, start, stop)
        zones += [Zone(opening.kind, start, end, opening.opener), Zone(ZoneKind.BODY, end, stop)]
    zones = [zone for zone in zones if zone.start < zone.stop]
    if any(zone.kind is ZoneKind.BODY for zone in zones):
        return zones
    # A label without any part named as its body: the front part is the body.
    return [
        replace(zone, kind=ZoneKind.BODY) if zone.kind is ZoneKind.FRONT else zone for zone in zones
    ]


def _contents_end(
    blocks: Sequence[Block], heads: Mapping[int, Heading], start: int, stop: int
) -> int:
    """Where a table of contents ends: at the first heading that has text of its own below it."""
    titles = ((i, re.sub(r"[\W\d_]+", "", heads[i].title.casefold())) for i in sorted(heads))
    last = {title: index for index, title in titles if not is_contents_line(blocks[index])}
    return next(
        (
            index
            for index in sorted(last.values())
            if start < index < stop
            and heads[index].is_printed_heading
            and words_below(blocks, heads, index) >= _ENOUGH_WORDS
        ),
        stop,
    )
