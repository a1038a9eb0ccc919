"""Views that pharmacists reach for, out of stored frames and tables: doses, interactions, rates of
reactions, two drugs beside each other. Each line stands under the label that says it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import PurePath

from monograph_qa.domain.frame import Facet, FrameValue
from monograph_qa.domain.label import FactKind, FactSpan, Label, Section
from monograph_qa.domain.search import Block, FoundLine, Mark, Search, Side, Sought, View
from monograph_qa.errors import NoSuchLabel
from monograph_qa.frames.concepts import classes_of
from monograph_qa.frames.spans import ADULT, Measure
from monograph_qa.intent.sought import read_search
from monograph_qa.pipeline.question.choosing import labels_called
from monograph_qa.pipeline.question.together import MOST_TOGETHER, answered_together
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.attributes import attributes
from monograph_qa.vocabulary.name_keys import name_key, plain_key
from monograph_qa.vocabulary.products import ingredients_of, made_of
from monograph_qa.vocabulary.sections import UNCLASSIFIED

_DOSING = frozenset({"dosage_and_administration", "pmi_directions", "otc_directions"})
_PATIENTS = frozenset({"pmi_directions"})
_TELLING = frozenset({"contraindications", "renal_impairment", "hepatic_impairment"})
_OF_ORGANS = frozenset({"renal_dose", "hepatic_dose"})
_ADJUSTED = frozenset({"dose_adjustment", "max_dose", "starting_dose", "maintenance_dose"})
_OF_COURSE = frozenset({"discontinuation", "switching"})  # of a course, and no dose
_DOSES_TOO = _DOSING | {
    "use_in_specific_populations", "contraindications", "drug_interactions", "warnings",
    "warnings_and_precautions", "precautions", "boxed_warning", "renal_impairment",
    "hepatic_impairment", "pediatric_use", "geriatric_use",
}  # fmt: skip
_REACTIONS = frozenset({"adverse_reactions", "clinical_trials_experience", "pmi_side_effects"})
_OF_INTERACTIONS = (
    "boxed_warning", "contraindications", "drug_interactions", "warnings_and_precautions",
    "warnings", "precautions", "dosage_and_administration",
)  # fmt: skip
_ACTS = frozenset({"adjusts", "forbids", "limits", "advises against", "interrupts"})
_CELL = " | "
_SILENT = "Nothing found in this label."

Facts = list[tuple[FactSpan, Section, tuple[Section, ...]]]
"""A label's citable lines, each with its section and with that and those above it."""


def doses(reader: LibraryReader, drug: str) -> View:
    """What each label of a drug says on doses: by the headings of its dosing sections, then for
    people of some age or weight, for impaired kidneys and livers, and beside other drugs."""

    def blocks(label: Label) -> Iterator[Block]:
        usual: list[tuple[str, FoundLine]] = []
        special: dict[str, list[FoundLine]] = {name: [] for name in _SPECIAL}
        own = _own_names(label)
        said: set[tuple[str, str, str | None]] = set()
        for fact, section, line in _facts(reader, label):
            values = [v for v in (*fact.frame, *section.frame) if v.concept not in own]
            # An annex for several strengths says the same in each.
            once = (section.heading, fact.quote, fact.context)
            if once in said or not _gives_a_dose(fact, line):
                continue
            said.add(once)
            for_whom = next((n for n, is_for in _SPECIAL.items() if is_for(fact, values)), None)
            if for_whom:
                special[for_whom].append(_line(label, fact, line))
            elif any(each.section_key in _DOSING for each in line):
                usual.append((section.heading_path, _line(label, fact, line)))
        yield from _grouped(usual)
        yield from (Block(name, tuple(lines), _SILENT) for name, lines in special.items())

    return _view(f"Doses of {drug}", reader, [drug], blocks)


def _gives_a_dose(fact: FactSpan, line: Sequence[Section]) -> bool:
    """Whether a line says how much to give, or to give less or none, in a section that may say so.
    Outside the dosing sections, and in leaflets, its own words must say it: a lead-in or a heading
    on doses stands above much else."""
    keys = {each.section_key for each in line}
    if keys.isdisjoint(_DOSES_TOO):
        return False
    stated = _doses_stated().intersection(fact.attributes)
    own_words = [v for v in fact.frame if v.source == "words"]
    gives = any(v.facet in (Facet.AMOUNT, Facet.PRODUCT) for v in own_words)
    acts = any(v.concept in _ACTS for v in own_words)
    if not keys.isdisjoint(_DOSING - _PATIENTS):
        return bool(stated) or gives or acts
    if not keys.isdisjoint(_PATIENTS):
        return gives or "frequency" in stated or (bool(stated) and acts)
    if not keys.isdisjoint(_TELLING):
        return bool(stated)
    recommends = any(v.concept == "recommends" for v in own_words)
    if gives and not stated.isdisjoint(_OF_ORGANS):
        return True
    directs = acts or recommends or not stated.isdisjoint(_ADJUSTED)
    return directs and bool(stated - _OF_COURSE)  # else it reports a study


