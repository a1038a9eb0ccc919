"""`doctor` finds what is unsound and names it; unknown headings are bounded for people."""

import fcntl
import json
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml
from building import Said, a_label, a_section, published
from conftest import Run

from monograph_qa.domain.label import DrugName, Monograph, NameKind
from monograph_qa.store.homes import LibraryFolder

DAMAGE = yaml.safe_load((Path(__file__).parent / "doctor_damage.yaml").read_text(encoding="utf-8"))


def examined(run: Run, root: Path, *options: str, **environment: str) -> dict[str, dict[str, Any]]:
    """The checks of `doctor` by subject."""
    done = run("doctor", "--json", *options, library=root, **environment)
    assert "Traceback" not in done.stderr
    checks = json.loads(done.stdout)["checks"]
    assert done.returncode == (0 if all(check["sound"] for check in checks) else 1)
    return {check["subject"]: check for check in checks}


def test_a_sound_library_is_found_sound(run: Run, folder: LibraryFolder) -> None:
    run("ask", "What is the half-life of Axid?", library=folder.root)
    checks = examined(run, folder.root)
    assert all(check["sound"] for check in checks.values()), checks
    assert {"vocabulary", "prompts and schemas", "indexes", "verbatim", "pictures", "journal"} <= (
        checks.keys()
    )
    assert "1 audit records" in checks["journal"]["detail"]
    assert "1 labels" in checks["library"]["detail"]
    quick = examined(run, folder.root, "--quick")
    assert all(check["sound"] for check in quick.values()), quick
    assert "in 1 of 1 labels" in quick["sample"]["detail"]


@pytest.mark.parametrize("damage", DAMAGE, ids=[f"{d['check']}: {d['says']}" for d in DAMAGE])
def test_what_is_unsound_is_found_and_named(
    run: Run, folder: LibraryFolder, damage: dict[str, str]
) -> None:
    connection = duckdb.connect(str(folder.library))
    connection.execute(damage["sql"])
    connection.close()
    found = examined(run, folder.root)[damage["check"]]
    assert not found["sound"] and damage["says"] in found["detail"], found


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ("UPDATE fact_span SET quote = 'Something else.'", "is not its section's text"),
        ("UPDATE fact_span SET start = 0, quote = 'x' WHERE start > 0", "is not the sentence"),
        ("UPDATE fact_span SET section_id = 'sec_none'", "is of no section"),
        (
            "UPDATE section SET text = upper(text); UPDATE fact_span SET quote = upper(quote)",
            "is not the section",
        ),
        ("UPDATE label SET parser = 'another'", "is not the label of its file"),
    ],
)
def test_a_quick_look_reads_a_few_labels_in_place_of_every_row(
    run: Run, folder: LibraryFolder, damage: str, says: str
) -> None:
    connection = duckdb.connect(str(folder.library))
    connection.execute(damage)
    connection.close()
    checks = examined(run, folder.root, "--quick")
    assert not checks["sample"]["sound"] and says in checks["sample"]["detail"]
    assert not checks.keys() & {"verbatim", "pictures", "links", "ids"}


def test_a_changed_journal_is_found(run: Run, folder: LibraryFolder) -> None:
    run("ask", "What is the half-life of Axid?", library=folder.root)
    connection = sqlite3.connect(folder.journal)
    connection.execute("UPDATE audit_record SET question = 'Something else?'")
    connection.commit()
    connection.close()
    journal = examined(run, folder.root)["journal"]
    assert not journal["sound"] and "audit verify" in journal["detail"]


def test_who_may_write_and_where_files_really_lie_is_told(
    run: Run, folder: LibraryFolder, tmp_path: Path
) -> None:
    folder.library.chmod(0o666)
    kept = tmp_path / "elsewhere.sqlite"
    kept.touch()
    folder.journal.unlink(missing_ok=True)
    folder.journal.symlink_to(kept)
    checks = examined(run, folder.root)
    assert "anyone may write" in checks["permissions"]["detail"]
    assert str(kept) in checks["symbolic links"]["detail"]
    assert not checks["permissions"]["sound"] and not checks["symbolic links"]["sound"]


def test_what_a_killed_load_left_is_told_from_a_running_one(
    run: Run, folder: LibraryFolder
) -> None:
    folder.loading.write_bytes(b"half a library")
    lock = (folder.root / ".loading.lock").open("w")
    assert "killed load" in examined(run, folder.root)["leftovers"]["detail"]
    fcntl.flock(lock, fcntl.LOCK_EX)
    assert "is running" in examined(run, folder.root)["leftovers"]["detail"]
    lock.close()


def test_a_key_that_others_can_read_is_told(
    run: Run, folder: LibraryFolder, tmp_path: Path
) -> None:
    key = tmp_path / "audit.key"
    key.write_text("0123456789abcdef0123456789abcdef")
    key.chmod(0o644)
    named = {"MONOGRAPH_QA_AUDIT_KEY_FILE": str(key)}
    assert "chmod 600" in examined(run, folder.root, **named)["audit key"]["detail"]
    key.chmod(0o600)
    assert "audit key" not in examined(run, folder.root, **named)


def test_settings_that_make_no_sense_are_told(run: Run, folder: LibraryFolder) -> None:
    where = ("--library", str(folder.root))
    found = examined(run, folder.root, *where, MONOGRAPH_QA_WRITER="parrot")["settings"]
    assert not found["sound"] and "parrot" in found["detail"]


def test_unknown_headings_are_listed_up_to_a_bound_and_wholly_in_json(
    run: Run, tmp_path: Path
) -> None:
    label = a_label("Nizatidine")
    sections = tuple(
        replace(
            a_section(label, "spl_unclassified", [Said("Said.")], ordinal=n, heading=f"ANNEX {n}")[
                0
            ],
            section_number=None,
        )
        for n in range(1, 6)
    )
    root = published(
        tmp_path / "library",
        Monograph(
            label, (DrugName(label.drug, NameKind.GENERIC, label.label_id),), sections, (), ()
        ),
    ).root
    shown = run("doctor", "--headings", "2", library=root)
    assert shown.returncode == 0
    assert "chapters: 5" in shown.stdout and shown.stdout.count("ANNEX") == 2
    assert "and 3 more; list them with --all-headings" in shown.stdout
    assert run("doctor", "--all-headings", library=root).stdout.count("ANNEX") == 5
    assert "ANNEX" not in run("doctor", "--headings", "0", library=root).stdout
    value = json.loads(run("doctor", "--json", library=root).stdout)
    assert all(check["sound"] for check in value["checks"])
    assert [each["heading"] for each in value["unknown_headings"]] == [
        f"ANNEX {n}" for n in range(1, 6)
    ]
    assert value["unknown_headings"][0] == {
        "heading": "ANNEX 1", "place": "chapter", "under": None, "level": 1, "labels": 1, "times": 1
    }  # fmt: skip
