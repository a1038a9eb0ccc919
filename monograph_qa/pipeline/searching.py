"""Looking across labels: a need, read as questions are, becomes one statement over what stored
sentences and headings speak of; views of interactions, rates of reactions, drugs side by side."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache

from monograph_qa.domain.frame import Facet
from monograph_qa.domain.label import BLOCK_SEPARATOR, CELL, FactKind, Label, LabelFormat
from monograph_qa.domain.search import (
    SECTION,
    Block,
    Criterion,
    FoundLine,
    FoundLines,
    Mark,
    Search,
    Side,
    View,
    most_first,
)
from monograph_qa.errors import NotFound
from monograph_qa.frames.concepts import class_as_printed, classes_of, direct_classes_of
from monograph_qa.frames.spans import ORGANS
from monograph_qa.intent.search import read_search
from monograph_qa.pipeline.question.choosing import labels_called
from monograph_qa.pipeline.question.offering import none_is_of
from monograph_qa.pipeline.question.wording import read_need
from monograph_qa.pipeline.sides import (
    SILENT,
    Placed,
    found_line,
    grouped,
    is_of_amount,
    label_concepts,
    labels_of,
    lines_of,
    nearest,
    passages,
    side_of,
    view_of,
)
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.name_keys import plain_key
from monograph_qa.vocabulary.products import ingredients_of, made_of
from monograph_qa.vocabulary.sections import section_by_key, sections

_NO_CLASS = "(no class known)"
_REACTIONS = frozenset({"adverse_reactions", "clinical_trials_experience", "pmi_side_effects"})
_OF_INTERACTIONS = (
    "boxed_warning", "contraindications", "drug_interactions", "warnings_and_precautions",
    "warnings", "precautions", "dosage_and_administration",
)  # fmt: skip
_SAID_ABOVE = "Only what is shown above."


def search_labels(
    reader: LibraryReader,
    need: str,
    *,
    section: str | None = None,
    kind: str | None = None,
    format: str | None = None,
    drug: str | None = None,
    most: int | None = None,
    skip: int = 0,
) -> FoundLines:
    """The lines of all current labels that fit the need. `section` is a section's key, `kind` a
    FactKind, `format` a LabelFormat; `drug` names a drug or a label. Raises QuestionError where
    there is nothing to look for, NotFound for a filter that is none."""
    search = replace(
        read_need(reader, need),
        section=_known(section, (each.key for each in sections()), "section"),
        kind=_known(kind and kind.upper(), (k for k in FactKind if k != "OTHER"), "kind of line"),
        format=_known(format, LabelFormat, "format"),
        drug=drug,
    )
    asked = _within(search, [search.section]) if search.section else search
    labels = [each.label_id for each in labels_called(reader, drug)] if drug else []
    if drug and not labels:
        raise none_is_of([drug], reader)
    with reader.at_once():
        lines, by_section, by_drug = reader.lines_found(asked, labels, most, skip)
    return FoundLines(
        search,
        tuple(lines),
        sum(by_section.values()),
        sum(by_drug.values()),
        most_first(by_section.items()),
        most_first((each, n) for name, n in by_drug.items() for each in _classes_of(name)),
    )


def _known(value: str | None, known: Iterable[str], what: str) -> str | None:
    if value is None:
        return None
    names = [str(each) for each in known]
    if value not in names:
        near = get_close_matches(value, names, 3) or sorted(names)[:12]
        raise NotFound(f"no {what} is called {value!r}; there are: {', '.join(near)}")
    return value


@lru_cache(maxsize=65536)  # a large library has more than ten thousand drugs
def _classes_of(drug: str) -> tuple[str, ...]:
    found = dict.fromkeys(c for each in made_of(drug) for c in direct_classes_of(each))
    return tuple(map(class_as_printed, found)) or (_NO_CLASS,)


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
        sides += [side_of(reader, label, _naming(reader, label, about)) for label in labels]
    if not any(side.label_id for side in sides):
        raise none_is_of([one, other], reader)
    return View(f"{one} and {other}", tuple(sides), " ".join(filter(None, notes)))


def _naming(reader: LibraryReader, label: Label, about: str) -> Iterator[Block]:
    """What a label says of a drug by its names; of its classes, in the sections on interactions."""
    naming, *_ = reader.lines_found(read_search(about), [label.label_id])
    groups = _groups_of_rows(reader, label)
    lines = _with_their_groups(naming, groups)
    yield Block(about, _by_weight(lines), SILENT)
    ingredients = ingredients_of(plain_key(about).split())
    own_concepts = label_concepts(label)
    silent = []
    said = {line.fact_id for line in lines}
    for each in dict.fromkeys(c for name in ingredients for c in classes_of(name)):
        mark = Mark(Facet.COMEDICATION.value, each)
        search = _within(Search(each, (Criterion(each, (mark,)),)), _OF_INTERACTIONS)
        of_class, *_ = reader.lines_found(search, [label.label_id])
        if each in own_concepts:  # a label speaks of its own drug's class throughout
            chapter = [line for line in of_class if line.section_key == "drug_interactions"]
            of_class = chapter or of_class
        of_class = _with_their_groups(of_class, groups)
        rest = [line for line in of_class if line.fact_id not in said]
        said.update(line.fact_id for line in rest)
        called = class_as_printed(each)
        if of_class:
            yield Block(f"{called} (a class of {about})", _by_weight(rest), _SAID_ABOVE)
        else:
            silent.append(called)
    if silent:
        yield Block(f"other classes of {about}: {', '.join(silent)}", (), SILENT)


def _groups_of_rows(reader: LibraryReader, label: Label) -> dict[str, tuple[FoundLine, ...]]:
    """The rows of each group of a table on interactions, by each of them: where one has the drugs
    as examples, another says what to do."""
    groups: dict[str, tuple[FoundLine, ...]] = {}
    for passage in passages(lines_of(reader, label)):
        is_group = BLOCK_SEPARATOR in (passage[0].fact.context or "") and passage[0].is_row
        if is_group and "drug_interactions" in passage[0].keys:
            rows = tuple(found_line(label, each) for each in passage)
            groups.update((each.fact_id, rows) for each in rows)
    return groups


def _with_their_groups(
    lines: Sequence[FoundLine], groups: Mapping[str, tuple[FoundLine, ...]]
) -> list[FoundLine]:
    whole = (each for line in lines for each in groups.get(line.fact_id, (line,)))
    return list({each.fact_id: each for each in whole}.values())


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
    marks = [mark for criterion in search.criteria for mark in criterion.marks]
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
            is_whole = not passage[0].is_row and any(map(is_of_amount, passage))
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


def _within(search: Search, keys: Collection[str]) -> Search:
    """The search for lines that also stand in one of these sections."""
    marks = tuple(Mark(SECTION, key) for key in sorted(keys))
    return replace(search, criteria=(*search.criteria, Criterion("within", marks)))
