"""`monograph-qa labels` and its commands, as typed."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from building import HALF_LIFE, STORAGE, a_label, a_monograph, nizatidine, publish_at
from typer.testing import CliRunner

from monograph_qa.cli.app import command_line
from monograph_qa.domain.label import Product
from monograph_qa.store.homes import LibraryFolder


@pytest.fixture
def at(tmp_path: Path) -> Iterator[list[str]]:
    product = Product(brand="Pepcid", maker="Florbo Inc.", forms=("tablet",), strengths=("20 mg",))
    label = replace(a_label("Famotidine", text="f"), product=product)
    publish_at(
        LibraryFolder(tmp_path), nizatidine(), a_monograph({"pharmacokinetics": [HALF_LIFE]}, label)
    )
    yield ["--library", str(tmp_path)]


def run(*words: str, typed: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(command_line(), ["labels", *words], input=typed)
    return result.exit_code, result.output


def test_the_list_says_what_product_each_label_is_of(at: list[str]) -> None:
    code, printed = run(*at)
    assert code == 0
    assert "Pepcid" in printed and "Florbo Inc." in printed
    code, printed = run(*at, "--json")
    famotidine = next(row for row in json.loads(printed) if row["drug"] == "Famotidine")
    assert (famotidine["maker"], famotidine["strengths"]) == ("Florbo Inc.", ["20 mg"])
    assert famotidine["withdrawn"] is None


def test_a_withdrawn_label_is_listed_only_when_asked_for_and_comes_back(at: list[str]) -> None:
    code, printed = run("withdraw", "florbo", "--reason", "recalled", *at, "--json")
    assert code == 0
    label_id = json.loads(printed)["label_id"]
    for called in (label_id, "florbo", "pepcid"):
        assert "Famotidine" not in run(*at)[1]
        assert "recalled" in run(*at, "--all-versions")[1]
        assert run("restore", called, *at)[0] == 0
        assert "Famotidine" in run(*at)[1]
        assert run("restore", called, *at)[0] != 0  # it is not withdrawn any more
        run("withdraw", label_id, "--reason", "recalled", *at)


def test_removing_asks_first(at: list[str]) -> None:
    code, _ = run("remove", "florbo", "--reason", "not ours", *at, typed="n\n")
    assert code == 1
    assert "Famotidine" in run(*at)[1]
    code, _ = run("remove", "florbo", "--reason", "not ours", "--yes", *at)
    assert code == 0
    assert "Famotidine" not in run(*at, "--all-versions")[1]


def test_preferring_is_said_and_undone(at: list[str]) -> None:
    assert "preferred: " in run("prefer", "florbo", *at)[1]
    assert "preferred no longer" in run("prefer", "florbo", "--no", *at)[1]


def test_a_difference_is_shown_by_section_and_sentence(tmp_path: Path) -> None:
    old = a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label("Oldium", text="o"))
    new = a_monograph({"storage_and_handling": [STORAGE]}, a_label("Newium", text="n"))
    publish_at(LibraryFolder(tmp_path), old, new)
    at = ["--library", str(tmp_path)]
    code, printed = run("diff", "oldium", "newium", *at)
    assert code == 0
    assert f"- {HALF_LIFE.text}" in printed
    assert f"+ {STORAGE.text}" in printed
    value = json.loads(run("diff", "oldium", "newium", *at, "--json")[1])
    assert [f["quote"] for s in value["sections"] for f in s["added"]] == [STORAGE.text]
    assert "They say the same" in run("diff", "oldium", "oldium", *at)[1]
    assert (
        "-"
        not in run("diff", "oldium", "newium", "--section", "storage", *at, "--json")[1]
        .split('"removed": [')[1]
        .split("]")[0]
    )
