"""Electronic product information (ePI): a label as a FHIR bundle, in JSON or XML.

Its Composition is a tree of sections with titles, codes and XHTML. That tree is set as the one of
an SPL document, whose reader then reads it; the other resources name the product and its maker.
"""

import base64
import binascii
import hashlib
import html
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lxml import etree

from monograph_qa.domain.label import Product
from monograph_qa.domain.parsed import BlockKind, ParsedLabel
from monograph_qa.errors import UnreadableLabel
from monograph_qa.parse import parsers
from monograph_qa.parse.spl import read_sections
from monograph_qa.parse.spl_flow import MediaFolder
from monograph_qa.parse.spl_names import once
from monograph_qa.parse.spl_xml import LOINC, NAMESPACE, Element, collapse, open_fragment, tag

Resource = dict[str, Any]

_LOINC = "http://loinc.org"
_AS_SPL = {"ul": "list", "ol": "list", "li": "item", "img": "renderMultiMedia"} | dict.fromkeys(
    ("p", "div", "h1", "h2", "h3", "h4", "h5", "h6"), "paragraph"
)
_MARKS = {"b": "bold", "strong": "bold", "i": "italics", "em": "italics", "u": "underline"}
_MARKS |= {f"h{level}": "bold" for level in range(1, 7)}
_BOLD = re.compile(r"font-weight:\s*(?:bold|[6-9]00)")
_NAMED_SIGN = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z]\w*;")
_INVENTED, _SCIENTIFIC = (
    {"220000000002", "inventednamepart"},
    {"220000000003", "scientificnamepart"},
)
_ACTIVE = {"100000072072", "72072", "active", "activeingredient"}
_STRENGTH = re.compile(r",?\s+\d.*")
_ROUTE = re.compile(r"\s+(?:use|route)$", re.IGNORECASE)


def read_epi(path: Path, data: bytes) -> ParsedLabel:
    """The label of a bundle; of several Compositions each after the other. There are no pages.
    Raises UnreadableLabel for broken JSON or XML, for what is no bundle with sections of text, and
    for one that says that it is not in English."""
    bundle = _bundle(path, data)
    found = _all([bundle], "entry", "resource")
    compositions = _of(found, "Composition")
    if not compositions:
        several = (
            " itself, but other bundles: one bundle a file is read" if _of(found, "Bundle") else ""
        )
        raise UnreadableLabel(path, f"FHIR without a Composition in it{several}")
    language = _said(compositions[0], "language") or _said(bundle, "language") or "en"
    if not language.lower().startswith("en"):
        raise UnreadableLabel(path, f"it is in the language {language[:20]}; only English is read")
    document = _document(path, compositions)
    pictures = {_said(each, "id"): _said(each, "data") for each in _of(found, "Binary")}
    blocks = read_sections(document, MediaFolder(document, lambda name: _picture(name, pictures)))
    if all(block.kind is BlockKind.HEADING for block in blocks):
        raise UnreadableLabel(path, "a FHIR Composition without any section text")
    names = _names(found)
    return ParsedLabel(
        path=path,
        sha256=hashlib.sha256(data).hexdigest(),
        media="html",
        page_count=0,
        blocks=tuple(blocks),
        parser=parsers.EPI,
        identity=_identity(compositions[0], names),
        names=names,
        product=_product(found, compositions[0]),
    )


def _bundle(path: Path, data: bytes) -> Resource:
    try:
        if data.lstrip(b"\xef\xbb\xbf\r\n\t ").startswith(b"{"):
            bundle = json.loads(data)
        else:
            text = re.sub(r"^\s*<\?xml[^>]*>", "", data.decode("utf-8-sig"))
            bundle = _as_json(open_fragment(text)[0])
    except (ValueError, RecursionError, IndexError, etree.XMLSyntaxError) as error:
        raise UnreadableLabel(path, "not a well-formed FHIR resource") from error
    return bundle if isinstance(bundle, dict) else {}


def _as_json(element: Element) -> Any:
    """A FHIR element as its JSON says it, but that what may come twice is always a list."""
    if tag(element) == "div":
        return etree.tostring(element, encoding="unicode", with_tail=False)
    if element.get("value") is not None:
        return element.get("value")
    fields: Resource = {}
    for child in element:
        name = tag(child)
        if name[0].isupper():  # a resource, within its entry
            return {"resourceType": name, **_as_json(child)}
        fields.setdefault(name, []).append(_as_json(child))
    return fields


def _document(path: Path, compositions: list[Resource]) -> Element:
    """The SPL document that says what the Compositions say."""
    document = etree.Element(f"{NAMESPACE}document")
    body = _add(_add(document, "component"), "structuredBody")
    for section in _all(compositions, "section"):
        _add_section(path, document, body, section)
    return document


def _add_section(path: Path, document: Element, parent: Element, resource: Resource) -> None:
    section = _add(_add(parent, "component"), "section")
    for each in _all([resource], "code", "coding"):
        if _said(each, "system") == _LOINC:
            _add(section, "code", code=_said(each, "code"), codeSystem=LOINC)
            break
    title = _said(resource, "title") or next(iter(_concepts([resource], "code")), "")
    if title:
        _add(section, "title").text = title
    markup = "".join(_said(each, "div") for each in _all([resource], "text"))
    if markup and not resource.get("emptyReason"):
        try:
            text = open_fragment(_NAMED_SIGN.sub(lambda sign: html.unescape(sign[0]), markup))
        except etree.XMLSyntaxError as error:
            cause = f"the XHTML of its section {title[:60]!r} is not well-formed"
            raise UnreadableLabel(path, cause) from error
        for element in text.iterdescendants():
            _set_as_spl(element, document)
        section.append(text)
    for each in _all([resource], "section"):
        _add_section(path, document, section, each)


