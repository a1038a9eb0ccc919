"""HL7 SPL documents, the XML in which FDA publishes labels, read without any layout to guess at."""

import hashlib
from pathlib import Path

from monograph_qa.domain.parsed import Block, ParsedLabel
from monograph_qa.errors import UnreadableLabel
from monograph_qa.parse import parsers
from monograph_qa.parse.delivery import Beside, pictures_beside
from monograph_qa.parse.spl_media import MediaFolder
from monograph_qa.parse.spl_names import read_identity, read_names, read_product
from monograph_qa.parse.spl_sections import read_sections
from monograph_qa.parse.spl_xml import open_spl


def read_spl(path: Path, data: bytes, beside: Beside | None = None) -> ParsedLabel:
    """The label that the SPL document `data` holds, its blocks in document order.

    Headings carry the section's LOINC code and its depth; highlights are left out, for they say
    the full text's facts a second time. A section that prints neither title nor sub-heading is
    headed by its code's display name (see spl_sections), which is all that the page does not
    print. There are no pages, so blocks have no places.
    `path` is named in errors; `beside` gives the document's pictures, or they lie beside that.
    Raises UnreadableLabel, naming the cause, for broken XML, for anything but SPL, for a document
    with a document type declaration, and for one without any section text.
    """
    document = open_spl(path, data)
    blocks: tuple[Block, ...] = tuple(
        read_sections(document, MediaFolder(document, beside or pictures_beside(path)))
    )
    if not blocks:
        raise UnreadableLabel(path, "an SPL document without any section text")
    return ParsedLabel(
        path=path,
        sha256=hashlib.sha256(data).hexdigest(),
        media="spl",
        page_count=0,
        blocks=blocks,
        parser=parsers.SPL,
        identity=read_identity(document),
        names=read_names(document),
        product=read_product(document),
    )
