"""Words that are looked for across a file are found where its texts have them, and nowhere else."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing

import pytest
from building import Said, a_label, a_monograph, published
from hypothesis import given, settings
from hypothesis import strategies as st

from monograph_qa.domain.label import FactKind
from monograph_qa.domain.search import SECTION, Criterion, Mark, Search
from monograph_qa.store.place import open_reader
from monograph_qa.store.reading import LibraryReader
from monograph_qa.store.rows import word_values
from monograph_qa.vocabulary.tokens import keys_of

WARNINGS = (
    Said("Serious and fatal reactions, seriously ill patients, SERIOUSNESS."),
    Said("Class I and two classes of agents; ages 5 to 12; an x_y plot."),
    Said("Give 0.5 mg/kg, then 10.5 mg; not 0 or 5."),
    Said("Dosage: one dose in Sjögren's syndrome of treatment-naïve patients, 5µg."),
    Said("have asthma", context="Serious doubt.\nDo not take it if you:"),
    Said("This sentence is never quoted, however serious.", kind=FactKind.OTHER),
)
DOSES = (
    Said("Dose | 0.5 | serious", kind=FactKind.TABLE_ROW),
    Said("The doses are seriously reduced, once daily.Take with food."),
)
SAID = {"warnings": WARNINGS, "dosage_and_administration": DOSES}
EVERY = [(key, said) for key, lines in SAID.items() for said in lines]
WORDS = sorted({word for _, said in EVERY for word in keys_of(said.text)} | {"sjo", "0.55"})


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LibraryReader]:
    drugs = [a_monograph(SAID, a_label(name)) for name in ("Famotidine", "Cimetidine")]
    with closing(open_reader(published(tmp_path_factory.mktemp("library"), *drugs))) as opened:
        yield opened


def _having(words: Sequence[str], section: str | None, kind: str | None) -> list[tuple[str, str]]:
    """The lines whose texts have all words, by reading them."""
    pattern = re.compile(word_values(words)["pattern"], re.ASCII | re.IGNORECASE | re.DOTALL)
    return [
        (key, said.text)
        for key, said in EVERY
        if said.kind is not FactKind.OTHER
        and section in (None, key)
        and kind in (None, said.kind)
        and pattern.search(" ".join(filter(None, (said.context, said.text))))
    ]


@settings(max_examples=150, deadline=None)
@given(
    words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=4, unique=True),
    section=st.sampled_from([None, *SAID]),
    kind=st.sampled_from([None, FactKind.TABLE_ROW]),
)
def test_words_are_found_as_by_reading_all_texts(
    reader: LibraryReader, words: list[str], section: str | None, kind: str | None
) -> None:
    within = (Criterion("within", (Mark(SECTION, section),)),) if section else ()
    search = Search("", within, tuple(words), kind=kind)
    lines, by_section, by_drug = reader.lines_found(search)
    expected = _having(words, section, kind)
    assert [(line.section_key, line.quote) for line in lines] == expected * 2
    assert [line.drug for line in lines] == ["Cimetidine"] * len(expected) + ["Famotidine"] * len(
        expected
    )
    assert by_section == Counter(key for key, _ in expected * 2)
    assert by_drug == ({"Cimetidine": 1, "Famotidine": 1} if expected else {})


def test_texts_are_read_only_where_how_words_begin_does_not_tell() -> None:
    assert not word_values(["serious", "dose"])["reads"]
    assert word_values(["dose", "dosage"])["reads"]
    assert word_values(["0.5"])["reads"]
