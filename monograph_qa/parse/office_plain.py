"""Office files without changes of face, so that Docling reads every paragraph in one run.

Docling cuts a paragraph wherever bold, italics or a raised letter begins or ends, and strips each
run; what stood between them ("m" and "²", "Do" and "not") is then unknown. It also
writes plain hyphens and quotation marks for typographic ones in HTML. A label's words and signs
must stay as they are.
"""

import zipfile
from functools import cache
from io import BytesIO
from typing import Any

from monograph_qa.parse.spl_xml import SAFE

_FACES = (
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "font",
    "i", "ins", "kbd", "mark", "s", "samp", "small", "span", "strike", "strong", "sub", "sup",
    "tt", "u", "var",
)  # fmt: skip
_RUN_FACES = ("b", "bCs", "i", "iCs", "u", "strike", "dstrike", "vertAlign")
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_DOCUMENT = "word/document.xml"
_WIDEST_SPAN = 100  # columns
_UNSEEN = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff"))


def plain_html(data: bytes) -> bytes:
    """The page with its inline elements dissolved into the text around them, as UTF-8."""
    from bs4 import BeautifulSoup

    # The HTML parser of the standard library would nest every paragraph left unclosed.
    soup = BeautifulSoup(data, "lxml")
    for element in soup.find_all(_FACES):
        if element.find(["img", "svg", "table", "p", "div", "ul", "ol"]) is None:
            element.unwrap()
    for cell in soup.find_all(("td", "th")):
        _limit_spans(cell)
    soup.smooth()
    return str(soup).encode("utf-8")


def _limit_spans(cell: Any) -> None:
    """Spans as browsers take them: no number is 1, and none reaches beyond the table."""
    table = cell.find_parent("table")
    rows = cell.find_parent("tr").find_next_siblings("tr") if cell.find_parent("tr") else ()
    for name, most in (("colspan", _WIDEST_SPAN), ("rowspan", len(rows) + 1)):
        said = cell.get(name)
        if said is None:
            continue
        if table is None or not said.strip().isdecimal():
            del cell[name]
        else:
            cell[name] = str(max(1, min(int(said.strip()[:6]), most)))


def plain_docx(data: bytes) -> bytes:
    """The document with all its text set in one face."""
    from lxml import etree

    out = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for entry in old.infolist():
            content = old.read(entry)
            if entry.filename == _DOCUMENT:
                parser = etree.XMLParser(**SAFE, huge_tree=True)
                root = etree.fromstring(content, parser)
                for run in root.iter(f"{_W}rPr"):
                    for name in _RUN_FACES:
                        for face in run.findall(f"{_W}{name}"):
                            run.remove(face)
                content = etree.tostring(root, xml_declaration=True, encoding="UTF-8")
            new.writestr(entry, content)
    return out.getvalue()


@cache
def keep_signs() -> None:
    """Makes Docling's HTML reader keep dashes, quotation marks and dots as written."""
    from docling.backend.html_backend import HTMLDocumentBackend

    def as_written(text: str) -> str:
        return text.translate(_UNSEEN).replace("\u00a0", " ")

    backend: Any = HTMLDocumentBackend
    backend._clean_unicode = staticmethod(as_written)
