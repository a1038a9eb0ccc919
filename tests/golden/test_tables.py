"""Golden tables: caption, header, rows that read on their own, and notes, reviewed like code.

The tables of the sample monographs are kept as text; of real labels, where they lie beside the
repository, only their shape and a hash. Remade with `pytest tests/golden --remake-golden`.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from monograph_qa.domain.sectioned import Piece, PieceKind
from monograph_qa.parse import read
from monograph_qa.sections import sectionize

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = sorted((ROOT / "monographs").glob("*.pdf"))
REAL = ROOT.parent / "shared" / "labels" / "pdf"
SHAPES = Path(__file__).parent / "tables" / "real.shapes"
CHOSEN = (
    "eliquis",
    "ema_faslodex_fulvestrant",
    "enbrel",
    "glyburide_metformin",
    "vax_tdap_boostrix_insert",
)
_MARKS = {
    PieceKind.CAPTION: "caption",
    PieceKind.TABLE_HEADER: "header ",
    PieceKind.TABLE_ROW: "row    ",
    PieceKind.FOOTNOTE: "note   ",
}


def pieces(path: Path) -> Iterator[tuple[int, str, Piece, str]]:
    """Page, section, piece and text of everything that belongs to a table, in order."""
    for section_text in sectionize(read(path), "lab_golden").sections:
        section = section_text.section
        for piece in section_text.pieces:
            if piece.kind in _MARKS:
                page = piece.lines[0].place.page if piece.lines else 0
                yield page, section.heading, piece, section.text[piece.start : piece.stop]


def told(path: Path) -> str:
    lines: list[str] = []
    last = ""
    for page, heading, piece, text in pieces(path):
        if heading != last:
            lines.append(f"# {heading}")
            last = heading
        group = f" <{piece.context}>" if piece.context else ""
        lines.append(f"p{page} {_MARKS[piece.kind]}{group} {text}")
    return "\n".join(lines) + "\n"


def shape(path: Path) -> str:
    """How many rows and headers each page has, and a hash of their text."""
    pages: dict[int, list[tuple[PieceKind, str]]] = {}
    for page, _, piece, text in pieces(path):
        if piece.kind in (PieceKind.TABLE_HEADER, PieceKind.TABLE_ROW):
            pages.setdefault(page, []).append((piece.kind, text))
    parts = []
    for page, held in sorted(pages.items()):
        count = sum(kind is PieceKind.TABLE_HEADER for kind, _ in held)
        digest = sha256("\n".join(text for _, text in held).encode()).hexdigest()[:12]
        parts.append(f"p{page}:{count}+{len(held) - count}:{digest}")
    return f"{path.stem} {' '.join(parts)}"


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_tables_of_a_sample_are_as_its_golden_file_says(
    path: Path, remake_golden: bool
) -> None:
    golden = Path(__file__).parent / "tables" / f"{path.stem}.txt"
    found = told(path)
    if remake_golden:
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8")


@pytest.mark.slow  # 171 pages of five labels; the samples' tables are read at each edit
def test_the_tables_of_real_labels_keep_their_shape(remake_golden: bool) -> None:
    paths = [REAL / f"{name}.pdf" for name in CHOSEN]
    if not all(path.exists() for path in paths):
        pytest.skip("no real labels beside the repository")
    found = [shape(path) for path in paths]
    if remake_golden:
        SHAPES.write_text("\n".join(found) + "\n", encoding="utf-8")
    assert found == SHAPES.read_text(encoding="utf-8").splitlines()
