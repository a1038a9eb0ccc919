"""An answer that stands where the reading is in doubt says so, with the page to look at."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from building import DOSE, HALF_LIFE, a_label, a_monograph, publish_at

from monograph_qa.domain.answer import Outcome
from monograph_qa.domain.label import Doubt, DoubtKind
from monograph_qa.library import Library
from monograph_qa.pipeline import keeping
from monograph_qa.store.place import Place


@pytest.fixture
def library(place: Place) -> Iterator[Library]:
    made = a_monograph(
        {"pharmacokinetics": [HALF_LIFE], "dosage_and_administration": [DOSE]}, a_label("Axidine")
    )
    label_id = made.label.label_id
    section = next(s for s in made.sections if s.section_key == "pharmacokinetics")
    doubts = (
        Doubt(label_id, section.section_id, 1, DoubtKind.TABLES, "table 2 was not found"),
        Doubt(label_id, made.sections[0].section_id, 1, DoubtKind.CONTENTS,
              "7.7 Methotrexate stands in the contents and was not found"),
    )  # fmt: skip
    publish_at(place, replace(made, doubts=doubts))
    with Library(place) as opened:
        yield opened


def test_a_doubtful_place_is_marked_and_a_sound_one_is_not(library: Library) -> None:
    answer = library.ask("half-life of axidine")
    assert answer.outcome is Outcome.ANSWERED
    assert "Reading in doubt, look at page 1: table 2 was not found." in answer.message
    assert "doubt" not in library.ask("dose of axidine").message


def test_a_silence_names_the_section_that_was_not_found(library: Library) -> None:
    answer = library.ask("Does axidine interact with methotrexate?")
    assert answer.outcome is Outcome.NOT_FOUND
    assert "7.7 Methotrexate stands in the contents" in answer.message
    assert "doubt" not in library.ask("Does axidine interact with famotidine?").message


def test_doubts_are_stored_counted_and_removed_with_their_label(library: Library) -> None:
    reader = library.reader
    (label,) = reader.current_labels()
    assert reader.doubt_counts() == {label.label_id: 2}
    assert [doubt.kind for doubt in reader.doubts(label.label_id)] == [
        DoubtKind.TABLES, DoubtKind.CONTENTS
    ]  # fmt: skip
    library.close()
    keeping.remove(library.place, label.label_id, "a test")
    assert library.reader.doubt_counts() == {}