def _set_as_spl(element: Element, document: Element) -> None:
    """Renames an element of XHTML as SPL names what is set so."""
    name = tag(element).lower()
    mark = "bold" if _BOLD.search(element.get("style", "")) else _MARKS.get(name)
    if name == "img":
        key = f"picture{len(document)}"
        media = _add(document, "observationMedia", ID=key)
        _add(_add(media, "value"), "reference", value=element.get("src", ""))
        element.set("referencedObject", key)
    if name in {"script", "style"}:
        element.text = ""
    element.tag = f"{NAMESPACE}{_AS_SPL.get(name, name)}"
    if mark:
        element.set("styleCode", mark)


def _add(parent: Element, name: str, **attributes: str) -> Element:
    return etree.SubElement(parent, f"{NAMESPACE}{name}", attributes)


def _picture(source: str, held: dict[str, str]) -> bytes | None:
    """The bytes of a picture in the bundle itself; no other place is looked at."""
    _, is_inline, coded = source.partition(";base64,")
    coded = coded if is_inline else held.get(source.rpartition("/")[2].lstrip("#"), "")
    try:
        return base64.b64decode(coded) or None
    except binascii.Error:
        return None


def _names(found: list[Resource]) -> tuple[tuple[str, str], ...]:
    """The (name, kind) pairs that the product's and its active substances' resources state."""
    brands: list[str] = []
    generics: list[str] = []
    for name in _all(_of(found, "MedicinalProductDefinition"), "name"):
        parts = [(_codes(part, "type"), _said(part, "part")) for part in _all([name], "part")]
        invented = [words for codes, words in parts if codes & _INVENTED]
        brands += invented or [_STRENGTH.sub("", _said(name, "productName"))]
        generics += [g for codes, words in parts if codes & _SCIENTIFIC for g in words.split(", ")]
    active = [each for each in _of(found, "Ingredient") if _ACTIVE & _codes(each, "role")]
    generics += _concepts(active, "substance", "code", "concept")
    known = {name.casefold() for name in generics}
    sold = [(name, "brand") for name in brands if name and name.casefold() not in known]
    return tuple(dict.fromkeys([*((name, "generic") for name in generics if name), *sold]))


def _identity(composition: Resource, names: tuple[tuple[str, str], ...]) -> dict[str, str]:
    # Bundles bear placeholders as identifiers; with the product's name they are of one label still.
    stated = [_said(each, "value") for each in _all([composition], "identifier")][:1]
    brand = [name for name, kind in names if kind == "brand"][:1]
    kind = sorted(code for code in _codes(composition, "type") if code.isdigit())[:1]
    date = _said(composition, "date")[:10]
    identity = {
        "set_id": "/".join([*stated, *brand, *kind]) if stated and brand else "",
        "version": _said(composition, "version"),
        "effective_time": date if len(date) == len("2026-01-31") else "",
        "title": collapse(_said(composition, "title")),
    }
    return {key: value for key, value in identity.items() if value}


def _product(found: list[Resource], composition: Resource) -> Product:
    authors = {_said(a, "reference").rpartition("/")[2] for a in _all([composition], "author")}
    makers = sorted(_of(found, "Organization"), key=lambda each: _said(each, "id") not in authors)
    taken = _of(found, "AdministrableProductDefinition")
    whole = _of(found, "MedicinalProductDefinition")
    forms = _concepts(whole, "combinedPharmaceuticalDoseForm")
    routes = _concepts(taken, "routeOfAdministration", "code")
    numbers = _all(_of(found, "RegulatedAuthorization"), "identifier")
    return Product(
        maker=next((_said(each, "name") for each in makers), "") or None,
        forms=once(each.casefold() for each in forms or _concepts(taken, "administrableDoseForm")),
        routes=once(_ROUTE.sub("", each).casefold() for each in routes),
        numbers=once(value for each in numbers if (value := _said(each, "value"))),
    )


def _of(found: list[Resource], kind: str) -> list[Resource]:
    return [each for each in found if each.get("resourceType") == kind]


def _all(resources: Iterable[Resource], *path: str) -> list[Resource]:
    """What stands under a name, and under the next in that, once or often."""
    held = list(resources)
    for name in path:
        values = [each.get(name) for each in held]
        flat = (v for value in values for v in (value if isinstance(value, list) else [value]))
        held = [each for each in flat if isinstance(each, dict)]
    return held


def _said(resource: Resource, name: str) -> str:
    value = resource.get(name)
    first = value[0] if isinstance(value, list) and value else value
    return first.strip() if isinstance(first, str) else ""


def _concepts(resources: Iterable[Resource], *path: str) -> list[str]:
    """What coded concepts are called, each in its text or by its first code."""
    names = []
    for concept in _all(resources, *path):
        coded = (_said(each, "display") for each in _all([concept], "coding"))
        names.append(_said(concept, "text") or next(filter(None, coded), ""))
    return [each for each in names if each]


def _codes(resource: Resource, name: str) -> set[str]:
    """The codes under a name, and what they are called, in small letters without spaces."""
    coded = _all([resource], name, "coding")
    words = [_said(each, key) for each in coded for key in ("code", "display")]
    return {"".join(each.lower().split()) for each in (*words, *_concepts([resource], name))}
