"""Every command helps, speaks JSON, and fails in one line with the right exit code."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from building import HALF_LIFE, PIXELS, nizatidine
from conftest import Run
from typer.testing import CliRunner

from monograph_qa.cli.app import command_line
from monograph_qa.store.homes import LibraryFolder

COMMANDS = (
    "ingest", "ask", "chat", "find", "dose", "interactions",
    "reactions", "compare", "labels", "labels withdraw", "labels restore", "labels prefer",
    "labels remove", "labels diff", "sections", "facts", "images", "show", "sql", "jobs",
    "retry", "doctor", "export", "eval run", "eval init", "audit list",
    "audit show", "audit verify", "audit anchor",
    "audit replay", "audit export", "audit report", "audit sql", "names import", "names list",
    "names show", "names remove", "database upgrade", "database status", "database roles",
    "database fill", "database index", "serve", "mcp", "tokens add", "tokens remove",
    "tokens list",
)  # fmt: skip
NO_JSON = ("serve", "mcp", "tokens add", "tokens remove")
LABEL = nizatidine().label.label_id
QUESTION = "What is the half-life of Axid?"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    done = CliRunner().invoke(command_line(), [*command.split(), "--help"], env={"COLUMNS": "120"})
    assert done.exit_code == 0
    assert "Example" in done.output and f"monograph-qa {command}" in done.output
    assert ("--json" in done.output) == (command not in NO_JSON)
    assert ("--library" in done.output) == (not command.startswith("tokens "))


def test_every_command_is_tested_here() -> None:
    def name(command: Any) -> str:
        return str(command.name or command.callback.__name__)

    app = command_line()
    own = {name(command) for command in app.registered_commands}
    below = {
        f"{group.name} {name(command).strip('_')}"
        for group in app.registered_groups
        if group.typer_instance
        for command in group.typer_instance.registered_commands
    }
    alone = {
        str(group.name)
        for group in app.registered_groups
        if group.typer_instance and group.typer_instance.registered_callback
    }
    assert own | below | alone == set(COMMANDS)


def test_the_version_is_printed(run: Run) -> None:
    from monograph_qa import __version__

    assert run("--version").stdout == f"monograph-qa {__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("labels",),
        ("labels", "--all-versions"),
        ("sections", "Nizatidine capsules"),
        ("facts", "nizatidine"),
        ("facts", LABEL, "--attribute", "half_life"),
        ("images", LABEL),
        ("show", LABEL),
        ("sql", "SELECT * FROM fact_span"),
        ("find", "half-life"),
        ("doctor",),
    ],
)
def test_what_a_library_holds_is_listed_as_text_and_as_json(
    run: Run, folder: LibraryFolder, arguments: tuple[str, ...]
) -> None:
    text = run(*arguments, library=folder.root)
    assert text.returncode == 0 and text.stdout and text.stderr == ""
    assert json.loads(run(*arguments, "--json", library=folder.root).stdout)


@pytest.mark.parametrize(
    "arguments",
    [
        ("ask", QUESTION),
        ("labels",),
        ("sections", "axid"),
        ("facts", "axid"),
        ("images", "axid"),
        ("show", LABEL),
        ("show", "aud_0"),
        ("sql", "SELECT 1"),
        ("jobs",),
        ("retry",),
        ("audit", "list"),
        ("audit", "show", "aud_0"),
        ("audit", "verify"),
    ],
)
def test_without_a_library_one_line_says_so_and_nothing_is_made(
    run: Run, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    nowhere = tmp_path / "nowhere"
    done = run(*arguments, library=nowhere)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and str(nowhere) in done.stderr
    assert not nowhere.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("ask", "What is the half-life?", "--label", "nothing"), "nothing"),
        (("sections", "nothing"), "monograph-qa labels"),
        (("show", "fact_0"), "fact_0"),
        (("show", "nonsense"), "nonsense"),
        (("show", "lab_0"), "lab_0"),
        (("sql", "DROP TABLE label"), "only SELECT"),
        (("sql", "SELECT * FROM labels"), "label"),
    ],
)
def test_an_error_is_one_line_on_standard_error(
    run: Run, folder: LibraryFolder, arguments: tuple[str, ...], said: str
) -> None:
    done = run(*arguments, library=folder.root)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("monograph-qa: ")
    assert said in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("ask",),
        ("nonsense",),
        ("ask", QUESTION, "--nonsense"),
        ("facts", LABEL, "--attribute", "half_lif"),
        ("jobs", "--state", "lost"),
        ("ingest",),
        ("audit", "list", "--most", "0"),
    ],
)
def test_wrong_usage_exits_2(run: Run, folder: LibraryFolder, arguments: tuple[str, ...]) -> None:
    done = run(*arguments, library=folder.root)
    assert done.returncode == 2 and "Traceback" not in done.stderr


def test_a_misspelt_attribute_is_met_with_the_right_one(run: Run, folder: LibraryFolder) -> None:
    assert "half_life" in run("facts", LABEL, "--attribute", "half_lif", library=folder.root).stderr


def test_an_empty_library_setting_is_an_error_and_no_guess(run: Run) -> None:
    done = run("labels", MONOGRAPH_QA_LIBRARY=" ")
    assert done.returncode == 1 and "MONOGRAPH_QA_LIBRARY" in done.stderr


def test_a_library_in_this_folder_is_named_where_there_is_no_other(
    run: Run, folder: LibraryFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    elsewhere = {"XDG_DATA_HOME": str(tmp_path / "data")}
    assert "export" not in run("ask", QUESTION, **elsewhere).stderr
    (tmp_path / "here" / "library").symlink_to(folder.root.absolute())
    typed = "export MONOGRAPH_QA_LIBRARY=$PWD/library"
    asked = run("ask", QUESTION, **elsewhere)
    assert asked.returncode == 1 and typed in asked.stderr
    for options, by in (((), typed), (("--library", "library"), "by --library (")):
        assert by in run("doctor", "--quick", *options, **elsewhere).stdout.splitlines()[0]
    set_so = run("doctor", "--quick", MONOGRAPH_QA_LIBRARY="library")
    assert "by MONOGRAPH_QA_LIBRARY (" in set_so.stdout.splitlines()[0]


def test_whatever_bears_an_id_is_shown(run: Run, folder: LibraryFolder) -> None:
    monograph = nizatidine()
    audit_id = json.loads(run("ask", QUESTION, "--json", library=folder.root).stdout)["audit_id"]
    for identifier, kind in (
        (LABEL, "label"),
        (monograph.sections[1].section_id, "section"),
        (monograph.facts[2].fact_id, "fact"),
        (monograph.images[0].image_id, "image"),
        (audit_id, "audit_record"),
    ):
        assert identifier in run("show", identifier, library=folder.root).stdout
        shown = json.loads(run("show", identifier, "--json", library=folder.root).stdout)
        assert shown["type"] == kind


def test_sql_in_json_has_its_json_columns_decoded(run: Run, folder: LibraryFolder) -> None:
    sql = "SELECT quote, attributes FROM fact_span WHERE attributes::TEXT LIKE '%half%' ORDER BY 1"
    rows = json.loads(run("sql", sql, "--json", library=folder.root).stdout)
    assert rows[1] == {"quote": HALF_LIFE.text, "attributes": ["half_life"]}


def test_pictures_are_written_out_where_they_are_listed(run: Run, folder: LibraryFolder) -> None:
    (row,) = json.loads(run("images", LABEL, "--json", library=folder.root).stdout)
    assert Path(row["path"]).read_bytes() == PIXELS


def test_the_audit_log_is_listed_shown_and_verified(run: Run, folder: LibraryFolder) -> None:
    run("ask", QUESTION, library=folder.root)
    run("ask", "Who won the world cup?", library=folder.root)
    rows = json.loads(run("audit", "list", "--json", library=folder.root).stdout)
    assert [row["question"] for row in rows] == ["Who won the world cup?", QUESTION]
    shown = run("audit", "show", rows[1]["audit_id"], library=folder.root).stdout
    for part in (QUESTION, HALF_LIFE.text, LABEL, "released", rows[1]["hash"]):
        assert part in shown
    verified = run("audit", "verify", "--json", library=folder.root)
    assert json.loads(verified.stdout)["sound"] is True and verified.returncode == 0


def test_a_tampered_log_is_told_listed_and_shown_all_the_same(
    run: Run, folder: LibraryFolder
) -> None:
    run("ask", QUESTION, library=folder.root)
    connection = sqlite3.connect(folder.journal)
    (audit_id,) = connection.execute("SELECT audit_id FROM audit_record").fetchone()
    connection.execute("UPDATE audit_record SET answer = '{not json', draft = x'ff'")
    connection.commit()
    connection.close()
    verified = run("audit", "verify", library=folder.root)
    assert verified.returncode == 1 and "its content was changed" in verified.stdout
    for arguments in (("list",), ("show", audit_id)):
        json_too = run("audit", *arguments, "--json", library=folder.root)
        assert json_too.returncode == 0 and audit_id in json_too.stdout, json_too.stderr
        done = run("audit", *arguments, library=folder.root)
        assert done.returncode == 0 and audit_id in done.stdout, done.stderr
    assert run("doctor", library=folder.root).returncode == 1


def test_doctor_finds_a_damaged_library(run: Run, folder: LibraryFolder) -> None:
    folder.library.write_bytes(folder.library.read_bytes()[:3000])
    done = run("doctor", library=folder.root)
    assert done.returncode == 1 and "BAD  library" in done.stdout and "Traceback" not in done.stderr


@pytest.mark.parametrize("content", [b"", b"no library", b"\x00" * 5000])
def test_a_damaged_library_is_one_line_and_no_answer(
    run: Run, folder: LibraryFolder, content: bytes
) -> None:
    folder.library.write_bytes(content)
    for arguments in (("ask", QUESTION), ("labels",), ("sql", "SELECT 1")):
        done = run(*arguments, library=folder.root)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.count("\n") == 1 and "library.duckdb" in done.stderr


def test_a_damaged_journal_keeps_an_answer_back(run: Run, folder: LibraryFolder) -> None:
    folder.journal.write_bytes(b"this is no journal" * 300)
    done = run("ask", QUESTION, library=folder.root)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1 and "journal" in done.stderr
