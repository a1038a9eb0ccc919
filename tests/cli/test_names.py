"""`names` imports, lists, shows and removes tables of drug names, and asking knows of them."""

import json
from pathlib import Path

import pytest
from conftest import Run

from monograph_qa.store.homes import LibraryFolder

TABLE = (
    "name,kind,ingredient\nTazac,brand,Nizatidine\nZorbimax,brand,Florbolol\n"
    "Florbolol,generic,Florbolol\n"
)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "formulary.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


@pytest.fixture
def known(run: Run, folder: LibraryFolder, table: Path) -> LibraryFolder:
    assert run("names", "import", str(table), library=folder.root).returncode == 0
    return folder


def test_an_import_says_how_many_names_it_brought(
    run: Run, folder: LibraryFolder, table: Path
) -> None:
    done = run("names", "import", str(table), library=folder.root)
    assert (done.returncode, done.stderr) == (0, "")
    assert "4 names of formulary.csv" in done.stdout
    again = json.loads(run("names", "import", str(table), "--json", library=folder.root).stdout)
    assert (again["source"], again["names"]) == ("formulary.csv", 4)


def test_a_table_that_cannot_be_read_fails_in_one_line(
    run: Run, folder: LibraryFolder, tmp_path: Path
) -> None:
    path = tmp_path / "bad.csv"
    path.write_text("name,kind,ingredient\nFoo,brnd,x\n", encoding="utf-8")
    done = run("names", "import", str(path), library=folder.root)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "bad.csv: line 2, column kind" in done.stderr


def test_tables_and_names_are_listed(run: Run, known: LibraryFolder) -> None:
    tables = json.loads(run("names", "list", "--json", library=known.root).stdout)
    assert [(each["source"], each["names"]) for each in tables] == [("formulary.csv", 4)]
    assert "formulary.csv" in run("names", "list", library=known.root).stdout
    names = json.loads(run("names", "list", "zor", "--json", library=known.root).stdout)
    assert names == [
        {
            "name": "Zorbimax",
            "kind": "brand",
            "ingredients": ["Florbolol"],
            "source": "formulary.csv",
        }
    ]
    few = run("names", "list", "--source", "formulary.csv", "--most", "2", library=known.root)
    assert len(few.stdout.splitlines()) == 3 and "first 2" in few.stderr


def test_a_name_is_shown_with_the_labels_of_its_ingredient(run: Run, known: LibraryFolder) -> None:
    shown = json.loads(run("names", "show", "Tazac", "--json", library=known.root).stdout)
    assert [each["ingredients"] for each in shown["known"]] == [["Nizatidine"]]
    assert [each["title"] for each in shown["labels"]] == ["Nizatidine capsules"]
    assert "Nizatidine capsules" in run("names", "show", "axid", library=known.root).stdout
    assert run("names", "show", "nothing", library=known.root).returncode == 2


def test_a_brand_of_a_held_ingredient_is_offered_and_answered_when_chosen(
    run: Run, known: LibraryFolder
) -> None:
    question = "What is the half-life of Tazac?"
    asked = run("ask", question, library=known.root)
    assert asked.returncode == 3 and "[Source" not in asked.stdout
    assert "“Tazac” is a brand of Nizatidine" in asked.stdout
    assert "1. Nizatidine capsules (--label lab_" in asked.stdout
    label = asked.stdout.partition("(--label ")[2].partition(")")[0]
    chosen = run("ask", question, "--label", label, library=known.root)
    assert chosen.returncode == 0 and "[Source 1, page 1]" in chosen.stdout


def test_a_known_drug_without_a_label_is_named_in_the_refusal(
    run: Run, known: LibraryFolder
) -> None:
    asked = run("ask", "zorbimax when pregnant", library=known.root)
    assert asked.returncode == 3
    assert "“zorbimax” is a brand of Florbolol; no label of it" in asked.stdout


def test_a_removed_table_is_known_no_more(run: Run, known: LibraryFolder) -> None:
    assert run("names", "remove", "formulary.csv", library=known.root).returncode == 0
    assert "Tazac" not in run("names", "list", "ta", library=known.root).stdout
    assert "is a brand of" not in run("ask", "half-life of Tazac", library=known.root).stdout
    again = run("names", "remove", "formulary.csv", library=known.root)
    assert again.returncode == 2 and "no table of names" in again.stderr
