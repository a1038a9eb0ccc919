"""Headings that a label prints, found by pdfium's text alone, and how many open a section of ours.

A US or Canadian label lists its numbered headings on its contents pages: each that stands again
on a later page is a heading of the body. An EU summary has the numbers and words of its template, a
US label of the old format those of 21 CFR 201.56: lines that print just these are headings.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.printed import letters
from monograph_qa.domain.label import Section

_CONTENTS = re.compile(
    r"FULL PRESCRIBING INFORMATION\W{0,3}CONTENTS|^\W*TABLE OF CONTENTS\W*$", re.I | re.M
)
_ENTRY = re.compile(r"^\s*(\d{1,2}(?:\.\d{1,2})?)\.?(?:\s+|(?=[A-Z]))(\S.*)$")
_NUMBERED = re.compile(r"^\s*(\d{1,2})(?:\.(\d{1,2}))?\s+([A-Z][^.;]{2,100})$")
_MOST_WORDS = 22
_LEAP = 2  # from a chapter to the next: 9 and 15 are often left out
_LEADER = re.compile(r"[\s.…_·]*\.[\s.…_·]*\d{1,3}\s*$|\s+\d{1,3}\s*$|[\s.]{4,}$")
_DOTS = re.compile(r"\.{4,}\s*\d+\s*$")
_UNNUMBERED = re.compile(r"^\s*(?:\*|\[|WARNING\b|BOXED\b|Page\b|PART\b|APPENDIX|Reference)", re.I)
_SMPC = re.compile(r"^\s*(4\.[1-9]|5\.[1-3]|6\.[1-6]|[1-9]|10)\.?\s+([A-Z][^.:;]{3,90})$")
_SMPC_WORDS = (
    "name of the medicinal product", "qualitative and quantitative composition",
    "pharmaceutical form", "clinical particulars", "therapeutic indications", "posology and method",
    "contraindications", "special warnings and", "interaction with other", "fertility pregnancy",
    "pregnancy and lactation", "effects on ability", "undesirable effects", "overdose",
    "pharmacological properties", "pharmacodynamic properties", "pharmacokinetic properties",
    "preclinical safety", "pharmaceutical particulars", "list of excipients", "incompatibilities",
    "shelf life", "special precautions for", "nature and contents",
    "marketing authorisation holder", "marketing authorisation number",
    "date of first", "date of rev",
)  # fmt: skip
_OLD_WORDS = frozenset({
    "description", "clinicalpharmacology", "indicationsandusage", "contraindications", "warnings",
    "precautions", "adversereactions", "drugabuseanddependence", "overdosage",
    "dosageandadministration", "howsupplied", "microbiology", "clinicalstudies", "references",
    "informationforpatients", "druginteractions", "pregnancy", "nursingmothers", "pediatricuse",
    "geriatricuse", "general", "laboratorytests", "animalpharmacologyandortoxicology",
    "indications", "animalpharmacology", "carcinogenesismutagenesisimpairmentoffertility",
})  # fmt: skip
_VACCINE = re.compile(r"\bvaccin", re.I)
_VACCINE_A_PAGE = 4.0
_LEAST = 4  # fewer are no sign of the layout


@dataclass(frozen=True, slots=True)
class HeadingScore:
    """One label: its layout, how many body headings it prints, and those that open no section."""

    name: str
    layout: str
    headings: int
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Printed:
    """A heading as compared, letters and digits alone, and the pages that print it."""

    said: str
    letters: str
    pages: frozenset[int]


def heading_score(path: Path, pages: Sequence[str], sections: Sequence[Section]) -> HeadingScore:
    """`pages` are the PDF's texts by pdfium, `sections` what we read of it."""
    layout = _layout(pages)
    truth = _truth(pages, layout)
    if layout == "old" and sum(each.letters[:1].isdigit() for each in truth) > len(truth) / 2:
        layout = "plr"  # a print that left the highlights out
    ours: defaultdict[int, set[str]] = defaultdict(set)
    for section in sections:
        ours[section.page_first or 0].add(_compared(section.heading))
    lost = [each.said for each in truth if not _opens(each, ours)]
    return HeadingScore(path.stem, layout, len(truth), tuple(lost))


def _opens(printed: _Printed, ours: dict[int, set[str]]) -> bool:
    """True when a section of one of those pages bears the heading; where a text runs on in the
    heading's own line the section's heading is its beginning."""
    return any(
        heading == printed.letters
        # A contents page may shorten or lengthen what the body prints.
        or (len(heading) > 8 and printed.letters.startswith(heading))
        or (len(printed.letters) > 8 and heading.startswith(printed.letters))
        for page in printed.pages
        for heading in ours[page]
    )


def _layout(pages: Sequence[str]) -> str:
    text = "\n".join(pages)
    if len(_VACCINE.findall(text)) > _VACCINE_A_PAGE * len(pages):
        return "vaccine"
    if re.search(r"SUMMARY OF PRODUCT CHARACTERISTICS", text):
        return "smpc"
    if re.search(r"PRODUCT MONOGRAPH", "\n".join(pages[:2])):
        return "hc"
    if re.search(r"HIGHLIGHTS OF PRESCRIBING INFORMATION|FULL PRESCRIBING INFORMATION", text):
        return "plr"
    return "old"


def _truth(pages: Sequence[str], layout: str) -> list[_Printed]:
    if layout == "smpc":
        return list(_template_headings(pages))
    listed = list(_listed_headings(pages))
    if len(listed) < _LEAST:
        listed = list(_numbered_headings(pages))
    if sum(_said_by_law(each) for each in listed) >= _LEAST:
        return listed
    found = list(_legal_headings(pages))
    return found if len(found) >= _LEAST else []


