"""The page as a witness of its running text: words that were read one after the other stand so in
what pdfium reads of the page, and most of its words were read at all."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from monograph_qa.domain.label import DoubtKind
from monograph_qa.domain.parsed import Block, BlockKind, Misread
from monograph_qa.parse.layout.signs import LIGATURES

_RUN = 4  # words
_LEAST_RUNS = 8  # of a paragraph
_MOST_APART = 0.2  # share of them; where lines of two columns are mixed more are
_FEWEST = 2  # such paragraphs; one may be set around a sign
_WORD = re.compile(r"[^\W\d_]{4,}")
_LEAST_LOST = 60  # words of a page that are read nowhere on it; running heads have fewer
_MOST_LOST = 0.15  # share of its words
_LIGATURES = str.maketrans(LIGATURES)
_PROSE = frozenset({BlockKind.TEXT, BlockKind.LIST_ITEM})


def letters_of(text: str) -> str:
    """The letters and figures of a text without case, ligatures and raised marks."""
    return "".join(filter(str.isalnum, plain(text)))


def plain(text: str) -> str:
    """`text` without case, ligatures and raised marks."""
    return unicodedata.normalize("NFKC", text.translate(_LIGATURES)).casefold()


def _alphabetic(text: str) -> str:
    """Its letters alone: raised figures ("m2") stand elsewhere in pdfium's order."""
    return "".join(filter(str.isalpha, plain(text)))


def unlike_text(page: str, number: int, blocks: Sequence[Block]) -> Iterator[Misread]:
    """Where page `number` does not bear out the running text of the `blocks` on it; `page` is what
    pdfium reads there."""
    place = next(place for place in blocks[0].places if place.page == number)
    whole = [b for b in blocks if b.kind in _PROSE and all(p.page == number for p in b.places)]
    if apart := _apart(_alphabetic(page), whole):
        yield Misread(DoubtKind.TEXT, place, f"“{apart}” does not stand so on the page")
    if _are_lost(page, blocks):
        yield Misread(DoubtKind.TEXT, place, "many words of the page were not read")


def _apart(letters: str, prose: Iterable[Block]) -> str:
    """Words read as one run that the page has not side by side, where paragraphs have many such."""
    mixed = []
    for block in prose:
        said = block.text.split()
        runs = [said[at : at + _RUN] for at in range(len(said) - _RUN + 1)]
        apart = [" ".join(run) for run in runs if _alphabetic("".join(run)) not in letters]
        if len(runs) >= _LEAST_RUNS and len(apart) > _MOST_APART * len(runs):
            mixed.append(apart[0])
    return mixed[0] if len(mixed) >= _FEWEST else ""


def _are_lost(page: str, blocks: Iterable[Block]) -> bool:
    there = Counter(_WORD.findall(plain(page)))
    read = "".join(map(letters_of, _texts(blocks)))
    lost = sum(count for word, count in there.items() if word not in read)
    return lost >= _LEAST_LOST and lost > _MOST_LOST * there.total()


def _texts(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        yield block.text
        yield from (cell.text for cell in block.grid.cells) if block.grid else ()
