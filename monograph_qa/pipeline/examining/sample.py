"""A few labels of a library, read as questions read them: another few each time."""

from collections.abc import Iterator
from random import SystemRandom

from monograph_qa.domain.ids import fact_id_of, label_id_of, section_id_of
from monograph_qa.domain.label import Label
from monograph_qa.pipeline.examining.examined import Examined, told
from monograph_qa.store.reading import LibraryReader

_MOST = 25  # labels: half a second of the largest library


def examine_sample(reader: LibraryReader) -> Examined:
    """Whether ids, quotes and order hold in some labels, drawn at random; in all where few."""
    ids = [str(row[0]) for row in reader.rows("store/label_ids")]
    drawn = SystemRandom().sample(ids, min(_MOST, len(ids)))
    faults = [fault for each in drawn for fault in _faults(reader, reader.get_label(each))]
    said = f"ids, quotes and order hold in {len(drawn)} of {len(ids):,} labels"
    return told("sample", faults, said)


def _faults(reader: LibraryReader, label: Label) -> Iterator[str]:
    """What is wrong with one label, the first of each kind."""
    if label.label_id != label_id_of(label.sha256, label.parser):
        yield f"{label.label_id} is not the label of its file"
    sections = {each.section_id: each for each in reader.sections(label.label_id)}
    for each in sections.values():
        made_of = (each.label_id, each.ordinal, each.heading_path, each.text)
        if each.section_id != section_id_of(*made_of):
            yield f"{each.section_id} is not the section that was stored"
            break
    ends = dict.fromkeys(sections, 0)
    for fact in sorted(reader.facts(label.label_id), key=lambda fact: (fact.start, fact.stop)):
        home = sections.get(fact.section_id)
        if home is None:
            yield f"{fact.fact_id} is of no section of {label.label_id}"
            break
        if fact.fact_id != fact_id_of(fact.section_id, fact.start, fact.stop):
            yield f"{fact.fact_id} is not the sentence that was stored"
            break
        if fact.quote != home.text[fact.start : fact.stop]:
            yield f"{fact.fact_id} is not its section's text"
            break
        if fact.start < ends[fact.section_id]:
            yield f"{fact.fact_id} overlaps the sentence before it"
            break
        ends[fact.section_id] = fact.stop
