"""Lines and paragraphs of a PDF's pages, from pdfium's characters and their boxes alone.

Nothing of our own reading takes part: this is what gold is made of.
"""

import ctypes
import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median

import pypdfium2 as pdfium
import pypdfium2.raw as raw

_BOLD = 600  # font weight
_WIDE_GAP = 1.6  # of the letter size: columns stand further apart than words
_APART = 0.5  # of the letter size: letters that stand so far apart are two words
_FULL = 0.88  # of the column's width: a line that ends before that ends its paragraph
_PAGE_NUMBER = re.compile(r"^\W*(?:page\s*)?\d{1,3}(?:\s*(?:of|/)\s*\d{1,3})?\W*$", re.I)
_MARKER = re.compile(r"^(?:[•·●○▪■◦*–—-]|\(?\w{1,2}[.)]|\d{1,2}(?:\.\d{1,2})*\.?)$")


@dataclass(frozen=True, slots=True)
class Letter:
    """One printed letter and its box in points, the origin at the page's bottom left."""

    text: str
    left: float
    right: float
    bottom: float
    top: float
    heavy: bool
    opens: bool  # a word: white space stands before it


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """One printed line. `tabular`: it is set in columns; `heavy`: all of it is bold."""

    text: str
    page: int
    left: float
    right: float
    bottom: float
    top: float
    tabular: bool
    heavy: bool


def printed_lines(path: Path) -> list[PrintedLine]:
    """The lines of every page from top to bottom, without running heads and page numbers."""
    pdf = pdfium.PdfDocument(str(path))
    pages = [_lines(_letters(page), number) for number, page in enumerate(pdf, 1)]
    counts = Counter(each for page in pages for each in {_pattern(line.text) for line in page})
    often = max(3, len(pages) // 3)
    return [
        line
        for page in pages
        for line in page
        if counts[_pattern(line.text)] < often and not _PAGE_NUMBER.match(line.text)
    ]


def paragraphs(lines: list[PrintedLine], *, with_bold: bool = False) -> list[str]:
    """Running text of the lines: tables and bold lines are left out, and end a paragraph.

    A boxed warning is printed bold throughout: there, bold lines are its text.

    A line that stops short of its column's end is the last of its paragraph, and so is one that a
    wide gap follows.
    """
    wide = [line for line in lines if not line.tabular]
    if not wide:
        return []
    ends = sorted(line.right for line in wide)
    edge = ends[int(0.9 * (len(ends) - 1))]
    found: list[list[PrintedLine]] = [[]]
    for line in lines:
        last = found[-1][-1] if found[-1] else None
        if line.tabular or (line.heavy and not with_bold):
            found.append([])
            continue
        if last is not None and _ends_paragraph(last, line, edge):
            found.append([])
        found[-1].append(line)
    return [" ".join(line.text for line in each) for each in found if each]


def _ends_paragraph(last: PrintedLine, line: PrintedLine, edge: float) -> bool:
    size = last.top - last.bottom
    if last.page != line.page:
        return not line.text[:1].islower()
    apart = last.bottom - line.top > 1.1 * size
    short = last.right < last.left + _FULL * (edge - last.left)
    return apart or short or bool(_MARKER.match(line.text.split()[0]))


def _pattern(text: str) -> str:
    return re.sub(r"\d+", "#", text)


def _letters(page: pdfium.PdfPage) -> list[Letter]:
    text = page.get_textpage()
    box = [ctypes.c_double() for _ in range(4)]
    found: list[Letter] = []
    opens = True
    for at in range(raw.FPDFText_CountChars(text)):
        letter = chr(raw.FPDFText_GetUnicode(text, at))
        if letter.isspace() or not letter.isprintable():
            opens = True
            continue
        left, right, bottom, top = box
        raw.FPDFText_GetCharBox(text, at, left, right, bottom, top)
        heavy = raw.FPDFText_GetFontWeight(text, at) >= _BOLD
        found.append(Letter(letter, left.value, right.value, bottom.value, top.value, heavy, opens))
        opens = False
    return found


def _lines(letters: list[Letter], page: int) -> list[PrintedLine]:
    """Letters whose middles stand at one height are a line; what is set high or low joins it."""
    if not letters:
        return []
    size = median(x.top - x.bottom for x in letters) * 1.4
    rows: list[list[Letter]] = []
    for letter in sorted(letters, key=lambda x: -(x.top + x.bottom) / 2):
        middle = (letter.top + letter.bottom) / 2
        row = rows[-1] if rows else []
        center = median((x.top + x.bottom) / 2 for x in row[:40]) if row else 0.0
        if row and center - middle < 0.55 * size:
            row.append(letter)
        else:
            rows.append([letter])
    return [_line(sorted(row, key=lambda x: x.left), page, size) for row in rows]


def _line(row: list[Letter], page: int, size: float) -> PrintedLine:
    words: list[str] = [row[0].text]
    gaps: list[int] = []
    for before, letter in pairwise(row):
        gap = letter.left - before.right
        if letter.opens or gap > _APART * size:
            if gap > _WIDE_GAP * size:
                gaps.append(len(words))
            words.append("")
        words[-1] += letter.text
    # A list's mark or a heading's number stands apart from its text, and is no column.
    columns = [at for at in gaps if not (at == 1 and _MARKER.match(words[0]))]
    return PrintedLine(
        " ".join(words),
        page,
        row[0].left,
        max(x.right for x in row),
        min(x.bottom for x in row),
        max(x.top for x in row),
        bool(columns),
        sum(x.heavy for x in row) > 0.8 * len(row),
    )
