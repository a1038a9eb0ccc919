"""What views of labels side by side are made of: a drug's labels, their lines and passages."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby

from monograph_qa.domain.frame import FrameValue, has_amount
from monograph_qa.domain.label import DoubtKind, FactKind, FactSpan, Label, Section
from monograph_qa.domain.search import Block, FoundLine, Side, View
from monograph_qa.frames.concepts import classes_of
from monograph_qa.frozen import frozen
from monograph_qa.pipeline.question.choosing import MOST_TOGETHER, answered_together, labels_called
from monograph_qa.pipeline.question.offering import edition_of, none_is_of
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.name_keys import name_key, plain_key
from monograph_qa.vocabulary.products import ingredients_of, made_of
from monograph_qa.vocabulary.sections import UNCLASSIFIED

ACTS = frozenset({"adjusts", "forbids", "limits", "advises against", "interrupts"})
SILENT = "Nothing found in this label."


@frozen
class Placed:
    """A citable line; `sections` are its own and those above it, nearest first."""

    fact: FactSpan
    sections: tuple[Section, ...]

    @property
    def section(self) -> Section:
        return self.sections[0]

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the sections that it stands in."""
        return frozenset(each.section_key for each in self.sections)

    @property
    def is_row(self) -> bool:
        """Whether it is a row of a table."""
        return self.fact.kind is FactKind.TABLE_ROW


Passage = tuple[Placed, ...]
"""Lines that are read together: a lead-in with all items of its list, or the rows of a table."""


def passages(lines: Iterable[Placed]) -> list[Passage]:
    """The lines in their order, each in its passage: under one lead-in (that of an outer list
    included), or behind a colon."""
    found: list[Passage] = []
    for _, within in groupby(lines, key=lambda line: line.section.section_id):
        here: list[list[Placed]] = []
        for line in within:
            home = next((each for each in reversed(here) if _goes_on(each[0], line)), None)
            if home is None and here and here[-1][-1].fact.quote.endswith(":") and not line.is_row:
                home = here[-1]
            if home is None:
                here.append([line])
            else:
                home.append(line)
        found += map(tuple, here)
    return found


def _goes_on(first: Placed, line: Placed) -> bool:
    """Whether a line belongs to the passage of its section that begins with `first`."""
    if first.is_row is not line.is_row:
        return False
    if line.is_row:
        return first.fact.context == line.fact.context
    lead_in = first.fact.context or first.fact.quote
    return bool(line.fact.context) and str(line.fact.context).startswith(lead_in)


def is_of_amount(line: Placed) -> bool:
    """Whether the lead-in of an item names an amount ("5 mg with at least two of the following"):
    its list stays whole."""
    return has_amount(v for v in line.fact.frame if v.source == "lead_in")


def is_directed(line: Placed) -> bool:
    """Whether the lead-in of an item names an amount or says what to do."""
    acts = (v for v in line.fact.frame if v.source == "lead_in" and v.concept in ACTS)
    return is_of_amount(line) or any(acts)


def nearest(line: Placed, concepts: Collection[str]) -> tuple[FrameValue, ...]:
    """What the nearest words say of the concepts: the line's own, its lead-in's, its headings'."""
    levels = [(line.fact.frame, "words"), (line.fact.frame, "lead_in")]
    levels += [(section.frame, "heading") for section in line.sections]
    named = (
        tuple(v for v in frame if v.source == source and v.concept in concepts)
        for frame, source in levels
    )
    return next(filter(None, named), ())


def lines_of(reader: LibraryReader, label: Label) -> list[Placed]:
    """The citable lines of a label in reading order."""
    sections = {each.section_id: each for each in reader.sections(label.label_id)}

    def above(section: Section) -> tuple[Section, ...]:
        parent = sections.get(section.parent_id or "")
        return (section, *(above(parent) if parent else ()))

    lines = {name: above(section) for name, section in sections.items()}
    return [
        Placed(fact, lines[fact.section_id])
        for fact in reader.facts(label.label_id)
        if fact.kind is not FactKind.OTHER
    ]


def found_line(label: Label, line: Placed) -> FoundLine:
    """A line as views show it, under the nearest section whose key is known."""
    known = (each for each in line.sections if each.section_key != UNCLASSIFIED)
    home, fact = next(known, line.sections[-1]), line.fact
    return FoundLine(
        label.label_id, label.drug, label.title, home.section_key, home.section_code,
        line.section.heading_path, fact.page, fact.fact_id, fact.quote, fact.context,
    )  # fmt: skip


def label_concepts(label: Label) -> frozenset[str]:
    """The ingredients of a label's drug and their classes: what names no other drug."""
    made = made_of(label.drug)
    return frozenset((*made, " + ".join(sorted(made)), *(c for m in made for c in classes_of(m))))


def grouped(lines: Iterable[tuple[str, FoundLine]]) -> Iterator[Block]:
    """The lines under their names, in order; what several strengths say alike, once."""
    found: dict[str, list[FoundLine]] = {}
    said: set[tuple[str, str, str | None]] = set()
    for name, line in lines:
        once = (name.rpartition(" > ")[2], line.quote, line.context)
        if once not in said:
            said.add(once)
            found.setdefault(name, []).append(line)
    yield from (Block(name, tuple(shown)) for name, shown in found.items())


def view_of(
    title: str,
    reader: LibraryReader,
    drugs: Sequence[str],
    blocks: Callable[[Label], Iterator[Block]],
) -> View:
    """The blocks of each label of each drug. Raises NotFound for a drug that no label is of."""
    sides: list[Side] = []
    notes = []
    for drug in drugs:
        labels, note = labels_of(reader, drug)
        if not labels:
            raise none_is_of([drug], reader)
        sides += [side_of(reader, label, blocks(label)) for label in labels]
        notes.append(note)
    return View(title, tuple(sides), " ".join(filter(None, notes)))


def side_of(reader: LibraryReader, label: Label, blocks: Iterator[Block]) -> Side:
    """The blocks under the label's title and edition; where its reading is in doubt something may
    be missing from them, so that it is said."""
    edition = [edition_of(label)]
    doubts = [each for each in reader.doubts(label.label_id) if each.kind is not DoubtKind.NAME]
    if doubts:
        pages = sorted({each.page for each in doubts if each.page})
        where = f" (page {', '.join(map(str, pages))})" if pages else ""
        edition.append(f"reading in doubt{where}")
    return Side(label.label_id, label.title, ", ".join(filter(None, edition)), tuple(blocks))


def labels_of(reader: LibraryReader, drug: str) -> tuple[list[Label], str]:
    """The labels of a drug, at most four, one of each form first, and what others there are: those
    that bear the name, else those of its one ingredient, else all whose title has it."""
    made_of = ingredients_of(plain_key(drug).split())
    bearing: set[str] = set()
    for name in (drug, *(made_of if len(made_of) == 1 else ())):
        bearing = bearing or {each for *_, each in reader.names_by_keys([name_key(name)])}
    labels = [reader.get_label(each) for each in sorted(bearing)] or labels_called(reader, drug)
    if not labels:
        return [], ""
    return answered_together(labels, drug, MOST_TOGETHER)