def _own_names(label: Label) -> frozenset[str]:
    """What a label's drug is made of, and the classes of that: no other drug."""
    made = made_of(label.drug)
    return frozenset((*made, " + ".join(sorted(made)), *(c for m in made for c in classes_of(m))))


@cache
def _doses_stated() -> frozenset[str]:
    return frozenset(each.key for each in attributes() if each.group == "dosing")


def _states(
    measures: set[str], stated: set[str], fact: FactSpan, values: Sequence[FrameValue]
) -> bool:
    measured = any(v.concept in measures and (v.concept, v.low) != _ADULTS for v in values)
    return measured or not stated.isdisjoint(fact.attributes)


def _names_a_drug(fact: FactSpan, values: Sequence[FrameValue]) -> bool:
    return any(value.facet is Facet.COMEDICATION for value in values)


_ADULTS = (Measure.AGE.value, ADULT)  # the usual dose


_SPECIAL: dict[str, Callable[[FactSpan, Sequence[FrameValue]], bool]] = {
    "kidneys": partial(_states, {Measure.KIDNEY.value}, {"renal_dose"}),
    "liver": partial(_states, {Measure.LIVER.value}, {"hepatic_dose"}),
    "age and weight": partial(
        _states, {Measure.AGE.value, Measure.WEIGHT.value}, {"pediatric_dose", "geriatric_dose"}
    ),
    "with other drugs": _names_a_drug,
}


def reactions(reader: LibraryReader, drug: str, effect: str = "") -> View:
    """The rows of each label's tables of adverse reactions, all columns of them, the placebo's too,
    by table; of one effect, where one is named, with the sentences that name it."""

    def blocks(label: Label) -> Iterator[Block]:
        tables: list[tuple[str, FoundLine]] = []
        wanted: set[str] | None = None
        if effect:
            found, *_ = reader.lines_found(
                _within(read_search(effect), _REACTIONS), [label.label_id]
            )
            wanted = {line.fact_id for line in found}
        for fact, section, line in _facts(reader, label):
            if not any(each.section_key in _REACTIONS for each in line):
                continue
            is_row = fact.kind is FactKind.TABLE_ROW and _CELL in fact.quote
            if is_row if wanted is None else fact.fact_id in wanted:
                name = fact.context if is_row and fact.context else section.heading_path
                tables.append((name, _line(label, fact, line)))
        yield from _grouped(tables)
        if not tables:
            yield Block(effect or "tables of adverse reactions", (), _SILENT)

    of = f"{effect} with {drug}" if effect else f"Reactions to {drug}"
    return _view(of, reader, [drug], blocks)


def interactions(reader: LibraryReader, one: str, other: str) -> View:
    """What each label of either drug says of the other one, and of the classes that it belongs to.
    Raises NotFound where no label here is of either."""
    sides: list[Side] = []
    notes = []
    for asked, about in ((one, other), (other, one)):
        labels, note = _labels(reader, asked)
        notes.append(note)
        if not labels:
            absent = Block(about, (), f"No label here is of {asked}.")
            sides.append(Side("", asked, "", (absent,)))
        sides += [_side(label, _naming(reader, label, about)) for label in labels]
    if not any(side.label_id for side in sides):
        raise NoSuchLabel(f"no label here is of {one!r} or {other!r}")
    return View(f"{one} and {other}", tuple(sides), " ".join(filter(None, notes)))


def _naming(reader: LibraryReader, label: Label, about: str) -> Iterator[Block]:
    """What a label says of a drug by its names; of its classes, in the sections on interactions."""
    lines, *_ = reader.lines_found(read_search(about), [label.label_id])
    yield Block(about, _by_weight(lines), _SILENT)
    made_of = ingredients_of(plain_key(about).split())
    own = _own_names(label)
    silent = []
    for each in dict.fromkeys(c for name in made_of for c in classes_of(name)):
        mark = Mark(Facet.COMEDICATION.value, each)
        search = _within(Search(each, (Sought(each, (mark,)),)), _OF_INTERACTIONS)
        of_class, *_ = reader.lines_found(search, [label.label_id])
        if each in own:  # a label speaks of the class of its own drug throughout
            chapter = [line for line in of_class if line.section_key == "drug_interactions"]
            of_class = chapter or of_class
        named = {line.fact_id for line in lines}
        rest = [line for line in of_class if line.fact_id not in named]
        if rest:
            yield Block(f"{each} (a class of {about})", _by_weight(rest))
        elif not of_class:
            silent.append(each)
    if silent:
        yield Block(f"other classes of {about}: {', '.join(silent)}", (), _SILENT)


