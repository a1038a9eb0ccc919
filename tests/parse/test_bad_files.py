"""Files that cannot be read say why, and name themselves."""

import subprocess
import sys
from pathlib import Path

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from monograph_qa.errors import EncryptedLabel, ScannedLabel, UnreadableLabel
from monograph_qa.parse import read
from parse.label_pdf import draw_label


def _written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def _encrypted(path: Path, user: str) -> Path:
    canvas = Canvas(str(path), encrypt=StandardEncryption(user, ownerPassword="owner"))
    for page in range(2):
        canvas.drawString(72, 700, f"Zentrolol tablets are for adults, page {page}.")
        canvas.showPage()
    canvas.save()
    return path


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("empty.pdf", b""),
        ("text.pdf", b"no PDF at all"),
        ("broken.pdf", b"%PDF-1.7\n1 0 obj\n<<garbage"),
        ("zip.docx", b"PK\x03\x04 broken archive"),
        ("noise.html", b"\x00\x01\x02"),
    ],
)
def test_a_file_that_is_no_label_is_unreadable(tmp_path: Path, name: str, data: bytes) -> None:
    path = _written(tmp_path / name, data)
    with pytest.raises(UnreadableLabel) as caught:
        read(path)
    assert str(path) in str(caught.value)


def test_a_missing_file_is_unreadable(tmp_path: Path) -> None:
    with pytest.raises(UnreadableLabel):
        read(tmp_path / "absent.pdf")


def test_a_cut_off_pdf_never_crashes(tmp_path: Path) -> None:
    whole = draw_label(tmp_path / "whole.pdf").read_bytes()
    for share in (0.2, 0.5, 0.9):
        path = _written(tmp_path / "cut.pdf", whole[: int(share * len(whole))])
        try:
            label = read(path)
        except (UnreadableLabel, ScannedLabel):
            continue
        assert label.page_count > 0


def test_a_pdf_with_a_password_is_encrypted(tmp_path: Path) -> None:
    with pytest.raises(EncryptedLabel):
        read(_encrypted(tmp_path / "locked.pdf", "secret"))


def test_a_pdf_with_an_empty_user_password_opens(tmp_path: Path) -> None:
    label = read(_encrypted(tmp_path / "open.pdf", ""))
    assert any("Zentrolol tablets are for adults" in block.text for block in label.blocks)


def test_pages_without_text_are_a_scan(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "scan.pdf"))
    canvas.rect(100, 100, 200, 200, fill=1)
    canvas.showPage()
    canvas.save()
    with pytest.raises(ScannedLabel):
        read(tmp_path / "scan.pdf")


def test_importing_the_room_does_not_import_docling() -> None:
    code = "import sys, monograph_qa.parse; sys.exit('docling' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
