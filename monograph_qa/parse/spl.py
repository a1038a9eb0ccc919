"""HL7 SPL documents, the XML in which FDA publishes labels, read without any layout to guess at.

The nested sections become one run of blocks, each section under its heading. An untitled section
takes its heading from what it prints first, where that is set as a heading; else from its code's
display name, the only text here that the page does not print. An unclassified section that opens
its parent needs none: it is the parent's own text.
"""

import hashlib
import re
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from monograph_qa.domain.parsed import Block, BlockKind, ParsedLabel
from monograph_qa.errors import UnreadableLabel
from monograph_qa.parse import parsers
from monograph_qa.parse.delivery import Beside, pictures_beside
from monograph_qa.parse.spl_flow import MediaFolder, read_line, read_narrative
from monograph_qa.parse.spl_names import read_identity, read_names, read_product
from monograph_qa.parse.spl_xml import LOINC, Element, children, find_child, open_spl


def read_spl(path: Path, data: bytes, beside: Beside | None = None) -> ParsedLabel:
    """The label that the SPL document `data` holds, its blocks in document order.

    Headings carry the section's LOINC code and its depth; highlights are left out, for they say
    the full text's facts a second time. A section that prints neither title nor sub-heading is
    headed by its code's display name, which is all that the page does not print. There are no
    pages, so blocks have no places.
    `path` is named in errors; `beside` gives the document's pictures, or they lie beside that.
    Raises UnreadableLabel, naming the cause, for broken XML, for anything but SPL, for a document
    with a document type declaration, and for one without any section text.
    """
    document = open_spl(path, data)
    blocks: tuple[Block, ...] = tuple(
        read_sections(document, MediaFolder(document, beside or pictures_beside(path)))
    )
    if not blocks:
        raise UnreadableLabel(path, "an SPL document without any section text")
    return ParsedLabel(
        path=path,
        sha256=hashlib.sha256(data).hexdigest(),
        media="spl",
        page_count=0,
        blocks=blocks,
        parser=parsers.SPL,
        identity=read_identity(document),
        names=read_names(document),
        product=read_product(document),
    )


UNCLASSIFIED = "42229-5"  # the LOINC code that says only "a section"

_LONGEST_HEADING = 25  # words
_LONGEST_PLAIN_HEADING = 8  # words, where neither a title nor the type says it is one
_SENTENCE_END = re.compile(r"[.;,!]$|[a-z\d)\]]{3}[.;!] +[A-Z\[(]")
_NUMBERED_CAPTION = re.compile(r"(?i:table|figure|fig\.?)\s+(?:\d+\w*|[A-Z])\b")
_SHOWN = frozenset({BlockKind.TABLE, BlockKind.PICTURE})


def read_sections(document: Element, media: MediaFolder) -> list[Block]:
    """The blocks of all sections in document order, without highlights and product data."""
    reading = _Reading(media)
    for component in children(document, "component"):
        for body in children(component, "structuredBody"):
            reading.add_subsections(body, depth=1)
    return reading.blocks


class _Reading:
    def __init__(self, media: MediaFolder) -> None:
        self.blocks: list[Block] = []
        self._media = media

    def add_subsections(self, parent: Element, depth: int) -> None:
        """Adds the sections directly inside `parent`, which are of this depth."""
        opens = len(self.blocks)
        for component in children(parent, "component"):
            for section in children(component, "section"):
                self._add(section, depth, is_first=len(self.blocks) == opens)

    def _add(self, section: Element, depth: int, is_first: bool) -> None:
        texts = children(section, "text")
        blocks = [block for text in texts for block in read_narrative(text, self._media)]
        has_subsections = find_child(section, "component", "section") is not None
        body = _settle(blocks, depth + 1, has_subsections)
        name, code = _name_and_code(section)
        title, apart = self._title(section)
        if title is None:
            heading, body = _opening(body, code, depth, has_subsections)
        else:
            heading = replace(title, level=depth, code=code)
        named = Block(BlockKind.HEADING, name, level=depth, code=code)
        is_named = heading is None and name != "" and not self._flows_on(named, is_first)
        before = len(self.blocks)
        if heading is not None or is_named:
            self.blocks.append(heading or named)
        self.blocks += [*apart, *body]
        self.add_subsections(section, depth + 1)
        if is_named and len(self.blocks) == before + 1:
            self.blocks.pop()  # a name over nothing, such as that of the product data

    def _title(self, section: Element) -> tuple[Block | None, list[Block]]:
        """The printed title as a block, None where there is none, and what it sets apart."""
        title = find_child(section, "title")
        if title is None:
            return None, []
        line, apart = read_line(title, self._media)
        if not line:
            return None, apart
        style = next((b.style for b in read_narrative(title, self._media) if b.text), None)
        return Block(BlockKind.HEADING, line, style=style), apart

    def _flows_on(self, named: Block, is_first: bool) -> bool:
        """Whether an unclassified section without heading goes on under the heading above it. So
        does the first of its parent, unless a sub-heading of the parent's stands between, and one
        that follows another of its like."""
        if named.code != UNCLASSIFIED:
            return False
        last = next((b for b in reversed(self.blocks) if b.kind is BlockKind.HEADING), None)
        if last is None or last == named:
            return True
        return is_first and (last is self.blocks[-1] or (last.level or 0) < (named.level or 0))


def _name_and_code(section: Element) -> tuple[str, str | None]:
    """The display name and the LOINC code of the section's type."""
    code = find_child(section, "code")
    if code is None or code.get("codeSystem", LOINC) != LOINC:
        return "", None
    return code.get("displayName", "").strip(), code.get("code", "").strip() or None


def _settle(blocks: list[Block], level: int, is_followed: bool) -> list[Block]:
    """`blocks` with sub-headings and typed captions known as such; their text stays as it is."""
    settled: list[Block] = []
    for block, following in zip_longest(blocks, blocks[1:]):
        is_text = block.kind is BlockKind.TEXT and block.level is None
        heads = block.style and (following or is_followed)
        if is_text and _is_caption(block, following):
            block = replace(block, kind=BlockKind.CAPTION)
        elif is_text and heads and _may_head(block.text, _LONGEST_HEADING):
            block = replace(block, kind=BlockKind.HEADING, level=level)
        settled.append(block)
    return settled


def _is_caption(block: Block, following: Block | None) -> bool:
    """Whether the paragraph is set as, or stands as, the numbered caption of a table or figure."""
    number = _NUMBERED_CAPTION.match(block.text)
    if number is None:
        return False
    shown = following is not None and following.kind in _SHOWN
    return block.style is not None or (shown and block.text[number.end() :][:1] in {"", ".", ":"})


def _opening(
    own: list[Block], code: str | None, depth: int, has_subsections: bool
) -> tuple[Block | None, list[Block]]:
    """An untitled section's heading, if its first block is one, and the rest of its blocks. A short
    plain line without the end of a sentence is one too, in a section of no stated class: such
    sections are made to hold one sub-heading and what stands beneath."""
    if not own or not (len(own) > 1 or has_subsections):
        return None, own
    first = own[0]
    plain = (
        first.kind is BlockKind.TEXT
        and code in {UNCLASSIFIED, None}
        and not first.text.endswith(":")
        and _may_head(first.text, _LONGEST_PLAIN_HEADING)
    )
    if not plain and first.kind is not BlockKind.HEADING:
        return None, own
    return replace(first, kind=BlockKind.HEADING, level=depth, code=code), own[1:]


def _may_head(text: str, longest: int) -> bool:
    is_sentence = _SENTENCE_END.search(text) is not None
    return any(map(str.isalpha, text)) and not is_sentence and len(text.split()) <= longest
