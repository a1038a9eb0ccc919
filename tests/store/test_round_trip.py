"""What is stored comes back as it was: a Monograph added, published and read is equal."""

from dataclasses import replace
from uuid import uuid4

import pytest
from building import (
    HALF_LIFE,
    Said,
    a_label,
    a_monograph,
    nizatidine,
    publish_at,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from monograph_qa.domain.label import FactKind, Monograph
from monograph_qa.errors import NotFound
from monograph_qa.store.place import Place, open_reader

ALL_LABELS = {"first": "lab_", "last": "lab_~"}

printed = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1, max_size=40
)


def read_back(folder: Place, label_id: str) -> Monograph:
    reader = open_reader(folder)
    try:
        return Monograph(
            label=reader.get_label(label_id),
            names=tuple(reader.names(label_id)),
            sections=tuple(reader.sections(label_id)),
            facts=tuple(reader.facts(label_id)),
            images=tuple(reader.images(label_id)),
        )
    finally:
        reader.close()


def in_stored_order(monograph: Monograph) -> Monograph:
    return replace(monograph, names=tuple(sorted(monograph.names, key=lambda n: (n.kind, n.name))))


def test_a_monograph_comes_back_equal(place: Place) -> None:
    monograph = nizatidine()
    folder = publish_at(place, monograph)
    assert read_back(folder, monograph.label.label_id) == in_stored_order(monograph)


def test_a_monograph_without_pictures_pages_or_second_names_comes_back_equal(
    place: Place,
) -> None:
    plain = replace(HALF_LIFE, page=None, attributes=())
    monograph = a_monograph({"pharmacokinetics": [plain]})
    folder = publish_at(place, monograph)
    assert read_back(folder, monograph.label.label_id) == monograph


def test_a_label_without_a_single_section_comes_back_equal(place: Place) -> None:
    monograph = a_monograph({})
    folder = publish_at(place, monograph)
    assert read_back(folder, monograph.label.label_id) == monograph


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(printed, min_size=1, max_size=6), kind=st.sampled_from(FactKind))
def test_every_quote_is_its_section_s_text_after_the_round_trip(
    place: Place, texts: list[str], kind: FactKind
) -> None:
    said = [Said(text, ("dose",), kind, context=text) for text in texts]
    key = uuid4().hex  # one library for all examples: each is a document of its own
    label = a_label(doc_key=f"file:/{key}.pdf")
    monograph = a_monograph({"dosage_and_administration": said}, label)
    publish_at(place, monograph)
    back = read_back(place, label.label_id)
    assert back == monograph
    texts_of = {section.section_id: section.text for section in back.sections}
    for fact in back.facts:
        assert texts_of[fact.section_id][fact.start : fact.stop] == fact.quote
    reader = open_reader(place)
    assert reader.rows("store/unsound_spans", ALL_LABELS) == [(0,)]
    reader.close()


def test_an_unsound_span_is_counted(place: Place) -> None:
    monograph = nizatidine()
    bad = replace(monograph.facts[0], quote="Two capsules of 300 mg are taken at bedtime.")
    folder = publish_at(place, replace(monograph, facts=(bad, *monograph.facts[1:])))
    reader = open_reader(folder)
    assert reader.rows("store/unsound_spans", ALL_LABELS) == [(1,)]
    reader.close()


def test_single_things_are_found_by_their_ids(axid: Place) -> None:
    monograph = nizatidine()
    reader = open_reader(axid)
    assert reader.find_section(monograph.sections[0].section_id) == monograph.sections[0]
    assert reader.find_fact(monograph.facts[1].fact_id) == monograph.facts[1]
    assert reader.find_image(monograph.images[0].image_id) == monograph.images[0]
    assert reader.find_section("sec_no") is None and reader.find_fact("fact_no") is None
    assert reader.find_image("img_no") is None
    with pytest.raises(NotFound, match="lab_no"):
        reader.get_label("lab_no")
    reader.close()


def test_what_a_label_holds_is_counted(axid: Place) -> None:
    reader = open_reader(axid)
    assert reader.counts() == {nizatidine().label.label_id: (3, 5, 0, 1)}
    reader.close()


def test_the_fingerprint_changes_with_what_is_published(axid: Place) -> None:
    one = open_reader(axid)
    before = one.version()
    publish_at(axid, a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label("Famotidine")))
    two = open_reader(axid)
    assert before != two.version()
    one.close()
    two.close()
