"""A server that searches a label's sentences itself finds what a search in memory finds."""

from contextlib import closing
from dataclasses import replace

import pytest
from building import a_monograph, publish_at

from monograph_qa.domain.evidence import Route
from monograph_qa.evidence.label import SearchedLabel, ServedLabel
from monograph_qa.evidence.reading import LabelRows, search_text
from monograph_qa.pipeline.loading.copying import store_meanings
from monograph_qa.store.homes import LibraryFolder, LibraryServer
from monograph_qa.store.place import open_reader
from monograph_qa.store.server.loading import schema_state

from .test_routes import CHAPTERS, LABEL, OTHER, PLAN

QUESTIONS = [
    "absorption",
    "absorbed with food or antacids",
    "half-life",
    "elimination half life prolonged",
    "rats carcinogenic",
    "not clinically important effect",
    "dosages and dosing",
    "mg/kg per day",
    "warning of malignancy",
    "grapefruit juice",
    "quantum piano",
    "µg 5% “quoted” ' OR 1=1 --",
    "| & ! <-> :* ( )",
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_same_sentences_are_found_on_a_server_and_in_memory(
    server: LibraryServer, tmp_path_factory: pytest.TempPathFactory, question: str
) -> None:
    if not schema_state(server).compares_meanings:
        pytest.skip("this server was installed without pgvector")
    labels = [a_monograph(CHAPTERS, LABEL), a_monograph(CHAPTERS, OTHER)]
    folder = publish_at(LibraryFolder(tmp_path_factory.mktemp("library")), *labels)
    publish_at(server, *labels)
    assert store_meanings(server) == 2 and store_meanings(server) == 0
    plan = replace(PLAN, routes=(Route.TEXT_SEARCH,), words=tuple(question.split()))
    with closing(open_reader(folder)) as here, closing(open_reader(server)) as there:
        in_memory, served = LabelRows(here, LABEL), LabelRows(there, LABEL)
        assert isinstance(in_memory.searched(), SearchedLabel)
        assert isinstance(served.searched(), ServedLabel)
        assert len(in_memory.searched()) == len(served.searched())
        expected = [each.fact for each in search_text(in_memory, plan, [])]
        assert [each.fact for each in search_text(served, plan, [])] == expected


def test_a_label_without_vectors_is_searched_in_memory(server: LibraryServer) -> None:
    publish_at(server, a_monograph(CHAPTERS, LABEL))
    with closing(open_reader(server)) as reader:
        assert isinstance(LabelRows(reader, LABEL).searched(), SearchedLabel)


def test_without_pgvector_meanings_are_compared_in_memory(server: LibraryServer) -> None:
    with closing(server.reach()) as keeper:
        keeper.execute("DROP TABLE sentence_meaning, label_meaning")
    publish_at(server, a_monograph(CHAPTERS, LABEL))
    assert store_meanings(server) == 0
    with closing(open_reader(server)) as reader:
        assert not reader.searches
        assert len(LabelRows(reader, LABEL).searched()) > 3
