"""One label file in, its blocks out: the format is found by content, not by name alone."""

import zipfile
from io import BytesIO
from pathlib import Path

from monograph_qa.domain.parsed import ParsedLabel
from monograph_qa.errors import EncryptedLabel, LabelError, UnreadableLabel
from monograph_qa.parse.delivery import Beside, Taken, content, pictures_beside

_PDF = b"%PDF-"
_ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # an old Office file, or an encrypted new one
_LOCKED = "EncryptedPackage".encode("utf-16-le")


def read(path: Path, taken: Taken | None = None) -> ParsedLabel:
    """The label in the file at `path`, as blocks in reading order; `taken` is all of that file
    where it lies elsewhere, or in an archive that is better read by one process alone. Raises
    UnreadableLabel (missing, empty, damaged, or no label format), EncryptedLabel, ScannedLabel (no
    text layer) or LabelTooLarge. Every error names the file."""
    path = Path(path)
    data = taken.data if taken else content(path)
    beside = taken.beside.get if taken else pictures_beside(path)
    try:
        return _dispatch(path, data, beside)
    except LabelError:
        raise
    except Exception as error:
        cause = str(error).strip().splitlines()[:1] or [type(error).__name__]
        raise UnreadableLabel(path, f"the file could not be read: {cause[0][:200]}") from error


def take(path: Path) -> Taken:
    """All that reading the file at `path` opens. Raises as reading does."""
    data = content(path)
    if data.startswith((_PDF, _ZIP, _OLE, b"{")):
        return Taken(data)
    from monograph_qa.parse.spl_flow import MediaFolder
    from monograph_qa.parse.spl_xml import open_spl

    try:
        return Taken(data, MediaFolder(open_spl(path, data), pictures_beside(path)).match_files())
    except LabelError:
        return Taken(data)  # no SPL, so it names no pictures


def _dispatch(path: Path, data: bytes, beside: Beside) -> ParsedLabel:
    head = data[:1024].lstrip(b"\xef\xbb\xbf\r\n\t ")
    if head.startswith(_PDF) or _PDF in data[:1024]:
        from monograph_qa.parse.pdf import read_pdf

        return read_pdf(path, data)
    if head.startswith(_ZIP):
        try:
            names = zipfile.ZipFile(BytesIO(data)).namelist()
        except zipfile.BadZipFile as error:
            raise UnreadableLabel(path, "its ZIP container is damaged or cut off") from error
        if "word/document.xml" not in names:
            raise UnreadableLabel(path, "a ZIP archive without a Word document in it")
        from monograph_qa.parse.office import read_docx

        return read_docx(path, data)
    if head.startswith(_OLE):
        if _LOCKED in data:
            raise EncryptedLabel(path, "the document opens only with a password")
        raise UnreadableLabel(path, "an old Office file; save it as DOCX or PDF")
    if head.startswith(b"{") and b'"resourceType"' in data:
        from monograph_qa.parse.epi import read_epi

        return read_epi(path, data)
    if head.startswith(b"{"):
        from monograph_qa.parse.openfda import read_openfda

        return read_openfda(path, data)
    if path.suffix.lower() == ".pdf":
        raise UnreadableLabel(path, "named .pdf, but its content is not a PDF")
    return _markup(path, data, beside)


def _markup(path: Path, data: bytes, beside: Beside) -> ParsedLabel:
    # SPL wants its root near the beginning; a style-sheet line may stand before it.
    start = data[:4096].lstrip(b"\xef\xbb\xbf\r\n\t ").lower()
    if start[:2] in (b"\xff\xfe", b"\xfe\xff"):
        start = data[:8192].decode("utf-16", errors="ignore").lower().encode()
    if b"<bundle" in start and b"http://hl7.org/fhir" in start:
        from monograph_qa.parse.epi import read_epi

        return read_epi(path, data)
    page = b"<!doctype html" in start or b"<html" in start
    if start.startswith((b"<?xml", b"<document")) and not page:
        from monograph_qa.parse.spl import read_spl

        return read_spl(path, data, beside)
    if page or (path.suffix.lower() in {".html", ".htm"} and b"<" in start):
        from monograph_qa.parse.office import read_html

        return read_html(path, data)
    raise UnreadableLabel(path, "not a PDF, DOCX, HTML, SPL, openFDA or FHIR ePI file")
