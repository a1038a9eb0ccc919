"""In a product listing each row is under its own product and block, wherever a page ends."""

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.domain.sectioned import Piece, PieceKind
from monograph_qa.sections.listing import with_products

NAMES = ("zorbil capsule", "zorbil tablet, film coated", "zorbil tablet, chewable")
BLOCK = ("Product Information", "Route | ORAL", "Packaging", "#: 1 | Item Code: NDC:1-2")
FIELDS = ("Product Characteristics", "Contains", "Coating | true")


def listed(lines: list[str], stale: str | None) -> list[tuple[str, str | None]]:
    text = "\n".join(lines)
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    pieces = [
        Piece(start, start + len(line), PieceKind.TABLE_ROW, context=stale)
        for start, line in zip(starts, lines, strict=False)
    ]
    found = with_products(text, pieces)
    return [(text[piece.start : piece.stop], piece.context) for piece in found]


@given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4), st.booleans())
def test_each_row_is_of_the_product_named_last(names: list[str], has_fields: bool) -> None:
    block = [*BLOCK[:2], *(FIELDS if has_fields else ()), *BLOCK[2:]]
    lines = [line for name in names for line in ("ZORBIL", name, *block)]
    rows = listed(lines, "an older product")
    each = len(rows) // len(names)
    for at, name in enumerate(names):
        own = dict(rows[at * each : (at + 1) * each])
        assert own["ZORBIL"] is None is own[name]
        assert own["Product Information"] == f"ZORBIL — {name}"
        assert own["Route | ORAL"] == f"ZORBIL — {name} — Product Information"
        if has_fields:
            assert own["Coating | true"] == f"ZORBIL — {name} — Product Characteristics"


def test_the_lines_on_companies_are_of_no_product() -> None:
    rows = dict(listed(["ZORBIL", "zorbil capsule", *BLOCK, "Labeler - Zorbi Inc.", "Pack"], "old"))
    assert rows["Labeler - Zorbi Inc."] == "old" == rows["Pack"]


def test_names_of_products_and_the_line_below_the_listing_are_no_rows() -> None:
    lines = [
        "ZORBIL",
        "zorbil capsule",
        *BLOCK,
        "Labeler - Zorbi Inc.",
        "Revised: 5/2025 Zorbi Inc.",
    ]
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    pieces = [
        Piece(start, start + len(line), PieceKind.TABLE_ROW, context="old")
        for start, line in zip(starts, lines, strict=False)
    ]
    kinds = [piece.kind for piece in with_products("\n".join(lines), pieces)]
    rows = [line for line, kind in zip(lines, kinds, strict=True) if kind is PieceKind.TABLE_ROW]
    assert rows == [*BLOCK, "Labeler - Zorbi Inc."]