def _by_weight(lines: Sequence[FoundLine]) -> tuple[FoundLine, ...]:
    """Contraindications and interactions before all else, otherwise in the label's order; what is
    said twice, once."""
    order = {key: at for at, key in enumerate(_OF_INTERACTIONS)}
    once = {(line.section_key, line.quote, line.context): line for line in reversed(lines)}
    each = reversed(once.values())
    return tuple(sorted(each, key=lambda line: order.get(line.section_key, len(order))))


def compared(reader: LibraryReader, drugs: Sequence[str], topic: str) -> View:
    """What the labels of each drug say on a topic, read as `find` reads a need."""
    search = read_search(topic)

    def blocks(label: Label) -> Iterator[Block]:
        lines, *_ = reader.lines_found(search, [label.label_id])
        yield from _grouped((line.heading_path, line) for line in lines)
        if not lines:
            yield Block(search.read_as(), (), _SILENT)

    return _view(f"{', '.join(drugs)}: {search.read_as()}", reader, drugs, blocks)


def _grouped(lines: Iterable[tuple[str, FoundLine]]) -> Iterator[Block]:
    """The lines under their names, in the order in which these first come; what an annex for
    several strengths says under each, once."""
    found: dict[str, list[FoundLine]] = {}
    said: set[tuple[str, str, str | None]] = set()
    for name, line in lines:
        once = (name.rpartition(" > ")[2], line.quote, line.context)
        if once not in said:
            said.add(once)
            found.setdefault(name, []).append(line)
    yield from (Block(name, tuple(own)) for name, own in found.items())


def _within(search: Search, keys: Sequence[str] | frozenset[str]) -> Search:
    marks = tuple(Mark("section", key) for key in sorted(keys))
    return replace(search, sought=(*search.sought, Sought("within", marks)))


def _view(
    title: str,
    reader: LibraryReader,
    drugs: Sequence[str],
    blocks: Callable[[Label], Iterator[Block]],
) -> View:
    sides: list[Side] = []
    notes = []
    for drug in drugs:
        labels, note = _labels(reader, drug)
        if not labels:
            raise NoSuchLabel(f"no label here is of {drug!r}")
        sides += [_side(label, blocks(label)) for label in labels]
        notes.append(note)
    return View(title, tuple(sides), " ".join(filter(None, notes)))


def _side(label: Label, blocks: Iterator[Block]) -> Side:
    dated = f", revised {label.revision_date}" if label.revision_date else ""
    edition = f"{PurePath(label.source_path).name}{dated}"
    return Side(label.label_id, label.title, edition, tuple(blocks))


def _labels(reader: LibraryReader, drug: str) -> tuple[list[Label], str]:
    """The labels of a drug, at most four, one of each form first; and what others there are. Those
    that bear the name go before those of its one ingredient, and these before all whose title has
    it among other words."""
    made_of = ingredients_of(plain_key(drug).split())
    bearing: set[str] = set()
    for name in (drug, *(made_of if len(made_of) == 1 else ())):
        bearing = bearing or {each for *_, each in reader.names_by_keys([name_key(name)])}
    labels = [reader.get_label(each) for each in sorted(bearing)] or labels_called(reader, drug)
    if not labels:
        return [], ""
    return answered_together(labels, drug, MOST_TOGETHER)


def _facts(reader: LibraryReader, label: Label) -> Facts:
    sections = {each.section_id: each for each in reader.sections(label.label_id)}

    def above(section: Section) -> tuple[Section, ...]:
        parent = sections.get(section.parent_id or "")
        return (section, *(above(parent) if parent else ()))

    lines = {name: above(section) for name, section in sections.items()}
    return [
        (fact, sections[fact.section_id], lines[fact.section_id])
        for fact in reader.facts(label.label_id)
        if fact.kind is not FactKind.OTHER
    ]


def _line(label: Label, fact: FactSpan, line: Sequence[Section]) -> FoundLine:
    home = next((each for each in line if each.section_key != UNCLASSIFIED), line[-1])
    return FoundLine(
        label.label_id, label.drug, label.title, home.section_key, home.section_code,
        line[0].heading_path, fact.page, fact.fact_id, fact.quote, fact.context,
    )  # fmt: skip
