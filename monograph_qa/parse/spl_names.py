"""What an SPL document says of itself: which version of which label, of what drug and product."""

from collections.abc import Iterable, Iterator
from datetime import date

from monograph_qa.domain.label import Product
from monograph_qa.parse.spl_xml import (
    Element,
    children,
    collapse,
    descend,
    find_child,
    tag,
    text_of,
)

_ACCESSORIES = frozenset({"SWAB"})
# Older documents say "Medicine" where newer ones say "Product".
PRODUCTS = frozenset({"manufacturedProduct", "manufacturedMedicine", "partProduct", "partMedicine"})


def read_identity(document: Element) -> dict[str, str]:
    """What identifies the document; a key is there only when the document states it. set_id: the
    same for all versions of a label; version: a whole number; document_id: this very version;
    effective_time: revision date, YYYY-MM-DD; title: as printed, on one line; document_type: LOINC
    code; document_type_name: its display name."""
    stated = {
        "set_id": _attribute(document, "setId", "root"),
        "version": _attribute(document, "versionNumber", "value"),
        "document_id": _attribute(document, "id", "root"),
        "effective_time": day_of(_attribute(document, "effectiveTime", "value")),
        "title": text_of(find_child(document, "title")),
        "document_type": _attribute(document, "code", "code"),
        "document_type_name": _attribute(document, "code", "displayName"),
    }
    return {key: value for key, value in stated.items() if value}


def read_names(document: Element) -> tuple[tuple[str, str], ...]:
    """The (name, kind) pairs of all products of the document, in printed case, each once. generic:
    the product's nonproprietary name, then its active moieties; salt: the active substance where it
    differs from its moiety; brand: the product's name, unless the product is sold under one of
    those names. Inactive ingredients are left out."""
    pairs: dict[tuple[str, str], str] = {}
    for name, kind in sorted(_names(document), key=lambda pair: _KINDS.index(pair[1])):
        key = name.casefold()
        sold_as_generic = (key, "generic") in pairs or (key, "salt") in pairs
        if kind != "brand" or not sold_as_generic:
            pairs.setdefault((key, kind), name)
    return tuple((name, kind) for (_, kind), name in pairs.items())


_KINDS = ("generic", "salt", "brand")


def _names(document: Element) -> Iterator[tuple[str, str]]:
    found: list[tuple[Element | None, str]] = []
    for name in descend(document, "name"):
        product = name.getparent()
        parent = tag(product)
        if is_accessory(product):
            continue
        if parent == "genericMedicine":
            found.append((name, "generic"))
        elif parent in PRODUCTS:
            found.append((name, "brand"))
    for substance in _active_substances(document):
        moieties = [
            find_child(outer, "activeMoiety", "name")
            for outer in children(substance, "activeMoiety")
        ]
        printed = {text_of(moiety).casefold() for moiety in moieties}
        found += [(moiety, "generic") for moiety in moieties]
        name = find_child(substance, "name")
        bare = not any(printed) or text_of(name).casefold() in printed
        found.append((name, "generic" if bare else "salt"))
    return ((text, kind) for name, kind in found for text in _as_called(name))


def _as_called(name: Element | None) -> tuple[str, ...]:
    """A name, and with its suffix where it has one: "Triaminic", "Triaminic Night Time"."""
    suffix = text_of(find_child(name, "suffix")) if name is not None else ""
    short = collapse(name.text or "") if name is not None and suffix else text_of(name)
    return tuple(filter(None, (short, f"{short} {suffix}".strip() if suffix else "")))


def is_accessory(product: Element | None) -> bool:
    """Whether a product, or what stands inside one, is only packed beside the drug: a swab."""
    while product is not None and tag(product) not in PRODUCTS:
        product = product.getparent()
    form = None if product is None else find_child(product, "formCode")
    return form is not None and str(form.get("displayName", "")).upper() in _ACCESSORIES


def active_ingredients(document: Element) -> Iterator[Element]:
    """Of all products of the document, each ingredient that acts."""
    for ingredient in descend(document, "ingredient"):
        # ACTIB, ACTIM, ACTIR: active, its strength given as base, moiety or reference substance.
        is_active = str(ingredient.get("classCode", "")).startswith("ACTI")
        if is_active and not is_accessory(ingredient.getparent()):
            yield ingredient


def _active_substances(document: Element) -> Iterator[Element]:
    for ingredient in active_ingredients(document):
        yield from children(ingredient, "ingredientSubstance")
    yield from descend(document, "activeIngredientSubstance")


def _attribute(document: Element, child: str, name: str) -> str:
    element = find_child(document, child)
    return "" if element is None else str(element.get(name, "")).strip()


def day_of(stamp: str) -> str:
    """The day of a time stamp, YYYY-MM-DD; of fewer than eight digits none is guessed."""
    day = stamp[:8]
    try:
        return date(int(day[:4]), int(day[4:6]), int(day[6:])).isoformat() if len(day) == 8 else ""
    except ValueError:
        return ""


_NDC = "2.16.840.1.113883.6.69"
_OF_ONE = ("", "1")  # units of a denominator that says "in one tablet"


def read_product(document: Element) -> Product:
    """As far as the document states it; strengths with units ("300 mg/15 mL")."""
    by = ("author", "assignedEntity", "representedOrganization", "name")
    products = [
        e
        for e in descend(document, *PRODUCTS)
        if find_child(e, "formCode") is not None and not is_accessory(e)
    ]
    return Product(
        maker=text_of(find_child(document, *by)) or None,
        forms=once(form for each in products for form in _shown(each, "formCode")),
        strengths=once(s for i in active_ingredients(document) for s in _strength(i)),
        routes=once(r for e in descend(document, "consumedIn", "substanceAdministration")
                     if not is_accessory(e)
                     for r in _shown(e, "routeCode")),
        numbers=once(str(code.get("code")) for each in products
                      for code in children(each, "code") if code.get("codeSystem") == _NDC),
    )  # fmt: skip


def _shown(element: Element, name: str) -> Iterator[str]:
    for child in children(element, name):
        if (shown := str(child.get("displayName", ""))) and shown.casefold() != "kit":
            yield shown.casefold()


def _strength(ingredient: Element) -> Iterator[str]:
    numerator = find_child(ingredient, "quantity", "numerator")
    if numerator is None or not numerator.get("value"):
        return
    strength = f"{numerator.get('value')} {numerator.get('unit', '')}"
    below = find_child(ingredient, "quantity", "denominator")
    if below is None or below.get("unit", "") in _OF_ONE:
        yield strength
    else:
        value = str(below.get("value", "1"))
        yield f"{strength}/{'' if value == '1' else value + ' '}{below.get('unit')}"


def once(found: Iterable[str]) -> tuple[str, ...]:
    """What was found, each once, in its order."""
    return tuple(dict.fromkeys(found))
