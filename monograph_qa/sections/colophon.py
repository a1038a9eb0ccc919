"""Who made and who sells the product: lines at the end of a part that no heading opens.

They stand under the last section's text, whatever that is about, and belong to none of it.
"""

import re
from collections.abc import Mapping, Sequence

from monograph_qa.domain.parsed import Block, BlockKind
from monograph_qa.sections.headings import Heading

COLOPHON_HEADING = "(Manufacturer)"  # parentheses: it is not printed
_MAKER = re.compile(
    r"(?:manufactured|distributed|marketed|packaged|repackaged|made|mfd\.?)"
    r"(?:(?:,| and| &) \w+)*\s+(?:by|for|in)\b",
    re.I,
)
_MOST_WORDS = 25  # of one line: an address, a trademark, a date
_MOST_LINES = 30


def colophon_stop(
    blocks: Sequence[Block], heads: Mapping[int, Heading], index: int, stop: int
) -> int:
    """The block after the lines on the maker that begin at `index`; `index` where none begin.

    They run to `stop`, where the part ends, or to a heading that the vocabulary knows or that
    stands on a later page.
    """
    block = blocks[index]
    if block.kind is not BlockKind.TEXT or not _MAKER.match(block.text):
        return index
    for at in range(index, min(stop, index + _MOST_LINES + 1)):
        heading = heads.get(at)
        if at > index and heading is not None and (heading.term is not None or heading.number):
            return at
        if blocks[at].kind is BlockKind.HEADING and _page(blocks[at]) > _page(block):
            return at
        if blocks[at].grid is not None or len(blocks[at].text.split()) > _MOST_WORDS:
            return index
    return stop


def _page(block: Block) -> int:
    return block.places[0].page if block.places else 0
