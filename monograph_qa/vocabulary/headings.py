"""Printed headings and the sections they open."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from itertools import product

from monograph_qa.frozen import frozen
from monograph_qa.vocabulary import folding
from monograph_qa.vocabulary.rows import read_rows, split_list
from monograph_qa.vocabulary.sections import (
    SectionTerm,
    is_section_within,
    section_by_key,
    sections,
)

# Which rows count in a label of a given layout, best first. A US label may carry the headings of
# the other US format (repackagers mix them), and any label may carry patient information.
_READS: dict[str, tuple[str, ...]] = {
    "plr": ("plr", "any", "vaccine", "patient", "old"),
    "old": ("old", "any", "vaccine", "patient", "plr"),
    "hc": ("hc", "any", "patient"),
    "smpc": ("smpc", "any", "patient"),
    "otc": ("otc", "any", "patient"),
    "vaccine": ("vaccine", "plr", "any", "old", "patient"),
    "patient": ("patient", "any"),
    "pil": ("patient", "any", "smpc", "old"),
    "spl": ("plr", "any", "otc", "old", "vaccine", "patient"),
}
_EVERY = ("any", "plr", "old", "hc", "smpc", "vaccine", "patient", "otc")
_NUMBERED_AS_PLR = ("plr", "vaccine", "spl")
_ALTERNATIVES = re.compile(r"\{([^{}]*)\}")
_DELIMITER = re.compile(r"\s*(?::|\.(?=\s)|\s[–—-](?=\s)|[—–](?=\s?[A-Z]))")
_BRACKETED = re.compile(r"\s*\([^()]*\)$")
_LONGEST_RUN_IN = 90
_SPACED_OUT = 8  # letters; shorter headings could be other words with their spaces dropped
_ONE_WRONG = 12  # letters; below this one wrong letter, or a lost end, may make another word


@frozen
class HeadingRow:
    """One printed heading: `folded` is how it compares, `within` where alone it may stand."""

    heading: str
    folded: str
    key: str
    layout: str
    within: tuple[str, ...]

    @property
    def is_wildcard(self) -> bool:
        return "*" in self.folded


@cache
def heading_rows() -> tuple[HeadingRow, ...]:
    """Every row of `section_headings.csv`, its `{a|b}` alternatives written out."""
    rows: list[HeadingRow] = []
    for row in read_rows("section_headings"):
        for printed in _spell_out(row["heading"]):
            folded = folding.fold(printed, stars="*" in printed)
            if folding.without_colons(folded) == folded or "*" not in folded:
                folded = folding.without_colons(folded)
            within = split_list(row["within"])
            rows.append(HeadingRow(printed, folded, row["key"], row["layout"], within))
    return tuple(rows)


def _spell_out(printed: str) -> list[str]:
    parts = _ALTERNATIVES.split(printed)
    choices = [part.split("|") if index % 2 else [part] for index, part in enumerate(parts)]
    return ["".join(chosen) for chosen in product(*choices)]


@frozen
class _Index:
    """Rows of the layouts that are read together, best first under each form."""

    exact: dict[str, list[HeadingRow]]
    singular: dict[str, list[HeadingRow]]
    compact: dict[str, list[HeadingRow]]
    wildcards: "_Wildcards"
    damaged: "_Wildcards"


@cache
def _index(layout: str | None) -> _Index:
    order = _EVERY if layout is None else _READS.get(layout, _EVERY)
    rows = [row for name in order for row in heading_rows() if row.layout == name]
    if layout == "patient":
        # "Pregnancy:" in a leaflet is a paragraph of the leaflet, not the professional section.
        rows = [row for row in rows if section_by_key(row.key).scope != "professional"]
    elif layout is not None:
        # "Do not use * if" may be any bold line.
        rows = [row for row in rows if row.layout != "patient" or _is_of_leaflets(row.folded)]
    index = _Index({}, {}, {}, _Wildcards(rows, _some_words), _Wildcards(rows, _without_spaces))
    for row in rows:
        if row.is_wildcard:
            continue
        index.exact.setdefault(row.folded, []).append(row)
        index.singular.setdefault(folding.singular(row.folded), []).append(row)
        index.compact.setdefault(folding.compact(row.folded), []).append(row)
    return index


def _is_of_leaflets(folded: str) -> bool:
    """Whether it is surely a leaflet's heading: a question, or words that nothing else prints."""
    is_question = re.split(r"\W", folded, maxsplit=1)[0] in _leaflet_beginnings("question")
    return is_question or folded.startswith(_leaflet_beginnings("phrase"))


