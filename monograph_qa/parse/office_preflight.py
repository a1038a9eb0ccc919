"""A first look at DOCX and HTML files: whole, sane in size, and not nested without end.

Docling walks these files by recursion and unpacks all of them, so what would choke it is
refused beforehand, in the file's own terms.
"""

import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from lxml import etree

from monograph_qa.errors import EncryptedLabel, LabelError, LabelTooLarge, UnreadableLabel
from monograph_qa.parse.spl_xml import DEEPEST, SAFE

MOST_ELEMENTS = 1_000_000
_MOST_PARTS = 5000
_MOST_UNPACKED = 600 * 1024 * 1024
_MOST_XML = 80 * 1024 * 1024
_MEGABYTE = 1024 * 1024
_DOCUMENT = "word/document.xml"
_NEEDED = ("[Content_Types].xml", "_rels/.rels", _DOCUMENT)
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\r\f")
_MOST_CONTROLS = 0.01  # share of the bytes
_ENCRYPTED = 1  # bit of a ZIP entry's flags


def look_at_html(path: Path, data: bytes) -> None:
    """Raises UnreadableLabel or LabelTooLarge for a page that cannot be read in sane time."""
    # No text holds so many control characters.
    controls = 0 if data[:2] in _UTF_16 else len(data) - len(data.translate(None, _CONTROLS))
    if controls > _MOST_CONTROLS * len(data):
        raise UnreadableLabel(path, "its content is no text, though it begins like HTML")
    parser = etree.HTMLParser(huge_tree=True)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise UnreadableLabel(path, "the HTML file holds no text") from error
    if root is None:
        raise UnreadableLabel(path, "the HTML file holds no text")
    _within_limits(path, "the page", etree.iterwalk(root, events=("start", "end")))


def look_at_docx(path: Path, data: bytes) -> None:
    """Raises UnreadableLabel, EncryptedLabel or LabelTooLarge, naming the part that is wrong."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            entries = archive.infolist()
            _check_parts(path, entries)
            for entry in entries:
                try:
                    content = archive.read(entry)
                except Exception as error:  # zlib, struct and codecs each raise errors of their own
                    part = f"its part {_printable(entry.filename)}"
                    raise UnreadableLabel(
                        path, f"it is damaged: {part} cannot be unpacked"
                    ) from error
                if entry.filename.endswith((".xml", ".rels")):
                    _well_formed(path, entry.filename, content)
    except zipfile.BadZipFile as error:
        raise UnreadableLabel(path, "its ZIP container is damaged or cut off") from error


def _check_parts(path: Path, entries: list[zipfile.ZipInfo]) -> None:
    """Raises LabelError for parts that are missing, encrypted, too many or too large."""
    if len(entries) > _MOST_PARTS:
        raise LabelTooLarge(path, f"it holds {len(entries)} parts; the limit is {_MOST_PARTS}")
    names = {entry.filename for entry in entries}
    for needed in _NEEDED:
        if needed not in names:
            raise UnreadableLabel(path, f"no Word document: its part {needed} is missing")
    if any(entry.flag_bits & _ENCRYPTED for entry in entries):
        raise EncryptedLabel(path, "the document opens only with a password")
    whole = sum(entry.file_size for entry in entries)
    text = max((e.file_size for e in entries if e.filename.endswith((".xml", ".rels"))), default=0)
    for size, most in ((whole, _MOST_UNPACKED), (text, _MOST_XML)):
        if size > most:
            raise LabelTooLarge(
                path, f"it unpacks to {size // _MEGABYTE} MB; the limit is {most // _MEGABYTE} MB"
            )


def _well_formed(path: Path, name: str, content: bytes) -> None:
    part = f"its part {_printable(name)}"
    events = etree.iterparse(BytesIO(content), events=("start", "end"), huge_tree=True, **SAFE)
    try:
        _within_limits(path, part, _freed(events))
    except etree.XMLSyntaxError as error:
        cause = " ".join(str(error.msg).split())
        if "depth" in cause:
            raise UnreadableLabel(path, _too_deep(part)) from error
        raise UnreadableLabel(path, f"{part} is not well-formed XML: {cause}") from error
    if events.root is not None and events.root.getroottree().docinfo.internalDTD is not None:
        raise UnreadableLabel(
            path, f"{part} carries a document type declaration, which Word never writes"
        )


def _freed(
    events: "Iterator[tuple[str, etree._Element]]",
) -> "Iterator[tuple[str, etree._Element]]":
    """The events, each element let go of at its end, so that a huge part costs no memory."""
    for event, element in events:
        yield event, element
        if event == "end":
            element.clear()


def _within_limits(path: Path, what: str, events: "Iterator[tuple[str, etree._Element]]") -> None:
    depth = count = 0
    for event, _ in events:
        if event != "start":
            depth -= 1
            continue
        depth += 1
        count += 1
        if depth > DEEPEST:
            raise UnreadableLabel(path, _too_deep(what))
        if count > MOST_ELEMENTS:
            raise LabelTooLarge(path, f"{what} holds more than {MOST_ELEMENTS:,} elements")


def _too_deep(what: str) -> str:
    return f"the elements of {what} are nested deeper than {DEEPEST} levels"


def why_no_docx(path: Path, data: bytes) -> LabelError | None:
    """What python-docx says of a document that Docling could not open; None if it opens."""
    from docx import Document

    try:
        Document(BytesIO(data))
    except Exception as error:  # a missing relation is a KeyError, a wrong type a ValueError, …
        cause = " ".join(str(error).strip("'\"").split())[:160] or type(error).__name__
        return UnreadableLabel(path, f"no Word document that can be opened: {cause}")
    return None


def _printable(name: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in name)[:80]
