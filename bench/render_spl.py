"""An SPL document as its sections, read by ElementTree alone, and as a page of HTML.

Nothing of the project's own SPL reader takes part: this is the truth that it is held against.
"""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
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
        parts += [_element(child), escape(child.tail or "")]
    return "".join(parts)


def _element(element: ET.Element) -> str:
    name = _name(element)
    if name in _LEFT_OUT:
        return ""
    inner = _inner(element)
    if name == "content":
        for style in (element.get("styleCode") or "").lower().split():
            tag = _STYLES.get(style)
            inner = f"<{tag}>{inner}</{tag}>" if tag else inner
        return inner
    tag = _HTML.get(name)
    if name == "list" and element.get("listType") == "ordered":
        tag = "ol"
    if tag is None:
        return inner
    spans = "".join(
        f' {k}="{escape(v)}"' for k, v in element.items() if k in ("colspan", "rowspan")
    )
    return f"<{tag}{spans}>{inner}</{tag}>" if tag != "br" else "<br>"


_PAGE = """@page { size: letter; margin: 0.9in 0.8in;
  @top-center { content: "%(name)s prescribing information"; font-size: 8pt; }
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font-size: 8pt; } }
body { font: 10pt/1.3 "DejaVu Serif", serif; %(columns)s }
h1 { font-size: 13pt } h2 { font-size: 11pt } h3, h4, h5, h6 { font-size: 10pt }
table { border-collapse: collapse; font-size: 8.5pt }
td, th { border: 0.5pt solid #444; padding: 2pt }
"""


def html_of(title: str, sections: list[SplSection], *, columns: int) -> str:
    """A plain page of the whole label, headings set apart by size and weight, in 1 or 2 columns."""
    set_in = f"column-count: {columns}; column-gap: 0.3in" if columns > 1 else ""
    name = " ".join(title.replace('"', "").split()[:3])
    style = _PAGE % {"name": name.replace("\\", ""), "columns": set_in}
    parts = [f"<h1>{escape(title)}</h1>"]
    for section in sections:
        level = min(section.depth + 1, 6)
        if section.title:
            parts.append(f"<h{level}>{escape(section.title)}</h{level}>")
        parts.append(f"<div>{section.html}</div>")
    return f"<html><head><style>{style}</style></head><body>{''.join(parts)}</body></html>"
