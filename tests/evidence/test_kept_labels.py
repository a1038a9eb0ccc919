"""What is kept of a label is what is stored: the same is found, however often it is asked about."""

import gc
import weakref
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from building import Said, a_label, a_monograph, published

from monograph_qa.domain.evidence import Route
from monograph_qa.domain.label import FactKind
from monograph_qa.evidence.embedding.embedders import default_embedder
from monograph_qa.evidence.label import SearchedLabel
from monograph_qa.evidence.reading import KeptLabels, LabelRows
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import open_reader
from monograph_qa.store.reading import LibraryReader

KEYS = ("boxed_warning", "warnings", "pregnancy", "clinical_pharmacology")
ATTRIBUTES = ("dose", "renal_dose", "pregnancy", "absorption")
KINDS = tuple(FactKind)
CHAPTERS = {
    key: [
        Said(
            f"Sentence {n} of {key} speaks of {ATTRIBUTES[n % 4]} here.",
            ATTRIBUTES[: n % 3],
            KINDS[n % len(KINDS)],
        )
        for n in range(12)
    ]
    for key in KEYS
}
LABELS = [a_label(name) for name in ("Nizatidine", "Ranitidine", "Cimetidine")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> LibraryFolder:
    made = [a_monograph(CHAPTERS, label) for label in LABELS]
    return published(tmp_path_factory.mktemp("kept"), *made)


@pytest.fixture
def reader(folder: LibraryFolder) -> Iterator[LibraryReader]:
    each = open_reader(folder)
    yield each
    each.close()


class Counted(LibraryReader):
    """A reader that notes which statements are run, but for what another one keeps."""

    def __init__(self, reader: LibraryReader) -> None:
        super().__init__(reader._statements)
        self.asked: list[str] = []
        self.kept = reader.kept  # type: ignore[method-assign]

    def rows(self, name: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        self.asked.append(name)
        return super().rows(name, values)


def test_a_label_asked_about_again_is_read_from_the_library_no_more(reader: LibraryReader) -> None:
    counted = Counted(reader)
    assert LabelRows(counted, LABELS[0]).with_attributes(("dose",), Route.FACT_SPAN)
    assert counted.asked == ["store/facts"]
    counted.asked.clear()
    assert LabelRows(counted, LABELS[0]).with_attributes(("dose",), Route.FACT_SPAN)
    assert len(LabelRows(counted, LABELS[0]).searched())
    assert counted.asked == []


def test_the_index_of_a_label_is_made_once_and_is_that_of_its_texts(
    reader: LibraryReader,
) -> None:
    first = LabelRows(reader, LABELS[0]).searched()
    again = LabelRows(reader, LABELS[0]).searched()
    assert again is first and isinstance(first, SearchedLabel) and isinstance(again, SearchedLabel)
    assert first.by_words(["absorption"]) == again.by_words(["absorption"])
    assert first.by_words(["absorption"])[1] == 1
    facts = list(first.facts(range(len(first))).values())
    assert [f.ordinal for f in facts] == sorted(f.ordinal for f in facts)
    assert all(f.quote in text for f, text in zip(facts, first.texts, strict=True))
    assert all(fact.kind is not FactKind.OTHER for fact in facts)


def test_the_oldest_labels_are_let_go_when_too_much_is_kept(reader: LibraryReader) -> None:
    spans = sum(len(chapter) for chapter in CHAPTERS.values())
    kept = KeptLabels(most_spans=2 * spans)
    wholes = {}
    for label in LABELS:
        wholes[label.label_id] = kept.label(reader, label.label_id).whole
    _, second, third = (label.label_id for label in LABELS)
    assert kept.label(reader, third).whole is wholes[third]
    assert kept.label(reader, second).whole is wholes[second]
    assert kept.label(reader, LABELS[0].label_id).spans == 0


def test_what_is_kept_of_a_label_is_read_anew_when_its_library_keeps_it_no_more(
    folder: LibraryFolder,
) -> None:
    first, second = open_reader(folder), open_reader(folder)
    kept = KeptLabels()
    held = kept.label(first, LABELS[0].label_id)
    assert kept.label(first, LABELS[0].label_id) is held
    assert kept.label(second, LABELS[0].label_id) is not held
    first.close()
    second.close()


def test_what_is_kept_goes_with_the_reader(folder: LibraryFolder) -> None:
    reader = open_reader(folder)
    held = weakref.ref(LabelRows(reader, LABELS[0]).searched())
    assert held() is not None
    reader.close()
    del reader
    gc.collect()
    assert held() is None


def test_lines_are_compared_with_their_headings_and_lead_ins(reader: LibraryReader) -> None:
    rows = LabelRows(reader, LABELS[0])
    question = "How is it absorbed?"
    texts = [f"{e.head.heading}. {e.lead_in} {e.quote}" for e in rows.lines.lines]
    embedder = default_embedder()
    alike = embedder.embed_documents(texts) @ embedder.embed_queries([question])[0]
    assert rows.like(question) == pytest.approx([float(each) for each in alike], abs=1e-6)
