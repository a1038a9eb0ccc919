"""`ask` as pharmacists and programs meet it: its JSON, its exit codes, its manners."""

import json
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from building import HALF_LIFE, RENAL_HALF_LIFE, a_label, a_monograph, nizatidine, published
from conftest import Run
from terminal import at_a_terminal

from monograph_qa.store.homes import LibraryFolder

QUESTION = "What is the half-life of Axid?"
KEYS = {
    "": {
        "question", "outcome", "intent", "routes", "groups", "sources", "images", "verdict",
        "candidates", "audit_id", "elapsed_ms",
    },
    "intent": {"drugs", "section_keys", "attributes", "kind", "frame"},
    "intent.drugs": {"name", "label_ids"},
    "routes": {"route", "hits", "ms"},
    "groups": {"heading", "heading_path", "section_key", "section_code", "label_id", "quotes"},
    "groups.quotes": {"text", "source", "fact_id", "page", "tier", "rank", "because"},
    "sources": {
        "n", "label_id", "drug", "version", "section_id", "heading_path", "section_code", "page",
        "boxes",
    },
    "images": {"image_id", "kind", "page", "path", "caption"},
    "verdict": {"status", "findings"},
    "candidates": {"name", "label_id", "title"},
}  # fmt: skip


def each_at(value: Any, path: str) -> list[dict[str, Any]]:
    """Every object at a dotted path; lists are looked through."""
    found = [value]
    for name in filter(None, path.split(".")):
        found = [below for above in found for below in _listed(above[name])]
    return found


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def asked(run: Run, folder: LibraryFolder, question: str, *options: str) -> dict[str, Any]:
    done = run("ask", question, "--json", *options, library=folder.root)
    assert done.stderr == ""
    value: dict[str, Any] = json.loads(done.stdout)
    return value


def test_json_has_the_contract_s_keys(run: Run, folder: LibraryFolder) -> None:
    spoken = asked(run, folder, QUESTION)
    pictured = asked(run, folder, "Show the chemical structure of Axid")
    unsure = asked(run, folder, "What is the half-life?")
    for path, keys in KEYS.items():
        objects = [each for v in (spoken, pictured, unsure) for each in each_at(v, path)]
        assert objects, path
        for each in objects:
            assert keys <= each.keys(), path


def test_json_says_the_sentences_and_where_they_stand(run: Run, folder: LibraryFolder) -> None:
    value = asked(run, folder, QUESTION)
    assert value["question"] == QUESTION and value["outcome"] == "answered"
    assert value["verdict"] == {"status": "released", "findings": []}
    assert value["intent"]["attributes"] == ["half_life"]
    assert value["intent"]["drugs"][0]["label_ids"] == [nizatidine().label.label_id]
    (group,) = value["groups"]
    assert [q["text"] for q in group["quotes"]] == [HALF_LIFE.text, RENAL_HALF_LIFE.text]
    sources = {source["n"]: source for source in value["sources"]}
    assert [(q["tier"], q["rank"]) for q in group["quotes"]] == [("answer", 1), ("answer", 2)]
    assert [sources[q["source"]]["page"] for q in group["quotes"]] == [1, 2]
    assert sources[1]["boxes"] == [{"page": 1, "box": [72.0, 100.0, 300.5, 110.0]}]


def test_a_picture_s_path_is_an_absolute_file(run: Run, folder: LibraryFolder) -> None:
    (image,) = asked(run, folder, "Show the chemical structure of Axid")["images"]
    assert Path(image["path"]).is_absolute()
    assert Path(image["path"]).read_bytes() == nizatidine().images[0].png


def test_text_quotes_cites_and_closes_with_the_verdict(run: Run, folder: LibraryFolder) -> None:
    done = run("ask", QUESTION, library=folder.root)
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.startswith(
        "Nizatidine capsules · nizatidine_capsules.pdf, revised 2025-11\n\n"
        "## 2 PHARMACOKINETICS\n"
        f"  - “{HALF_LIFE.text}” [Source 1, page 1]\n"
        f"  - “{RENAL_HALF_LIFE.text}” [Source 2, page 2]\n\n"
    )
    assert "Sources" not in done.stdout
    last = done.stdout.splitlines()[-1]
    assert last.startswith("released · answered · ") and "audit aud_" in last


@pytest.mark.parametrize(
    ("question", "code"),
    [
        (QUESTION, 0),
        ("What is the molecular weight of Axid?", 3),
        ("What is the half-life of zorblaxin?", 3),
        ("Who won the world cup?", 3),
        ("What is the half-life?", 4),
        ("", 2),
        ("   ", 2),
        ("half-life " * 400, 2),
    ],
)
def test_the_exit_code_tells_the_outcome(
    run: Run, folder: LibraryFolder, question: str, code: int
) -> None:
    done = run("ask", question, library=folder.root)
    assert done.returncode == code
    assert bool(done.stdout) == (code != 2) and "Traceback" not in done.stderr


def test_a_withheld_answer_exits_3_and_shows_only_its_findings(run: Run, tmp_path: Path) -> None:
    monograph = nizatidine()
    moved = tuple(replace(fact, start=fact.start + 1) for fact in monograph.facts)
    folder = published(tmp_path, replace(monograph, facts=moved))
    done = run("ask", QUESTION, library=folder.root)
    assert done.returncode == 3
    assert "unsound" in done.stdout and HALF_LIFE.text not in done.stdout
    value = asked(run, folder, QUESTION)
    assert value["verdict"]["status"] == "withheld" and value["groups"] == []


