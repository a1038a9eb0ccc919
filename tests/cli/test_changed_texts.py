"""A sentence that was changed in the library's file, with its section, is shown by no command."""

import json

import duckdb
import pytest
from conftest import Run

from monograph_qa.domain.label import WITHHELD
from monograph_qa.library import Library
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.telling.pages import section_file

LIE = "approximately 72 hours"
CHANGES = {
    "together": (
        f"UPDATE fact_span SET quote = '{LIE}', stop = start + {len(LIE)} WHERE fact_id = $fact",
        f"UPDATE section SET text = left(text, $start) || '{LIE}' || substr(text, $stop + 1) "
        "WHERE section_id = $section",
    ),
    "alone": (f"UPDATE fact_span SET quote = '{LIE}' WHERE fact_id = $fact",),
    "with its id": (
        f"UPDATE section SET text = left(text, $start) || '{LIE}' || substr(text, $stop + 1) "
        "WHERE section_id = $section",
        f"UPDATE fact_span SET quote = '{LIE}', stop = start + {len(LIE)}, fact_id = 'fact_' || "
        f"substr(sha256(concat_ws(chr(31), section_id, start, start + {len(LIE)})), 1, 20) "
        "WHERE fact_id = $fact",
    ),
}


@pytest.fixture(params=CHANGES.values(), ids=list(CHANGES))
def changed(request: pytest.FixtureRequest, folder: LibraryFolder) -> tuple[str, str]:
    """The ids of the changed sentence, as it bears it now, and of its section."""
    with duckdb.connect(str(folder.library)) as connection:
        (row,) = connection.execute(
            "SELECT fact_id, section_id, start, stop FROM fact_span "
            "WHERE list_contains(attributes::VARCHAR[], 'half_life') ORDER BY fact_id LIMIT 1"
        ).fetchall()
        values = dict(zip(("fact", "section", "start", "stop"), row, strict=True))
        for statement in request.param:
            used = {name: value for name, value in values.items() if f"${name}" in statement}
            connection.execute(statement, used)
        lie = connection.execute("SELECT fact_id FROM fact_span WHERE quote = ?", [LIE]).fetchone()
    assert lie is not None
    return str(lie[0]), str(values["section"])


COMMANDS = (
    ("ask", "What is the half-life of Axid?"),
    ("compare", "axid", "axid", "--topic", "half-life"),
    ("find", "half-life"),
    ("find", "half-life", "--json"),
    ("facts", "axid"),
    ("facts", "axid", "--json"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_what_was_changed_is_withheld_and_said(
    run: Run, folder: LibraryFolder, changed: tuple[str, str], command: tuple[str, ...]
) -> None:
    done = run(*command, library=folder.root)
    assert done.returncode == 3, done.stderr
    assert LIE not in done.stdout + done.stderr
    assert "withheld" in done.stdout.lower()


def test_a_changed_sentence_is_not_shown_by_its_id(
    run: Run, folder: LibraryFolder, changed: tuple[str, str]
) -> None:
    for options in ((), ("--json",)):
        done = run("show", changed[0], *options, library=folder.root)
        assert (done.returncode, LIE in done.stdout) == (3, False)
        assert WITHHELD in done.stdout


def test_the_section_it_stands_in_is_not_shown_with_it(
    run: Run, folder: LibraryFolder, changed: tuple[str, str]
) -> None:
    fact_id, section_id = changed
    assert LIE not in run("show", section_id, library=folder.root).stdout
    assert LIE not in run("sections", "axid", "--json", library=folder.root).stdout
    with Library(folder) as library:
        assert LIE not in section_file(library.reader, section_id, fact_id)


def test_changed_texts_are_not_exported(
    run: Run, folder: LibraryFolder, changed: tuple[str, str]
) -> None:
    out = folder.root.parent / "tables"
    done = run("export", str(out), library=folder.root)
    assert done.returncode == 1 and "not exported" in done.stderr
    assert not out.exists()
    assert run("export", str(out), "--tables", "label", library=folder.root).returncode == 0


def test_a_sound_library_shows_its_words(run: Run, folder: LibraryFolder) -> None:
    for command in COMMANDS[1:]:
        done = run(*command, library=folder.root)
        assert done.returncode == 0 and WITHHELD not in done.stdout
    found = json.loads(run("find", "half-life", "--json", library=folder.root).stdout)
    assert found and all(line["quote"] for line in found)
