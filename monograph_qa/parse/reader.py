"""One label file in, its blocks out: the format is told by content, not by name alone."""

import zipfile
from io import BytesIO
from pathlib import Path

from monograph_qa.domain.parsed import ParsedLabel
from monograph_qa.errors import EncryptedLabel, LabelError, LabelTooLarge, UnreadableLabel

READABLE: frozenset[str] = frozenset({".pdf", ".docx", ".html", ".htm", ".xml"})
MOST_BYTES = 300 * 1024 * 1024

_PDF = b"%PDF-"
_ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # an old Office file, or an encrypted new one
_LOCKED = "EncryptedPackage".encode("utf-16-le")


def read(path: Path) -> ParsedLabel:
    """The label in the file at `path`, as blocks in reading order.

    Raises UnreadableLabel (missing, empty, damaged, or no label format), EncryptedLabel,
    ScannedLabel (no text layer) or LabelTooLarge. Every error names the file.
    """
    path = Path(path)
    data = _content(path)
    try:
        return _dispatch(path, data)
    except LabelError:
        raise
    except Exception as error:
        cause = str(error).strip().splitlines()[:1] or [type(error).__name__]
        raise UnreadableLabel(path, f"the file could not be read: {cause[0][:200]}") from error


def take(path: Path) -> tuple[bytes, dict[str, Path]]:
    """All that reading the file at `path` opens: its bytes, and by name the pictures beside it that
    an SPL document could show. Raises UnreadableLabel or LabelTooLarge, as reading does."""
    data = _content(path)
    if data.startswith((_PDF, _ZIP, _OLE)):
        return data, {}
    from monograph_qa.parse.spl_media import MediaFolder
    from monograph_qa.parse.spl_xml import open_spl

    try:
        return data, MediaFolder(open_spl(path, data), path).match_files()
    except LabelError:
        return data, {}  # no SPL, so it names no pictures


def _content(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if path.is_dir():
            raise UnreadableLabel(path, "a folder, not a file")
        if size == 0:
            raise UnreadableLabel(path, "the file is empty")
        if size > MOST_BYTES:
            raise LabelTooLarge(
                path, f"{size / 1048576:.0f} MB; the limit is {MOST_BYTES // 1048576} MB"
            )
        return path.read_bytes()
    except OSError as error:
        raise UnreadableLabel(path, error.strerror or "the file cannot be opened") from error


def _dispatch(path: Path, data: bytes) -> ParsedLabel:
    head = data[:1024].lstrip(b"\xef\xbb\xbf\r\n\t ")
    if head.startswith(_PDF) or _PDF in data[:1024]:
        from monograph_qa.parse.pdf import read_pdf

        return read_pdf(path, data)
    if head.startswith(_ZIP) and _is_docx(data):
        from monograph_qa.parse.office import read_docx

        return read_docx(path, data)
    if head.startswith(_ZIP):
        if zipfile.is_zipfile(BytesIO(data)):
            raise UnreadableLabel(path, "a ZIP archive without a Word document in it")
        raise UnreadableLabel(path, "its ZIP container is damaged or cut off")
    if head.startswith(_OLE):
        if _LOCKED in data:
            raise EncryptedLabel(path, "the document opens only with a password")
        raise UnreadableLabel(path, "an old Office file; save it as DOCX or PDF")
    if path.suffix.lower() == ".pdf":
        raise UnreadableLabel(path, "named .pdf, but its content is not a PDF")
    return _markup(path, data)


def _markup(path: Path, data: bytes) -> ParsedLabel:
    # SPL wants its root near the beginning; a style-sheet line may stand before it.
    start = data[:4096].lstrip(b"\xef\xbb\xbf\r\n\t ").lower()
    if start[:2] in (b"\xff\xfe", b"\xfe\xff"):
        start = data[:8192].decode("utf-16", errors="ignore").lower().encode()
    page = b"<!doctype html" in start or b"<html" in start
    if start.startswith((b"<?xml", b"<document")) and not page:
        from monograph_qa.parse.spl import read_spl

        return read_spl(path, data)
    if page or (path.suffix.lower() in {".html", ".htm"} and b"<" in start):
        from monograph_qa.parse.office import read_html

        return read_html(path, data)
    raise UnreadableLabel(path, "not a PDF, DOCX, HTML or SPL file")


def _is_docx(data: bytes) -> bool:
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return "word/document.xml" in archive.namelist()
    except zipfile.BadZipFile:
        return False
