"""Views that pharmacists reach for, out of stored frames and tables: interactions, rates of
reactions, two drugs beside each other. Each line stands under the label that says it."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from monograph_qa.domain.frame import Facet
from monograph_qa.domain.label import CELL, Label
from monograph_qa.domain.search import SECTION, Block, FoundLine, Mark, Search, Side, Sought, View
from monograph_qa.errors import NoSuchLabel
from monograph_qa.frames.concepts import class_as_printed, classes_of
from monograph_qa.frames.spans import ORGANS
from monograph_qa.intent.sought import read_search
from monograph_qa.pipeline.question.wording import read_need
from monograph_qa.pipeline.sides import (
    SILENT,
    Placed,
    found_line,
    grouped,
    is_directed,
    labels_of,
    lines_of,
    nearest,
    own_names,
    passages,
    side_of,
    view_of,
)
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.name_keys import plain_key
from monograph_qa.vocabulary.products import ingredients_of
from monograph_qa.vocabulary.sections import section_by_key

_REACTIONS = frozenset({"adverse_reactions", "clinical_trials_experience", "pmi_side_effects"})
_OF_INTERACTIONS = (
    "boxed_warning", "contraindications", "drug_interactions", "warnings_and_precautions",
    "warnings", "precautions", "dosage_and_administration",
)  # fmt: skip
_SAID_ABOVE = "Only what is shown above."


def reactions(reader: LibraryReader, drug: str, effect: str = "") -> View:
    """The rows of each label's tables of adverse reactions, all columns of them, the placebo's too,
    by table; of one effect, where one is named, with the sentences that name it."""
    search = read_need(reader, effect) if effect.strip() else None
    named = search.need if search else ""

    def blocks(label: Label) -> Iterator[Block]:
        tables: list[tuple[str, FoundLine]] = []
        wanted: set[str] | None = None
        if search:
            found, *_ = reader.lines_found(_within(search, _REACTIONS), [label.label_id])
            wanted = {line.fact_id for line in found}
        for line in lines_of(reader, label):
            if line.keys.isdisjoint(_REACTIONS):
                continue
            is_row = line.is_row and CELL in line.fact.quote
            if is_row if wanted is None else line.fact.fact_id in wanted:
                name = line.fact.context if is_row and line.fact.context else None
                tables.append((name or line.section.heading_path, found_line(label, line)))
        yield from grouped(tables)
        if not tables:
            yield Block(named or "tables of adverse reactions", (), SILENT)

    of = f"{named} with {drug}" if search else f"Reactions to {drug}"
    return view_of(of, reader, [drug], blocks)


def interactions(reader: LibraryReader, one: str, other: str) -> View:
    """What each label of either drug says of the other one, and of the classes that it belongs to.
    Raises NotFound where no label here is of either."""
    sides: list[Side] = []
    notes = []
    for asked, about in ((one, other), (other, one)):
        labels, note = labels_of(reader, asked)
        notes.append(note)
        if not labels:
            absent = Block(about, (), f"No label here is of {asked}.")
            sides.append(Side("", asked, "", (absent,)))
        sides += [side_of(label, _naming(reader, label, about)) for label in labels]
    if not any(side.label_id for side in sides):
        raise NoSuchLabel(f"no label here is of {one!r} or {other!r}")
    return View(f"{one} and {other}", tuple(sides), " ".join(filter(None, notes)))


def _naming(reader: LibraryReader, label: Label, about: str) -> Iterator[Block]:
    """What a label says of a drug by its names; of its classes, in the sections on interactions."""
    lines, *_ = reader.lines_found(read_search(about), [label.label_id])
    yield Block(about, _by_weight(lines), SILENT)
    made_of = ingredients_of(plain_key(about).split())
    own = own_names(label)
    silent = []
    said = {line.fact_id for line in lines}
    for each in dict.fromkeys(c for name in made_of for c in classes_of(name)):
        mark = Mark(Facet.COMEDICATION.value, each)
        search = _within(Search(each, (Sought(each, (mark,)),)), _OF_INTERACTIONS)
        of_class, *_ = reader.lines_found(search, [label.label_id])
        if each in own:  # a label speaks of the class of its own drug throughout
            chapter = [line for line in of_class if line.section_key == "drug_interactions"]
            of_class = chapter or of_class
        rest = [line for line in of_class if line.fact_id not in said]
        said.update(line.fact_id for line in rest)
        called = class_as_printed(each)
        if of_class:
            yield Block(f"{called} (a class of {about})", _by_weight(rest), _SAID_ABOVE)
        else:
            silent.append(called)
    if silent:
        yield Block(f"other classes of {about}: {', '.join(silent)}", (), SILENT)


def _by_weight(lines: Sequence[FoundLine]) -> tuple[FoundLine, ...]:
    """Contraindications and interactions first, else in the label's order; the same once."""
    order = {key: at for at, key in enumerate(_OF_INTERACTIONS)}
    once = {(line.section_key, line.quote, line.context): line for line in reversed(lines)}
    each = reversed(once.values())
    return tuple(sorted(each, key=lambda line: order.get(line.section_key, len(order))))


def compared(reader: LibraryReader, drugs: Sequence[str], topic: str) -> View:
    """What the labels of each drug say on a topic, read as `find` reads a need: of an organ only
    what is said of that one, where a heading names two; a list whole behind its lead-in."""
    search = read_need(reader, topic)
    marks = [mark for sought in search.sought for mark in sought.marks]
    organs = {mark.concept for mark in marks if mark.facet == Facet.ORGAN.value}

    def blocks(label: Label) -> Iterator[Block]:
        found, *_ = reader.lines_found(search, [label.label_id])
        wanted = {line.fact_id for line in found}
        shown: list[Placed] = []
        for passage in passages(lines_of(reader, label)):
            fitting = [
                e
                for e in passage
                if e.fact.fact_id in wanted and _is_of(organs, e) and _is_asked_below(marks, e)
            ]
            is_whole = not passage[0].is_row and any(map(is_directed, passage))
            shown += passage if fitting and is_whole else fitting
        lines = (found_line(label, line) for line in shown)
        yield from grouped((line.heading_path, line) for line in lines)
        if not shown:
            yield Block(search.read_as(), (), SILENT)

    return view_of(f"{', '.join(drugs)}: {search.read_as()}", reader, drugs, blocks)


def _is_of(organs: set[str], line: Placed) -> bool:
    """Whether a line is of one of the organs, where any are asked for: as its own words say, else
    its lead-in, else the nearest heading that names one."""
    return not organs or not organs.isdisjoint(v.concept for v in nearest(line, ORGANS))


def _is_asked_below(marks: Collection[Mark], line: Placed) -> bool:
    """Whether a line is of the topic though only a leaflet's question above its own heading is:
    below "How should I store it?" the steps of an injection are printed as well."""
    keys = {mark.concept for mark in marks if mark.facet == SECTION}
    first = next((each for each in line.sections if each.section_key in keys), line.section)
    if first is line.section or section_by_key(first.section_key).scope != "patient":
        return True
    return any(mark.concept in line.fact.attributes for mark in marks)


def _within(search: Search, keys: Sequence[str] | frozenset[str]) -> Search:
    marks = tuple(Mark(SECTION, key) for key in sorted(keys))
    return replace(search, sought=(*search.sought, Sought("within", marks)))
