"""Many loads and askers on one server: nothing fails, nothing is lost, nothing is there twice."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from building import nizatidine, publish_at

from monograph_qa.audit.chain import verify
from monograph_qa.domain.journal import JobState
from monograph_qa.library import Library
from monograph_qa.store.homes import LibraryServer
from monograph_qa.store.place import Place, open_journal, open_reader

from .files import write_spl
from .loading import MANY, begun, ended, many

FILES = 10
ASKER = """
import json, sys, time
from monograph_qa.library import Library
asked, ends = 0, time.monotonic() + float(sys.argv[2])
with Library.open(sys.argv[1]) as library:
    while time.monotonic() < ends:
        answer = library.ask("What is the half-life of Axid?")
        assert answer.outcome == "answered" and answer.verdict.status == "released", answer
        asked += 1
print(json.dumps(asked))
"""


def started(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


def loader(server: LibraryServer, labels: Path) -> subprocess.Popen[str]:
    main = "from monograph_qa.cli.start import main; main()"
    return started(main, "ingest", str(labels), "--workers", "1", "--library", server.url)


def drugs(place: Place) -> list[str]:
    with closing(open_reader(place)) as reader:
        assert reader.rows("store/unsound_spans", {"first": "", "last": "~"}) == [(0,)]
        assert all(reader.sections(label.label_id) for label in reader.labels())
        return [label.drug for label in reader.labels() if label.superseded_by is None]


def several(root: Path) -> Path:
    for number in range(FILES):
        write_spl(root / f"{number:03}.xml", f"Drug{chr(97 + number)}ol")
    return root


def test_two_loads_of_the_same_files_and_four_askers_at_once(
    server: LibraryServer, tmp_path: Path
) -> None:
    publish_at(server, nizatidine())
    labels = several(tmp_path / "labels")
    loads = [loader(server, labels) for _ in range(2)]
    askers = [started(ASKER, server.url, "6") for _ in range(4)]
    asked = 0
    for asker in askers:
        out, err = asker.communicate(timeout=120)
        assert asker.returncode == 0, err
        asked += json.loads(out)
    for load in loads:
        out, err = load.communicate(timeout=240)
        assert load.returncode in (0, 1) and "Traceback" not in err, err
    assert asked > 4
    assert Counter(drugs(server)) == Counter(
        ["Nizatidine", *(f"Drug{chr(97 + number)}ol" for number in range(FILES))]
    )
    with closing(open_journal(server)) as journal:
        assert {job.state for job in journal.jobs()} == {JobState.COMPLETED}
        assert verify(journal.records(), journal.appended()) == (asked, [])


def test_a_killed_load_leaves_whole_labels_and_the_next_does_the_rest(
    server: LibraryServer, tmp_path: Path
) -> None:
    labels = many(tmp_path / "labels")
    load = begun(server, labels)
    os.killpg(load.pid, signal.SIGKILL)
    ended(load)
    done = drugs(server)
    assert 1 <= len(done) < MANY
    again = loader(server, labels)
    _, err = ended(again)
    assert again.returncode == 0, err
    assert len(drugs(server)) == len(set(drugs(server))) == MANY
    with closing(open_journal(server)) as journal:
        assert journal.jobs([JobState.RUNNING, JobState.PENDING, JobState.FAILED]) == []


def told(answer: Any) -> Any:
    """An answer without what is another one each time it is asked."""
    if isinstance(answer, dict):
        once = ("audit_id", "elapsed_ms", "ms", "trace")
        return {key: told(value) for key, value in answer.items() if key not in once}
    return [told(each) for each in answer] if isinstance(answer, list | tuple) else answer


QUESTIONS = [
    "What is the half-life of Axid?",
    "Axid dose",
    "half-life of nizatadine",
    "How should Axid be stored, and what is the dose?",
    "Show me the structure of nizatidine",
    "Is Axid safe in pregnancy?",
    "anephric individuals Axid",
    "What is the half-life of warfarin?",
    "Compare the half-life of Axid and Drugaol",
    "Which labels are here?",
    "What is the weather?",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Library:
    root = tmp_path_factory.mktemp("same")
    library = Library.open(root / "library")
    publish_at(library.place, nizatidine())
    library.ingest([write_spl(root / "a.xml", "Drugaol")], workers=1)
    return library


def test_the_same_labels_give_the_same_answers_wherever_they_are(
    folder: Library, server: LibraryServer
) -> None:
    publish_at(server, nizatidine())
    with closing(open_reader(folder.place)) as reader:
        (path,) = [Path(each.source_path) for each in reader.labels() if each.drug == "Drugaol"]
    with Library(server) as other, folder:
        other.ingest([path], workers=1)
        for question in QUESTIONS:
            here, there = folder.ask(question), other.ask(question)
            assert told(asdict(here)) == told(asdict(there)), question
        assert folder.reader.version() == other.reader.version()
