"""A label as its own witness: faults made on purpose are found, and a sound label has none."""

from collections.abc import Callable, Sequence

import pytest

from monograph_qa.domain.label import Doubt, DoubtKind
from monograph_qa.domain.parsed import Block
from monograph_qa.sections import sectionize
from sections.blocks import a_parsed_label, caption, contents, heading, table, text

WORDS = "Zorbidine is eliminated mainly by the kidney, and most of a dose is found in urine."
LINES = ("1 INDICATIONS AND USAGE", "2 DOSAGE AND ADMINISTRATION", "2.1 Adults", "2.2 Children",
         "5 WARNINGS AND PRECAUTIONS", "5.1 Hives", "5.2 Falls", "5.3 Gout")  # fmt: skip


def a_label() -> list[Block]:
    return [
        heading("FULL PRESCRIBING INFORMATION: CONTENTS*"),
        *(contents(line) for line in LINES),
        heading("FULL PRESCRIBING INFORMATION", 2),
        heading("1 INDICATIONS AND USAGE", 2),
        text(f"{WORDS} See Warnings and Precautions (5.2).", 2),
        heading("2 DOSAGE AND ADMINISTRATION", 2),
        heading("2.1 Adults", 2),
        text(f"{WORDS} Doses are in Table 1 and in Table 3.", 2),
        caption("Table 1: Doses of adults", 2),
        table([["Dose", "How often"], ["5 mg", "daily"]], 2),
        heading("2.2 Children", 3),
        text(WORDS, 3),
        caption("Table 2: Doses of children", 3),
        table([["Dose", "How often"], ["2 mg", "daily"]], 3),
        heading("5 WARNINGS AND PRECAUTIONS", 3),
        heading("5.1 Hives", 3),
        text(WORDS, 3),
        heading("5.2 Falls", 4),
        text(WORDS, 4),
        heading("5.3 Gout", 4),
        text(WORDS, 4),
        caption("Table 3: Gout by dose", 4),
        table([["Dose", "Gout"], ["5 mg", "2 %"]], 4),
    ]


def doubts_of(blocks: Sequence[Block]) -> list[Doubt]:
    found = sectionize(a_parsed_label(*blocks), "lab_1").doubts
    return [doubt for doubt in found if doubt.kind is not DoubtKind.NAME]


def without(words: str) -> Callable[[list[Block]], list[Block]]:
    return lambda blocks: [b for b in blocks if b.text != words or b.kind.value == "contents"]


def changed(old: str, new: str) -> Callable[[list[Block]], list[Block]]:
    def change(blocks: list[Block]) -> list[Block]:
        return [text(b.text.replace(old, new)) if old in b.text else b for b in blocks]

    return change


def test_a_sound_label_raises_no_doubt() -> None:
    assert doubts_of(a_label()) == []


@pytest.mark.parametrize(
    ("fault", "kind", "said"),
    [
        (without("5.2 Falls"), DoubtKind.CONTENTS, "5.2 Falls"),
        (without("5.2 Falls"), DoubtKind.NUMBERS, "5.3 follows 5.1"),
        (without("5.2 Falls"), DoubtKind.REFERENCE, "(5.2)"),
        (without("Table 2: Doses of children"), DoubtKind.TABLES, "table 2 was not found"),
        (without("Table 3: Gout by dose"), DoubtKind.TABLES, "table 3 is named and was not found"),
        (lambda blocks: [*blocks, caption("Table 3: Gout by dose", 5)], DoubtKind.TABLES, "twice"),
        (changed("most of a dose", "most o\ufffd a dose"), DoubtKind.CHARACTERS, "U+FFFD"),
        (changed("most of a dose", "most of \x07 a dose"), DoubtKind.CHARACTERS, "U+0007"),
    ],
)
def test_a_fault_made_on_purpose_is_found(
    fault: Callable[[list[Block]], list[Block]], kind: DoubtKind, said: str
) -> None:
    found = doubts_of(fault(a_label()))
    assert any(doubt.kind is kind and said in doubt.detail for doubt in found), found
    assert all(doubt.page for doubt in found)


def test_a_label_without_a_name_is_doubted_and_one_with_a_name_is_not() -> None:
    named = [text("ZORBIDINE (zorbidine) tablets"), *a_label()]
    doubts = [sectionize(a_parsed_label(*each), "lab_1").doubts for each in (a_label(), named)]
    assert [[doubt.kind for doubt in each] for each in doubts] == [[DoubtKind.NAME], []]


def test_an_empty_chapter_is_doubted() -> None:
    blocks = [
        *a_label(),
        heading("7 DRUG INTERACTIONS", 4),
        heading("11 DESCRIPTION", 4),
        text(WORDS),
    ]
    assert [d.detail for d in doubts_of(blocks)] == ["“7 DRUG INTERACTIONS” has nothing below it"]


def test_doubts_of_one_kind_are_no_flood() -> None:
    blocks = [*a_label(), *(text(f"{WORDS} \ufffd {n}", 5) for n in range(100))]
    assert len(doubts_of(blocks)) <= 20


def test_a_table_that_stands_behind_a_later_one_is_doubted() -> None:
    blocks = a_label()
    at = blocks.index(caption("Table 1: Doses of adults", 2))
    moved = [*blocks[:at], *blocks[at + 2 :], *blocks[at : at + 2]]
    assert "table 1 stands behind table 3" in [d.detail for d in doubts_of(moved)]
