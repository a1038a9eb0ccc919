"""An SPL file's element tree, opened so that the file can do nothing but be read.

No network, no entities, no document type declaration, no bottomless nesting: a label needs none
of them, and each is a known way to make a reader fetch, leak or choke.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from lxml import etree

from monograph_qa.errors import UnreadableLabel

NAMESPACE = "{urn:hl7-org:v3}"
LOINC = "2.16.840.1.113883.6.1"
DEEPEST = 200  # levels of elements; real labels stay below 40

Element: TypeAlias = Any  # lxml publishes no types

_MARKS = {"bold": "bold", "italics": "italic", "emphasis": "italic", "underline": "underline"}
SAFE = {"resolve_entities": False, "load_dtd": False, "no_network": True}
"""What keeps a reader of XML to the file itself."""

_XML_SPACE = re.compile(r"[ \t\r\n]+")


def open_spl(path: Path, data: bytes) -> Element:
    """The root element of an SPL document; comments and processing instructions are left out.
    Raises UnreadableLabel, naming the cause, for anything but a well-formed SPL document."""
    if not data.strip():
        raise UnreadableLabel(path, "the file is empty")
    try:
        root = etree.fromstring(data, _parser())
    except etree.XMLSyntaxError as error:
        raise UnreadableLabel(
            path, f"not well-formed XML: {' '.join(str(error.msg).split())}"
        ) from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise UnreadableLabel(path, "it carries a document type declaration, which SPL never has")
    if root.tag != f"{NAMESPACE}document":
        raise UnreadableLabel(path, f"not an SPL document (its root is <{_printable(root.tag)}>)")
    if _depth(root) > DEEPEST:
        raise UnreadableLabel(path, f"its elements are nested deeper than {DEEPEST} levels")
    return root


def open_fragment(markup: str) -> Element:
    """A piece of markup, such as a table, in an element around it. Raises XMLSyntaxError."""
    namespace = NAMESPACE.strip("{}")
    return etree.fromstring(f'<text xmlns="{namespace}">{markup}</text>', _parser())


def _parser() -> etree.XMLParser:
    return etree.XMLParser(**SAFE, dtd_validation=False, remove_comments=True, remove_pis=True)


def tag(element: Element) -> str:
    """The element's name without its namespace."""
    return str(element.tag).rpartition("}")[2]


def children(element: Element, *names: str) -> Iterator[Element]:
    """The element's SPL children of these names, in document order."""
    return iter(element.iterchildren(*(f"{NAMESPACE}{name}" for name in names)))


def descend(element: Element, *names: str) -> Iterator[Element]:
    """The SPL elements of these names anywhere below `element`, in document order."""
    return iter(element.iterdescendants(*(f"{NAMESPACE}{name}" for name in names)))


def find_child(element: Element, *steps: str) -> Element | None:
    """The first SPL element on the path of names `steps`, or None."""
    return element.find("/".join(f"{NAMESPACE}{step}" for step in steps))


def marks_of(element: Element) -> frozenset[str]:
    """How the element sets what it holds: bold, italic, underline."""
    stated = element.get("styleCode", "").casefold().split()
    return frozenset(_MARKS[code] for code in stated if code in _MARKS)


def collapse(text: str) -> str:
    """`text` with XML whitespace (and no other: a no-break space is a character) collapsed."""
    return _XML_SPACE.sub(" ", text).strip(" ")


def is_blank(text: str) -> bool:
    """Whether `text` prints nothing: white space and zero-width marks only."""
    return not text.strip(
        " \t\r\n\f\v\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
        "\u2008\u2009\u200a\u200b\u200c\u200d\u202f\u205f\u2060\u3000\ufeff"
    )


def text_of(element: Element | None) -> str:
    """All characters inside the element, collapsed, a line break a space; empty for None."""
    return "" if element is None else collapse("".join(_said(element)))


def _said(element: Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        yield from (" ",) if tag(child) == "br" else _said(child)
        yield child.tail or ""


def _depth(root: Element) -> int:
    depth = deepest = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        deepest = max(deepest, depth)
    return deepest


def _printable(name: str) -> str:
    return "".join(c for c in name.rpartition("}")[2] if c.isprintable())[:60]
