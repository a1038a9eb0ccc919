"""The vocabulary holds together, and a table that does not is named."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from monograph_qa.resources import resource
from monograph_qa.vocabulary import rows, soundness
from monograph_qa.vocabulary.rows import read_cells, read_rows
from monograph_qa.vocabulary.soundness import examine_vocabulary, is_loinc


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the vocabulary that a test may spoil."""
    folder = tmp_path / "vocabulary"
    shutil.copytree(resource("schemas/vocabulary"), folder)

    def here(relative: str) -> Path:
        return tmp_path / Path(relative).relative_to("schemas")

    for module in (rows, soundness):
        monkeypatch.setattr(module, "resource", here)
    _forget_tables()
    yield folder
    _forget_tables()


def _forget_tables() -> None:
    read_rows.cache_clear()
    read_cells.cache_clear()


def test_the_shipped_vocabulary_is_sound() -> None:
    state = examine_vocabulary()
    assert state.faults == ()
    assert state.tables >= 30 and state.rows > 50_000


@pytest.mark.parametrize(
    ("table", "was", "becomes", "says"),
    [
        ("label_sections", "34067-9,", "34067-8,", "34067-8 is no LOINC code"),
        ("label_sections", "34067-9,", "34070-3,", "34070-3 stands for 2 sections"),
        ("attributes", "half_life,", "half_lives,", "attribute names 'half_life'"),
        ("attributes", ",pharmacokinetics,pharmacokinetics,", ",pharmacokinetics,kinetics,",
         "section_keys names 'kinetics'"),
        ("question_cues", "phrase,adverse_reactions", "phrase,adverse", "topic names 'adverse'"),
        ("topic_pairs", "dosing,", "dosage,", "topic names 'dosage'"),
        ("stop_words", "about\n", "about,with\n", "stop_words.csv cannot be read"),
    ],
)  # fmt: skip
def test_a_spoilt_table_is_named(
    tables: Path, table: str, was: str, becomes: str, says: str
) -> None:
    path = tables / f"{table}.csv"
    text = path.read_text(encoding="utf-8")
    assert was in text
    path.write_text(text.replace(was, becomes, 1), encoding="utf-8")
    faults = examine_vocabulary().faults
    assert any(says in fault for fault in faults), faults


def test_a_pattern_that_python_cannot_read_is_named(tables: Path) -> None:
    with (tables / "attribute_cues.csv").open("a", encoding="utf-8") as file:
        file.write("half_life,(unclosed,regex,\n")
    assert any("'(unclosed' is no pattern" in fault for fault in examine_vocabulary().faults)


@pytest.mark.parametrize("code", ["34067-9", "43683-2", "2160-0", "718-7"])
def test_a_loinc_code_bears_its_check_digit(code: str) -> None:
    number, digit = code.split("-")
    assert is_loinc(code)
    for other in "0123456789".replace(digit, ""):
        assert not is_loinc(f"{number}-{other}")
    assert not is_loinc(number) and not is_loinc(f" {code}") and not is_loinc("")
