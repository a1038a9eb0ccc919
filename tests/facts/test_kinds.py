"""Every case says which kind a sentence of the body is; adding one needs no Python."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from monograph_qa.domain.label import FactKind
from monograph_qa.domain.sectioned import PieceKind
from monograph_qa.facts.kinds import kind_of

_CASES = Path(__file__).parent / "cases" / "kinds.yaml"
_GROUPS = ("items", "lead-ins", "front")


def _cases() -> Iterator[tuple[str, str, str]]:
    written = yaml.safe_load(_CASES.read_text(encoding="utf-8"))
    for kind in FactKind:
        for sentence in written.get(kind, ()):
            yield "text", kind, sentence
    for group in _GROUPS:
        for kind, sentences in written[group].items():
            for sentence in sentences:
                yield group, kind, sentence


@pytest.mark.parametrize(("group", "kind", "sentence"), list(_cases()))
def test_a_sentence_is_of_the_kind_that_its_case_says(group: str, kind: str, sentence: str) -> None:
    piece = PieceKind.LIST_ITEM if group == "items" else PieceKind.TEXT
    found = kind_of(sentence, piece, is_body=group != "front", introduces=group == "lead-ins")
    assert found == kind


def test_there_are_enough_cases() -> None:
    assert len(list(_cases())) >= 80


def test_a_table_row_is_one_whatever_it_says() -> None:
    assert kind_of("Rash | 3%", PieceKind.TABLE_ROW) is FactKind.TABLE_ROW
    assert kind_of("If used | 3%", PieceKind.TABLE_ROW) is FactKind.TABLE_ROW


@pytest.mark.parametrize("piece", [PieceKind.TABLE_HEADER, PieceKind.CAPTION, PieceKind.CONTENTS])
def test_headers_captions_and_contents_state_nothing(piece: PieceKind) -> None:
    assert kind_of("Table 1. Rash in two trials", piece) is FactKind.OTHER


def test_a_bare_entry_of_a_list_without_marks_is_a_fact() -> None:
    assert kind_of("Magnesium stearate", PieceKind.TEXT, is_listed=True) is FactKind.FACT
    assert kind_of("Rx only", PieceKind.TEXT, is_listed=True) is FactKind.OTHER