def _said_by_law(heading: _Printed) -> bool:
    return heading.letters.lstrip("0123456789") in _OLD_WORDS


def _listed_headings(pages: Sequence[str]) -> Iterator[_Printed]:
    """The entries of the contents pages that the body prints too."""
    entries, last = _contents(pages)
    bodies = {n: _lines(page) for n, page in enumerate(pages, 1) if n >= last}
    for said in dict.fromkeys(entries):
        compared = _compared(said)
        on = frozenset(n for n, lines in bodies.items() if _stands(compared, lines))
        if on:
            yield _Printed(said, compared, on)


def _lines(page: str) -> list[str]:
    return [_compared(line) for line in page.splitlines() if line.strip()]


def _stands(heading: str, lines: Sequence[str]) -> bool:
    """True when a line begins with the heading's number and words, which may run over lines."""
    return any(
        "".join(lines[at : at + 3]).startswith(heading) and lines[at][:6] == heading[:6]
        for at in range(len(lines))
    )


def _contents(pages: Sequence[str]) -> tuple[list[str], int]:
    """What the contents pages list, each entry with the lines it runs over; the last such page."""
    first = next((n for n, page in enumerate(pages, 1) if _CONTENTS.search(page)), None)
    if first is None:
        return [], len(pages) + 1
    opening = _CONTENTS.search(pages[first - 1])
    entries: list[str] = []
    for number in range(first, min(first + 6, len(pages) + 1)):
        text = pages[number - 1]
        start = opening.end() if opening and number == first else 0
        is_over = _add_entries(text[start:], entries, by_leaders=_has_leaders(text))
        if is_over:
            return entries, number
    return entries, first + 6


def _has_leaders(page: str) -> bool:
    lines = [line for line in page.splitlines() if line.strip()]
    return sum(bool(_DOTS.search(line)) for line in lines) > 0.4 * len(lines)


def _add_entries(text: str, entries: list[str], *, by_leaders: bool) -> bool:
    """Adds the numbered lines of a contents page; True where it is the last: the numbers begin
    anew, with which the body begins, or dotted leaders have ended."""
    is_open = False
    before = set() if by_leaders else {entry.split(" ", 1)[0] for entry in entries}
    for line in text.splitlines():
        bare = _LEADER.sub("", line).strip()
        match = _ENTRY.match(bare)
        if match and letters(match[2]):
            if match[1] in before:
                return True
            is_chapter = "." not in match[1]
            if is_chapter and match[2].upper() != match[2]:  # "... weighing at least / 40 kg"
                if is_open:
                    entries[-1] += f" {bare}"
                continue
            entries.append(f"{match[1]} {match[2].strip()}")
            is_open = not _LEADER.search(line)
        elif is_open and bare and not _UNNUMBERED.match(bare):
            entries[-1] += f" {bare}"
            is_open = len(entries[-1].split()) < _MOST_WORDS and not _LEADER.search(line)
        else:
            is_open = False
    return bool(entries) and any("...." in e for e in entries) and not by_leaders


def _numbered_headings(pages: Sequence[str]) -> Iterator[_Printed]:
    """The longest run of numbered lines in which each number follows upon the one before."""
    lines = [
        (int(m[1]), int(m[2] or 0), " ".join(line.split()), number)
        for number, page in enumerate(pages, 1)
        for line in page.splitlines()
        if (m := _NUMBERED.match(line)) and len(line.split()) <= _MOST_WORDS
    ]
    best: list[tuple[int, int]] = []  # the length of the run ending here, and the line before
    for at, (chapter, part, _, _) in enumerate(lines):
        runs = [
            (best[b][0], b)
            for b in range(at)
            if (lines[b][0] == chapter and part == lines[b][1] + 1)
            or (0 < chapter - lines[b][0] <= _LEAP and part == 0)
        ]
        length, before = max(runs, default=(0, -1))
        best.append((length + 1, before))
    at = max(range(len(best)), key=lambda i: best[i][0], default=-1)
    while at >= 0:
        _, _, said, page = lines[at]
        yield _Printed(said, _compared(said), frozenset({page}))
        at = best[at][1]


def _template_headings(pages: Sequence[str]) -> Iterator[_Printed]:
    """Lines of an EU summary that print a number and the words of the template beside it."""
    on: defaultdict[str, set[int]] = defaultdict(set)
    said: dict[str, str] = {}
    for number, page in enumerate(pages, 1):
        if re.search(r"PACKAGE LEAFLET|PARTICULARS TO APPEAR|ANNEX II\b", page):
            break
        for line in page.splitlines():
            match = _SMPC.match(line.strip())
            if match and re.sub(r"[\W_]+", " ", match[2]).casefold().startswith(_SMPC_WORDS):
                compared = _compared(line)
                on[compared].add(number)
                said[compared] = " ".join(line.split())
    for compared, numbers in on.items():
        yield _Printed(said[compared], compared, frozenset(numbers))


def _legal_headings(pages: Sequence[str]) -> Iterator[_Printed]:
    """Lines in capitals that are, whole, a heading that the law gives; running heads left out."""
    times: Counter[str] = Counter()
    on: defaultdict[str, set[int]] = defaultdict(set)
    for number, page in enumerate(pages, 1):
        for line in page.splitlines():
            bare = letters(line).casefold()
            if bare in _OLD_WORDS and line.upper() == line:
                times[bare] += 1
                on[bare].add(number)
    for bare, numbers in on.items():
        if times[bare] <= max(2, len(pages) // 3):
            yield _Printed(bare, bare, frozenset(numbers))


def _compared(heading: str) -> str:
    return letters(heading).casefold()