def test_a_choice_is_offered_with_what_to_type(run: Run, tmp_path: Path) -> None:
    other = a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label(title="Nizatidine solution"))
    folder = published(tmp_path, nizatidine(), other)
    question = "What is the half-life?"
    done = run("ask", question, library=folder.root)
    assert done.returncode == 4
    offered = "Nizatidine solution (nizatidine_solution.pdf, revised 2025-11)"
    assert f"{offered} (--label {other.label.label_id})" in " ".join(done.stdout.split())
    chosen = run("ask", question, "--label", other.label.label_id, library=folder.root)
    assert chosen.returncode == 0
    both = run("ask", "What is the half-life of nizatidine?", library=folder.root)
    assert both.returncode == 0
    assert "# Nizatidine capsules" in both.stdout
    assert "the same in 2 labels" in both.stdout


def test_at_a_terminal_the_choice_is_made_by_its_number(tmp_path: Path) -> None:
    solution = a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label(title="Nizatidine solution"))
    folder = published(tmp_path, nizatidine(), solution)
    program = "from monograph_qa.cli.start import main; main()"
    command = [sys.executable, "-c", program, "ask", "half-life", "--library", str(folder.root)]
    code, said = at_a_terminal(command, "1\n")
    assert code == 0
    assert "1. Nizatidine" in said and "released" in said and "1 to 2 hours" in said


def test_the_trace_goes_to_standard_error(run: Run, folder: LibraryFolder) -> None:
    done = run("ask", QUESTION, "--trace", library=folder.root)
    for step in ("classify: ", "route fact_span: 2 found", "judge: released", "record: aud_"):
        assert step in done.stderr
    assert "Trace" not in done.stdout
    steps = asked(run, folder, QUESTION)["trace"]
    assert [each["step"] for each in steps][-1] == "record"


def test_of_two_subjects_the_silent_one_is_named(run: Run, folder: LibraryFolder) -> None:
    done = run("ask", "half-life and pKa of Axid", library=folder.root)
    assert "Nothing in this label speaks of pka." in done.stdout
    assert "half-life" in done.stdout and "[Source 1" in done.stdout


def test_a_library_folder_copied_elsewhere_works_there(
    run: Run, folder: LibraryFolder, tmp_path: Path
) -> None:
    run("ask", QUESTION, library=folder.root)
    elsewhere = tmp_path / "with a space" / "copy"
    shutil.copytree(folder.root, elsewhere)
    shutil.rmtree(folder.root)
    assert run("ask", QUESTION, "--library", str(elsewhere)).returncode == 0
    verified = run("audit", "verify", "--library", str(elsewhere))
    assert verified.returncode == 0 and verified.stdout.startswith("2 records")


def test_the_option_goes_before_the_environment(run: Run, folder: LibraryFolder) -> None:
    nowhere = Path("/nonexistent")
    assert run("ask", QUESTION, "--library", str(folder.root), library=nowhere).returncode == 0
    assert run("ask", QUESTION, library=nowhere).returncode == 1


def test_asking_imports_no_parser_and_nothing_heavy(folder: LibraryFolder) -> None:
    program = (
        "import sys\n"
        "from monograph_qa.cli.start import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "names = 'docling docling_core spacy torch pandas sqlalchemy sqlmodel pydantic numpy lxml "
        "pyarrow pypdfium2 PIL monograph_qa.cli.talk'.split()\n"
        "print([name for name in names if sys.modules.get(name)], file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "ask", QUESTION, "--library", str(folder.root)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert HALF_LIFE.text in done.stdout
    assert done.stderr == "[]\n"


def test_meanings_are_compared_in_one_thread(folder: LibraryFolder) -> None:
    """To start more takes as long as all else, and sums would come out by the number of cores."""
    program = (
        "import os, sys\n"
        "from monograph_qa.cli.start import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print('numpy' in sys.modules, len(os.listdir('/proc/self/task')), file=sys.stderr)\n"
    )
    question = "How long is the half-life of Axid in patients with severe renal impairment?"
    done = subprocess.run(
        [sys.executable, "-c", program, "ask", question, "--library", str(folder.root)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stderr == "True 1\n"


def test_a_reader_that_stops_listening_is_no_error(folder: LibraryFolder) -> None:
    command = f"{sys.executable} -c 'from monograph_qa.cli.start import main; main()'"
    for arguments in (f"ask '{QUESTION}'", "facts nizatidine --json", "sql 'FROM range(100000)'"):
        done = subprocess.run(
            f"{command} {arguments} --library '{folder.root}' | head -c 20",
            shell=True, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (len(done.stdout), done.stderr) == (20, ""), arguments


def test_four_people_asking_at_once_leave_one_whole_chain(folder: LibraryFolder) -> None:
    command = [sys.executable, "-c", "from monograph_qa.cli.start import main; main()"]
    asking = [
        subprocess.Popen(
            [*command, "ask", QUESTION, "--library", str(folder.root)], stdout=subprocess.DEVNULL
        )
        for _ in range(4)
    ]
    assert [process.wait(60) for process in asking] == [0] * 4
    connection = sqlite3.connect(folder.journal)
    assert connection.execute("SELECT count(*) FROM audit_record").fetchone() == (4,)
    connection.close()
