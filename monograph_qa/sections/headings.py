"""What a printed heading says: its number, its words, and the section the vocabulary knows."""

import re
from collections.abc import Iterable
from functools import cache

from monograph_qa.domain.label import LabelFormat
from monograph_qa.domain.parsed import Block, BlockKind, Style
from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.folding import MARGIN_MARK
from monograph_qa.vocabulary.headings import match_heading
from monograph_qa.vocabulary.rows import read_columns
from monograph_qa.vocabulary.sections import SectionTerm

_NUMBER = re.compile(
    r"^\s*(\d{1,2}(?:\.\d{1,2}){0,4})\.?"
    r"(?:\s+|(?=[A-Z]{3})|(?<=\d\.\d)(?=[A-Z][a-z])|\s?[-–]\s?(?=[A-Z]{4}))(?=\S)"  # "2- NAME"
)
_RULE_MARKS = re.compile(r"^[\s\-–—_=*•.]+|[\s\-–—_=*:]+$")
_IN_BRACKETS = re.compile(rf"(?:{MARGIN_MARK})?[\[【]")
_SENTENCE_END = re.compile(r"[.;,]\s*$")
_MOST_WORDS = 22
_MOST_NUMBERED = 36  # "5.7 Risks of ... or Discontinuation of ...", over three lines
_MOST_BOX_WORDS = 70
_CASE_WORDS = 3  # that headings of cases have in common: "If you miss"


@cache
def keys_with_role(role: str) -> frozenset[str]:
    """The keys of the sections that a rule of this name speaks of."""
    return frozenset(k for r, k in read_columns("section_roles", "role", "key") if r == role)


@frozen
class Heading:
    """A block that may open a section. `number` is the printed number as integers, `number_text` as
    printed; `title` the words behind it; `term` the vocabulary's section, if the words are known.
    `index` is the block's place."""

    index: int
    text: str
    title: str
    number: tuple[int, ...]
    number_text: str | None
    term: SectionTerm | None
    style: Style | None
    level: int | None
    is_printed_heading: bool
    code: str | None = None

    @property
    def caps(self) -> bool:
        """True when the title is set in capitals."""
        letters = [c for c in self.title if c.isalpha()]
        return len(letters) >= 3 and sum(c.isupper() for c in letters) >= 0.8 * len(letters)

    def is_lawful(self, layout: LabelFormat) -> bool:
        """True when the layout's law gives these words this number."""
        if self.term is None or self.number_text is None:
            return False
        is_smpc = layout is LabelFormat.SMPC
        return self.number_text in (self.term.smpc_numbers if is_smpc else self.term.plr_numbers)

    @property
    def signature(self) -> tuple[object, ...]:
        """How it is set: headings of one level share this, and those in brackets."""
        if _IN_BRACKETS.match(self.text):
            return ("[",)
        style = self.style
        if style is None:
            return (self.level, self.caps)
        ratio = round(style.ratio * 8) / 8
        return (ratio, style.bold, style.italic, style.underline, self.caps)


def heading_of(block: Block, index: int, layout: str | None) -> Heading | None:
    """The block as a heading, or None when its text cannot be one."""
    text = " ".join(block.text.split())
    printed = block.kind is BlockKind.HEADING
    match = _NUMBER.match(text)
    number_text = match.group(1) if match else None
    # A boxed warning's heading lists its risks in capitals and may fill several lines.
    opens_box = text.startswith(("WARNING", "BOXED WARNING")) and text.upper() == text
    most = _MOST_BOX_WORDS if opens_box else _MOST_WORDS
    if printed and "." in (number_text or ""):
        most = _MOST_NUMBERED
    if not text or len(text.split()) > most:
        return None
    number = tuple(int(part) for part in number_text.split(".")) if number_text else ()
    title = _RULE_MARKS.sub("", text[match.end() :] if match else text)
    if not any(c.isalpha() for c in title):
        return None
    term = match_heading(title, number_text, layout)
    if term is None and not printed and not number:
        return None
    look = (block.style, block.level, printed, block.code)
    return Heading(index, text, title, number, number_text, term, *look)


def opens_with_number(text: str) -> bool:
    """Does the text begin with what may be a section's number?"""
    return _NUMBER.match(" ".join(text.split())) is not None


def reads_as_sentence(heading: Heading) -> bool:
    """True for bold prose that only looks like a heading: it ends as a sentence does, or runs long.
    It stays text, so that "Do not crush." is a FactSpan and not a heading."""
    if heading.term is not None or heading.code is not None:
        return False
    words = heading.title.split()
    if heading.title.rstrip().endswith("?"):
        return False
    if _SENTENCE_END.search(heading.title) and len(words) > (4 if heading.caps else 1):
        return not heading.title.startswith("WARNING")
    return len(words) > 14 and not heading.caps and not heading.number


def opens_case(heading: Heading, others: Iterable[Heading]) -> bool:
    """True for one of several cases, however long: set like another, and both begin alike and run
    to a colon, or say mostly the same: "Adults weighing at least 25 kg" below "Children weighing
    at least 14 kg to less than 25 kg"."""
    if not heading.is_printed_heading or _SENTENCE_END.search(heading.text):
        return False
    return any(
        other.signature == heading.signature
        and _is_alike(heading, other)
        and not reads_as_sentence(other)
        for other in others
    )


def _is_alike(heading: Heading, other: Heading) -> bool:
    own, said = heading.title.casefold().split(), other.title.casefold().split()
    if heading.text.endswith(":"):
        return other.text.endswith(":") and said[:_CASE_WORDS] == own[:_CASE_WORDS]
    words = set(said)
    return len(words) > _CASE_WORDS and 2 * len(words.intersection(own)) > len(words)
