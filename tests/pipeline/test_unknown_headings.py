"""Headings for the vocabulary's keeper: counted by label, told apart by where they stand."""

from dataclasses import replace

from building import Said, a_label, a_section, publish_at

from monograph_qa.domain.label import Monograph
from monograph_qa.pipeline.examining.library import (
    HeadingPlace,
    UnknownHeading,
    unknown_headings,
)
from monograph_qa.store.place import Place


def _monograph(drug: str, own: str) -> Monograph:
    """A known chapter with two unknown headings below it, and an unknown chapter."""
    label = a_label(drug, text=own)
    said = [Said("It is taken by mouth.")]
    chapter, _ = a_section(label, "pregnancy", said, ordinal=1, heading="8.1 Pregnancy")
    plain, _ = a_section(
        label, "spl_unclassified", said, ordinal=2, heading="Risk summary", parent=chapter
    )
    numbered, _ = a_section(
        label, "spl_unclassified", said, ordinal=3, heading=f"8.1.1 {own}", parent=plain
    )
    alone, _ = a_section(label, "spl_unclassified", said, ordinal=4, heading="APPENDIX")
    sections = (chapter, replace(plain, section_number=None), numbered, alone)
    return Monograph(label, (), sections, (), ())


def test_unknown_headings_are_counted_by_label_and_named_with_what_they_stand_in(
    place: Place,
) -> None:
    publish_at(
        place, _monograph("Nizatidine", "Effects in mice"), _monograph("Famotidine", "In rats")
    )
    assert unknown_headings(place) == [
        UnknownHeading("APPENDIX", HeadingPlace.CHAPTER, None, 1, labels=2, times=2),
        UnknownHeading("Risk summary", HeadingPlace.SUBSECTION, "pregnancy", 2, 2, 2),
        UnknownHeading("Effects in mice", HeadingPlace.NUMBERED, "pregnancy", 3, 1, 1),
        UnknownHeading("In rats", HeadingPlace.NUMBERED, "pregnancy", 3, 1, 1),
    ]


def test_an_older_version_does_not_count(place: Place) -> None:
    first = _monograph("Nizatidine", "Effects in mice")
    second = _monograph("Nizatidine", "Effects in rats")
    second = replace(second, label=replace(second.label, doc_key=first.label.doc_key, version=2))
    publish_at(place, first, second)
    assert {each.heading: each.labels for each in unknown_headings(place)} == {
        "APPENDIX": 1,
        "Risk summary": 1,
        "Effects in rats": 1,
    }
