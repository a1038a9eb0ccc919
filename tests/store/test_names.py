"""Names are found by every key they are asked under, and by keys close to those."""

from collections.abc import Iterator

import pytest
from building import HALF_LIFE, a_label, a_monograph, nizatidine, publish_at

from monograph_qa.store.place import Place, open_reader
from monograph_qa.store.reading import LibraryReader


@pytest.fixture
def reader(place: Place) -> Iterator[LibraryReader]:
    metformin = a_monograph(
        {"pharmacokinetics": [HALF_LIFE]},
        a_label("Metformin Hydrochloride", title="Metformin hydrochloride tablets"),
        brands=["Glucophage"],
    )
    publish_at(place, nizatidine(), metformin)
    opened = open_reader(place)
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("axid", "Axid"),
        ("nizatidine", "Nizatidine"),
        ("metformin", "Metformin Hydrochloride"),
        ("metformin hydrochloride", "Metformin Hydrochloride"),
        ("glucophage", "Glucophage"),
    ],
)
def test_a_name_is_found_under_its_keys(reader: LibraryReader, key: str, name: str) -> None:
    assert [(k, n) for k, n, *_ in reader.names_by_keys([key])] == [(key, name)]


def test_several_keys_are_looked_up_at_once(reader: LibraryReader) -> None:
    found = reader.names_by_keys(["axid", "nothing", "metformin"])
    assert {key for key, *_ in found} == {"axid", "metformin"}


def test_no_key_finds_nothing(reader: LibraryReader) -> None:
    assert reader.names_by_keys([]) == []


@pytest.mark.parametrize("hostile", ["' OR 1=1 --", "%", "axid'; DROP TABLE label; --", "\\"])
def test_a_key_is_a_value_and_never_sql(reader: LibraryReader, hostile: str) -> None:
    assert reader.names_by_keys([hostile]) == []
    assert len(reader.labels()) == 2


@pytest.mark.parametrize("typed", ["nizatadine", "nizatidin", "nizatidne", "nisatidine"])
def test_a_misspelt_name_is_near(reader: LibraryReader, typed: str) -> None:
    assert "Nizatidine" in [name for name, *_ in reader.names_near(typed, 0.75)]


def test_a_misspelt_short_form_is_met_with_the_full_name(reader: LibraryReader) -> None:
    assert reader.names_near("metformn", 0.9)[0][0] == "Metformin Hydrochloride"


def test_another_word_is_near_nothing(reader: LibraryReader) -> None:
    assert reader.names_near("warfarin", 0.9) == []
