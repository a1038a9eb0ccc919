"""An SPL document as its sections, read by ElementTree alone, and as a page of HTML.

Nothing of the project's own SPL reader takes part: this is the truth that it is held against.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

_V3 = "{urn:hl7-org:v3}"
_LEFT_OUT = frozenset({"excerpt", "observationMedia", "renderMultiMedia", "footnoteRef"})
_BLOCKS = frozenset(
    {"paragraph", "item", "td", "th", "tr", "table", "list", "caption", "br", "text"}
)
_HTML = {
    "paragraph": "p", "list": "ul", "item": "li", "table": "table", "thead": "thead",
    "tbody": "tbody", "tr": "tr", "td": "td", "th": "th", "sup": "sup", "sub": "sub",
    "br": "br", "caption": "caption", "footnote": "small", "tfoot": "tbody",
}  # fmt: skip
_CLASSES = frozenset({"lrule", "rrule", "toprule", "botrule"})
_BOXED_WARNING = "34066-1"
_HIGHLIGHTS = frozenset({"48780-1", "43683-2"})  # product data, recent major changes
_WIDE = 4  # columns; such a table stands across a page of two columns
_WIDE_TABLE = re.compile(r"(<table[^>]*\bwide\b[^>]*>.*?</table>)", re.S)
_STYLES = {"bold": "b", "italics": "i", "underline": "u", "emphasis": "i"}


@dataclass(frozen=True, slots=True)
class SplSection:
    """One section: its code (None: unclassified or none), printed title, depth from 1, own text.

    `html` is the same text with its paragraphs, lists and tables.
    """

    code: str | None
    title: str
    depth: int
    text: str
    html: str


def spl_sections(path: Path) -> tuple[str, list[SplSection]]:
    """The document's title and its sections in order, highlights and product data left out."""
    root = ET.parse(path).getroot()
    title = root.find(f"{_V3}title")
    found: list[SplSection] = []
    for body in root.iter(f"{_V3}structuredBody"):
        found += _below(body, 1)
    return (_plain(title) if title is not None else path.stem), found


def _below(parent: ET.Element, depth: int) -> Iterator[SplSection]:
    for section in parent.iterfind(f"{_V3}component/{_V3}section"):
        code = section.find(f"{_V3}code")
        if code is not None and code.get("code") in _HIGHLIGHTS:
            continue
        title = section.find(f"{_V3}title")
        texts = section.findall(f"{_V3}text")
        yield SplSection(
            code.get("code") if code is not None else None,
            _plain(title) if title is not None else "",
            depth,
            "\n".join(_plain(each) for each in texts),
            "".join(_inner(each) for each in texts),
        )
        yield from _below(section, depth + 1)


def _name(element: ET.Element) -> str:
    return element.tag.removeprefix(_V3)


def _plain(element: ET.Element) -> str:
    return " ".join("".join(_pieces(element)).split())


def _pieces(element: ET.Element) -> Iterator[str]:
    if _name(element) in _LEFT_OUT:
        return
    block = _name(element) in _BLOCKS
    yield " " if block else ""
    yield element.text or ""
    for child in element:
        yield from _pieces(child)
        yield child.tail or ""
    yield " " if block else ""


def _inner(element: ET.Element) -> str:
    parts = [escape(element.text or "")]
    for child in element:
        parts += [_element(child, element), escape(child.tail or "")]
    return "".join(parts)


def _element(element: ET.Element, parent: ET.Element) -> str:
    name = _name(element)
    if name in _LEFT_OUT:
        return ""
    inner = _inner(element)
    codes = (element.get("styleCode") or "").lower().split()
    if name == "content":
        for style in codes:
            tag = _STYLES.get(style)
            inner = f"<{tag}>{inner}</{tag}>" if tag else inner
        return inner
    if name == "caption" and _name(parent) == "item":
        return f"{inner.strip()} "  # the item's own bullet
    tag = _HTML.get(name)
    if name == "list" and element.get("listType") == "ordered":
        tag = "ol"
    if tag is None:
        return inner
    return f"<{tag}{_attributes(element, codes)}>{inner}</{tag}>" if tag != "br" else "<br>"


def _attributes(element: ET.Element, codes: Sequence[str]) -> str:
    """Spans, alignment and rules as the file states them; DailyMed's pages draw no others."""
    spans = [f'{k}="{escape(v)}"' for k, v in element.items() if k in ("colspan", "rowspan")]
    classes = [code for code in codes if code in _CLASSES]
    if _name(element) == "item" and element.find(f"{_V3}caption") is not None:
        classes.append("own-bullet")
    if element.get("align") == "center":
        classes.append("centered")
    if _name(element) == "table" and _columns(element) >= _WIDE:
        classes.append("wide")
    if classes:
        spans.append(f'class="{" ".join(classes)}"')
    return "".join(f" {each}" for each in spans)


def _columns(table: ET.Element) -> int:
    rows = [[cell for cell in row if _name(cell) in ("td", "th")] for row in table.iter(f"{_V3}tr")]
    return max((sum(int(c.get("colspan") or 1) for c in row) for row in rows), default=0)


_PAGE = """@page { size: letter; margin: 0.9in 0.8in;
  @top-center { content: "%(name)s prescribing information"; font-size: 8pt; }
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font-size: 8pt; } }
body { font: 10pt/1.3 "DejaVu Serif", serif } .columns { %(columns)s }
h1 { font-size: 13pt } h2 { font-size: 11pt } h3, h4, h5, h6 { font-size: 10pt }
h4 { font-style: italic } h5 { font-weight: normal; font-style: italic }
h6 { font-weight: normal; text-decoration: underline }
h1, h2, h3, h4, h5, h6 { break-after: avoid }
table { border-collapse: collapse; font-size: 8.5pt }
td, th { padding: 2pt } .centered { text-align: center }
.lrule { border-left: 0.5pt solid } .rrule { border-right: 0.5pt solid }
.toprule { border-top: 0.5pt solid } .botrule { border-bottom: 0.5pt solid }
thead tr:first-child > * { border-top: 0.8pt solid }
thead tr:last-child > *, tbody:last-child tr:last-child > * { border-bottom: 0.8pt solid }
.own-bullet { list-style: none } .box { border: 1pt solid; padding: 6pt } .box h2 { margin: 0 }
"""


def html_of(title: str, sections: list[SplSection], *, columns: int) -> str:
    """A plain page of the whole label in 1 or 2 columns.

    Headings are set apart by size and weight, a boxed warning stands in its box, table rules are
    those of the file. Nothing is printed but the titles and text of the file itself.
    """
    set_in = f"column-count: {columns}; column-gap: 0.3in" if columns > 1 else ""
    name = " ".join(title.replace('"', "").split()[:3])
    style = _PAGE % {"name": name.replace("\\", ""), "columns": set_in}
    parts = [f"<h1>{escape(title)}</h1>"]
    box: int | None = None
    for section in sections:
        if box is not None and section.depth <= box:
            parts.append("</div>")
            box = None
        if box is None and section.code == _BOXED_WARNING:
            parts.append('<div class="box">')
            box = section.depth
        level = min(section.depth + 1, 6)
        if section.title:
            parts.append(f"<h{level}>{escape(section.title)}</h{level}>")
        parts.append(section.html)
    pieces = _WIDE_TABLE.split("".join(parts)) if columns > 1 else ["".join(parts)]
    body = "".join(
        piece if at % 2 else f'<div class="columns">{piece}</div>'
        for at, piece in enumerate(pieces)
    )
    return f"<html><head><style>{style}</style></head><body>{body}</body></html>"
