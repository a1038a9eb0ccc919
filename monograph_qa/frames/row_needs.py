"""What a line on doses must not be read without: the notes of its table that its marks point to,
and the levels of dose that it reduces to."""

import re
import unicodedata
from collections.abc import Sequence

from monograph_qa.domain.frame import Facet
from monograph_qa.domain.label import LEVEL, NOTED, FactKind, FactSpan, Need

# Raised letters and figures, but no exponent ("10⁹/L", "m²"); signs at the end of a cell.
_MARK = re.compile(r"[ᵃ-ᵛᶜᶠᶻ]|(?<=[A-Za-z)])(?<!m)[¹²³⁴-⁹]|(?:[*†‡§¶#])(?=\s*(?:\||:|$))")
_BELOW = 30  # lines below a row among which its notes stand
_MOST_NOTES = 2
_MOST_LEVELS = 4
_REDUCES = re.compile(
    r"\breduc(?:ed?|ing|tion) (?:(?:of |in )?the |of |in )?(?:\w+ )?"
    r"(?:dos(?:e|age)\b|by (?:1|one) (?:dose )?level)|\b(?:next )?lower (?:dose|level)\b"
    r"|\bdose (?:level|reduction)\b",
    re.I,
)
_OF_LEVELS = re.compile(r"\bdos(?:e|age|ing)[ -](?:levels?|reductions?)\b", re.I)
_OF_EVENTS = re.compile(r"\b(?:toxicity|reaction|event|grade|severity)\b", re.I)


def notes_of_rows(facts: Sequence[FactSpan]) -> dict[str, tuple[Need, ...]]:
    """The notes below a table of doses that the marks of its rows point to: "3ᵇ" is not read
    without "b The first two doses at least 4 weeks apart". `facts` are those on doses."""
    found: dict[str, tuple[Need, ...]] = {}
    for at, fact in enumerate(facts):
        if fact.kind is not FactKind.TABLE_ROW:
            continue
        marks = dict.fromkeys(said.group() for said in _MARK.finditer(fact.quote))
        below = [e for e in facts[at + 1 : at + _BELOW] if e.section_id == fact.section_id]
        notes = (next((e for e in below if _is_note(e.quote, mark)), None) for mark in marks)
        ids = dict.fromkeys(note.fact_id for note in notes if note is not None)
        if ids:
            found[fact.fact_id] = tuple(Need(each, NOTED) for each in ids)[:_MOST_NOTES]
    return found


def levels_reduced_to(facts: Sequence[FactSpan]) -> dict[str, tuple[Need, ...]]:
    """The rows of the one table of levels ("First reduction: 300 mg") that lines need which reduce
    a dose and do not say to what: "resume at a reduced dose". `facts` are those on doses; of two
    such tables each is for something of its own, and none is taken."""
    tables: dict[str, list[FactSpan]] = {}
    for fact in facts:
        if fact.kind is FactKind.TABLE_ROW and _OF_LEVELS.search(fact.context or ""):
            tables.setdefault(fact.context or "", []).append(fact)
    levels = [
        rows
        for rows in tables.values()
        if len(rows) <= _MOST_LEVELS and not any(_OF_EVENTS.search(row.quote) for row in rows)
    ]
    if len(levels) != 1:
        return {}
    needs = tuple(Need(row.fact_id, LEVEL) for row in levels[0])
    return {
        fact.fact_id: needs
        for fact in facts
        if fact not in levels[0] and _REDUCES.search(fact.quote) and not _says_how_much(fact)
    }


def _says_how_much(fact: FactSpan) -> bool:
    return any(v.facet is Facet.AMOUNT and v.concept == "mass" for v in fact.frame)


def _is_note(quote: str, mark: str) -> bool:
    """Whether a line under a table is the note of a mark, or holds it among others."""
    plain = re.escape(unicodedata.normalize("NFKC", mark))
    said = rf"(?:^|(?<=[.;)\]]\s))(?:{re.escape(mark)}|{plain})[\s.:)=]*[A-Z(≥≤<>]"
    return re.search(said, quote) is not None