def heads_leaflet(title: str) -> bool:
    """Whether a title is a leaflet's heading though it may not be set as one."""
    return title.endswith("?") or folding.fold(title).startswith(_leaflet_beginnings("phrase"))


@cache
def _leaflet_beginnings(kind: str) -> tuple[str, ...]:
    rows = read_rows("leaflet_beginnings")
    return tuple(row["beginning"] for row in rows if row["kind"] == kind)


class _Wildcards:
    """Patterns of headings, the row with the most words of its own first, for it says the most."""

    def __init__(self, rows: Iterable[HeadingRow], pattern_of: Callable[[str], str]) -> None:
        """`pattern_of` makes the pattern of a folded heading, "" for none."""
        wild = (row for row in rows if row.is_wildcard)
        own = sorted(wild, key=lambda row: -len(row.folded.replace("*", "")))
        self._each = [(pattern, row) for row in own if (pattern := pattern_of(row.folded))]

    @cached_property
    def _any(self) -> re.Pattern[str]:
        return re.compile("|".join(f"(?:{pattern})" for pattern, _ in self._each) or "(?!)")

    def matched(self, plain: str, with_colons: str) -> Iterator[HeadingRow]:
        """The rows that the heading spells; nearly every heading is excluded at once."""
        if self._any.fullmatch(plain) or self._any.fullmatch(with_colons):
            for pattern, row in self._each:
                if _compiled(pattern).fullmatch(with_colons if ":" in row.folded else plain):
                    yield row


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _some_words(folded: str) -> str:
    return re.escape(folded).replace(r"\*", r"\S+(?: \S+){0,29}?")


def _without_spaces(folded: str) -> str:
    """Only of a long heading."""
    pieces = [folding.compact(piece) for piece in folded.split("*")]
    return ".+".join(pieces) if sum(map(len, pieces)) >= _ONE_WRONG else ""


@frozen
class _Place:
    """Where a heading stands: its printed number, the label's layout, the sections around it."""

    number: str | None
    layout: str | None
    within: Sequence[str] | None

    def allows(self, row: HeadingRow) -> bool:
        if not row.within:
            return True
        if self.within is not None and not is_section_within(self.within, row.within):
            return False
        chapter = _chapter(self.number) if self.layout in _NUMBERED_AS_PLR else None
        return chapter is None or is_section_within((chapter,), row.within)

    def first(self, rows: Iterable[HeadingRow]) -> HeadingRow | None:
        return next((row for row in rows if self.allows(row)), None)

    def only(self, rows: Sequence[HeadingRow]) -> HeadingRow | None:
        fitting = [row for row in rows if self.allows(row)]
        return fitting[0] if len({row.key for row in fitting}) == 1 else None


@cache
def _chapter(number: str | None) -> str | None:
    top = number.split(".")[0] if number else ""
    return next((term.key for term in sections() if top and top in term.plr_numbers), None)


def match_heading(
    heading: str,
    number: str | None = None,
    layout: str | None = None,
    within: Sequence[str] | None = None,
) -> SectionTerm | None:
    """The section that a printed heading opens; None when its words name none.

    `number` is the printed section number ("5.1"; one at the heading's start is read too),
    `layout` the label's format or "patient" for patient parts, `within` the keys of the sections
    around it. A number helps a damaged heading and rules out a heading that cannot stand there;
    it never decides against the words.
    """
    return _matched(heading, number, layout, None if within is None else tuple(within))


