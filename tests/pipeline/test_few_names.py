"""A small library's names in memory find what the statements of the store find."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from building import HALF_LIFE, a_label, a_monograph, published

from monograph_qa.library import Library
from monograph_qa.pipeline.question.held import FewNames, HeldNames, few_names
from monograph_qa.store.names import NameRow
from monograph_qa.store.reading import LibraryReader

ASKED = ["axid", "famotidin", "famo", "nizatidne", "lamivudine", "zorb", "oral", "zantac", ""]


class ManyNames(LibraryReader):
    """Reads a library as one that bears too many names to be kept at hand."""

    def few_names(self) -> list[NameRow] | None:
        return None


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    drugs = ["Nizatidine", "Famotidine", "dolutegravir and lamivudine", "Famotidine oral"]
    own = [
        a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label(drug, title=f"{drug} {at}"))
        for at, drug in enumerate(drugs)
    ]
    with Library.open(published(tmp_path / "library", *own).root) as opened:
        yield opened


@pytest.fixture
def by_statements(library: Library) -> HeldNames:
    return HeldNames(ManyNames(library.reader._statements))


@pytest.mark.parametrize("key", ASKED)
def test_names_at_hand_are_those_of_the_store(
    library: Library, by_statements: HeldNames, key: str
) -> None:
    held = HeldNames(library.reader)
    assert held.find([key]) == by_statements.find([key])
    assert list(held.near(key)) == list(by_statements.near(key))
    assert list(held.with_word(key)) == list(by_statements.with_word(key))


def test_names_are_built_once_for_what_is_published(library: Library) -> None:
    first = few_names(library.reader)
    assert isinstance(first, FewNames)
    assert few_names(library.reader) is first