@lru_cache(maxsize=8192)  # a heading is looked at before the layout is known, and after
def _matched(
    heading: str, number: str | None, layout: str | None, within: tuple[str, ...] | None
) -> SectionTerm | None:
    read, rest = folding.split_number(heading)
    if number is None or number == read:
        number, heading = read, rest
    place = _Place(number or None, layout, within)
    index = _index(layout)
    for printed in folding.readings(heading):
        folded = folding.fold(printed)
        plain = folding.without_colons(folded)
        if not plain:
            continue
        row = (
            place.first(index.exact.get(plain, ()))
            # WARNING and WARNINGS are two sections: plurals fold only where that decides nothing.
            or place.only(index.singular.get(folding.singular(plain), ()))
            or place.first(index.wildcards.matched(plain, folded))
            or _damaged(index, plain, place)
        )
        if row is not None:
            return section_by_key(row.key)
    return None


def _damaged(index: _Index, plain: str, place: _Place) -> HeadingRow | None:
    letters = folding.compact(plain)
    if len(letters) < _SPACED_OUT:
        return None
    row = place.only(index.compact.get(letters, ())) or place.first(
        index.damaged.matched(letters, letters)
    )
    if row is not None or place.number is None or len(letters) < _ONE_WRONG:
        return row
    from rapidfuzz.distance import Levenshtein  # few headings are damaged

    close = [
        row
        for spelled, row in _numbered(place.layout, place.number)
        # The end of a long heading may stand on a line of its own.
        if spelled.startswith(letters) or Levenshtein.distance(letters, spelled) == 1
    ]
    return place.only(close)


@lru_cache(maxsize=1024)
def _numbered(layout: str | None, number: str) -> tuple[tuple[str, HeadingRow], ...]:
    """The rows of sections that have this number, each with its letters."""
    return tuple(
        (letters, row)
        for letters, rows in _index(layout).compact.items()
        for row in rows
        if number in _numbers(row.key)
    )


def _numbers(key: str) -> tuple[str, ...]:
    term = section_by_key(key)
    hc_number = folding.split_number(term.hc_heading or "")[0]
    return (*term.plr_numbers, *term.smpc_numbers, *((hc_number,) if hc_number else ()))


def match_heading_prefix(
    text: str, layout: str | None = None, within: Sequence[str] | None = None
) -> tuple[SectionTerm, int] | None:
    """The section that a run-in heading opens, and where in `text` the heading ends.

    "Pregnancy: Teratogenic effects..." gives the pregnancy term and the offset just after the
    colon. The heading, but for words in brackets at its end, must be a row without wildcard, start
    with a capital, and end at a colon, dash or full stop. None where no heading runs in.
    """
    if not text[:1].isupper() and not text[:1].isdigit():
        return None
    for found in _DELIMITER.finditer(text[:_LONGEST_RUN_IN]):
        number, printed = folding.split_number(text[: found.start()])
        plain = folding.without_colons(folding.fold(_BRACKETED.sub("", printed)))
        if not plain or not printed[:1].isupper():
            continue
        is_titled = all(word[:1].isupper() or len(word) < 4 for word in printed.split())
        if found[0].strip() == "." and not is_titled:
            continue
        row = _Place(number, layout, within).first(_index(layout).exact.get(plain, ()))
        # "WARNING:" opens a sentence far more often than it opens a boxed warning.
        if row is not None and row.key != "boxed_warning":
            return section_by_key(row.key), found.end()
    return None


def match_opening_words(text: str, layout: str) -> SectionTerm | None:
    """The section whose fixed words begin `text`, where they are part of its first sentence.

    "If pregnant or breast-feeding, ask a health professional before use." begins the Drug Facts
    section of those words. Only rows of `layout` itself count; None where `text` begins otherwise.
    """
    if not text[:1].isupper():
        return None
    words = folding.fold(text[:_LONGEST_RUN_IN]) + " "
    rows = (row for row in heading_rows() if row.layout == layout and " " in row.folded)
    begun = [
        row
        for row in rows
        if row.key.startswith(layout) and not row.is_wildcard and words.startswith(f"{row.folded} ")
    ]
    longest = max(begun, key=lambda row: len(row.folded), default=None)
    return section_by_key(longest.key) if longest is not None else None
