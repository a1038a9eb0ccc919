"""What a label is called: its drug's names, from its own words.

A name counts when a fixed phrase of the layout holds it *and* the label goes on to use it: a word
caught by accident is not repeated through a document.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from monograph_qa.domain.label import DrugName, LabelFormat, NameKind
from monograph_qa.domain.parsed import ParsedLabel
from monograph_qa.domain.sectioned import SectionText
from monograph_qa.names.candidates import weight
from monograph_qa.names.ingredients import (
    brand_most_used,
    clean,
    ingredients_of_brand,
    is_biological,
    is_brand,
    is_known,
    most_used,
    only_ingredient_of,
    parts_of,
    without_salt,
)
from monograph_qa.names.phrases import FoundName, is_abbreviation, is_plausible
from monograph_qa.names.places import (
    from_composition,
    from_leaflet,
    from_product_name,
    from_title,
    marked,
    repeated,
    said_to_be,
)
from monograph_qa.names.words import is_biosimilar_suffix
from monograph_qa.vocabulary.name_keys import lookup_keys, name_parts, plain_key
from monograph_qa.vocabulary.products import products_called

_IN_VEHICLE = re.compile(r"\s+in\s.+$", re.I)
_OFTEN = 3  # times that a label says its own name
_WITHOUT_PRODUCT_LINE = (LabelFormat.OLD, LabelFormat.HC, LabelFormat.PIL)


def names_of_label(
    parsed: ParsedLabel, sections: Sequence[SectionText], layout: LabelFormat, label_id: str
) -> tuple[DrugName, ...]:
    """Every name that the label may be asked for by, generics first; none where it says none."""
    body = " ".join(s.section.text for s in sections).casefold()
    stated = list(_stated(parsed))
    if stated:
        found = [*stated, *said_to_be(parsed.blocks)]
    else:
        found = [*from_title(parsed.blocks), *from_product_name(sections, layout)]
        found += from_leaflet(parsed.blocks)
    kept = _confirmed(_kept(_without_brands(found), body))
    if not _has(kept, NameKind.GENERIC):
        more = [*repeated(parsed.blocks, body), *from_composition(sections, layout)]
        # A file that states its brands has no others: what its print repeats is a warning.
        more = [name for name in more if not stated or name.kind is NameKind.GENERIC]
        kept = _confirmed(_kept([*found, *more], body))
    if not _has(kept, NameKind.BRAND):
        # Section 1 of a European label is its name, even where nothing else bears it.
        headed = (n for n in found if n.place == "product_name" and n.kind is NameKind.BRAND)
        kept += [n for n in headed if is_plausible(n.name) and not is_known(n.name)][:1]
    if not _has(kept, NameKind.BRAND) and not stated:
        kept += _kept(marked(parsed.blocks), body)
    if not _has(kept, NameKind.BRAND) and layout in _WITHOUT_PRODUCT_LINE:
        kept += _kept(repeated(parsed.blocks, body), body)
    if not kept and (brand := brand_most_used(body)):
        kept = [FoundName(brand.capitalize(), NameKind.BRAND, "most_used")]
    if not (stated and _has(kept, NameKind.GENERIC)):
        kept = _completed(kept, body)
    composed = () if stated else from_composition(sections, layout)
    kept += [*_with_suffix(kept, body), *_as_ester(kept, composed)]
    return tuple(_drug_names(kept if stated else _whole(kept), label_id))


# "50 mg of d-alpha-tocopherol, in the form of tocofersolan" has two names.
_IN_FORM_OF = r"\bin the form of (?:the )?"


def _stated(parsed: ParsedLabel) -> Iterator[FoundName]:
    """The names that a file states; a generic one with its form ("tiotropium inhalation spray")
    without it, where what is left is a known ingredient."""
    for name, kind in parsed.names:
        bare = clean(name) if kind == NameKind.GENERIC else ""
        yield FoundName(bare if bare and is_known(bare) else name, NameKind(kind), "stated")


def _has(kept: Sequence[FoundName], kind: NameKind) -> bool:
    return any(name.kind is kind for name in kept)


def _without_brands(found: Sequence[FoundName]) -> Iterator[FoundName]:
    """The names, a vaccine's without the brand that its line prints before it."""
    brands = [name.name.casefold() for name in found if name.kind is NameKind.BRAND]
    for name in found:
        said = name.name.casefold()
        ends = (len(each) for each in brands if said.startswith((f"{each} ", f"{each},")))
        rest = name.name[max(ends, default=0) :].strip(" ,")
        is_vaccine = name.kind is NameKind.GENERIC and is_biological(rest)
        yield replace(name, name=rest) if is_vaccine else name


def _kept(found: Iterable[FoundName], body: str) -> list[FoundName]:
    """Plausible names that the label uses, surest first, each once."""
    best: dict[tuple[NameKind, str], FoundName] = {}
    for name in found:
        if not is_plausible(name.name):
            continue
        key = name.kind, name.name.casefold()
        uses = min((body.count(part.casefold()) for part in parts_of(name.name)), default=0)
        # What the composition lists with its amount need not be said again.
        is_listed = name.place == "composition_row"
        if not name.is_certain and (uses < 2 - is_listed or is_abbreviation(name.name)):
            continue
        if key not in best or best[key].trust < name.trust:
            best[key] = name
    return sorted(best.values(), key=lambda n: -n.trust)


def _confirmed(kept: Sequence[FoundName]) -> list[FoundName]:
    """The names without generics that no table knows, where one that is known stands beside them:
    a remark in brackets, a place or a class is no ingredient."""
    known = [n for n in kept if n.kind is NameKind.GENERIC and is_known(n.name)]
    enough = max((n.trust for n in known), default=-math.inf) + weight("label", "margin")
    return [n for n in kept if n.kind is not NameKind.GENERIC or n in known or n.trust > enough]


def _whole(kept: Sequence[FoundName]) -> list[FoundName]:
    """The names without combinations of which only a part was read: a line that goes on below."""
    parts = {
        name: {_bare(part) for part in parts_of(name.name)}
        for name in kept
        if name.kind is NameKind.GENERIC
    }
    return [n for n in kept if not (n in parts and any(parts[n] < each for each in parts.values()))]


def _completed(kept: Sequence[FoundName], body: str) -> list[FoundName]:
    """The names with the ingredients of a known brand, as far as the label speaks of them; for a
    label that names none, with the one that it speaks of most."""
    generics = [n.name for n in kept if n.kind is NameKind.GENERIC]
    if any(is_biological(name) for name in generics):
        return list(kept)
    known = [without_salt(name).casefold() for name in generics if is_known(name)]
    for brand in (n.name for n in kept if n.kind is NameKind.BRAND):
        made_of = ingredients_of_brand(brand, body)
        if made_of and all(name in made_of for name in known):
            rest = [n for n in kept if n.kind is not NameKind.GENERIC]
            salts = [n for n in kept if n.kind is NameKind.GENERIC and made_of in n.name.casefold()]
            return [*(salts or [FoundName(made_of, NameKind.GENERIC, "brand_table")]), *rest]
        if made_of and re.search(rf"{_IN_FORM_OF}{re.escape(made_of)}\b", body):
            return [*kept, FoundName(made_of, NameKind.SYNONYM, "brand_table")]
    # An excerpt may never say what its brand is made of.
    for each in () if generics else kept:
        if ingredient := only_ingredient_of(each.name):
            return [*kept, FoundName(ingredient, NameKind.GENERIC, "brand_table")]
    # A known brand is of what the table says, whatever else the label speaks of.
    is_told = known or any(n.kind is NameKind.BRAND and is_brand(n.name) for n in kept)
    if not is_told and (name := most_used(body)):
        return [*kept, FoundName(name, NameKind.GENERIC, "most_used")]
    return list(kept)


def _with_suffix(kept: Sequence[FoundName], body: str) -> Iterator[FoundName]:
    """Biologicals with the four letters that the label puts behind their names, though its file
    states them without: "dostarlimab-gxly"."""
    for name in (each for each in kept if each.kind is NameKind.GENERIC):
        ends = re.findall(rf"\b{re.escape(name.name.casefold())}-([a-z]+)\b", body)
        for end, times in Counter(filter(is_biosimilar_suffix, ends)).most_common(1):
            if times >= _OFTEN:
                called = f"{_in_small_letters(name.name)}-{end}"
                yield replace(name, name=called, kind=NameKind.SYNONYM)


def _as_ester(kept: Sequence[FoundName], composed: Iterable[FoundName]) -> list[FoundName]:
    """The esters of its substances that a label says to contain: a product line may name
    paliperidone where it is the palmitate that is injected."""
    bare = {n.name.casefold() for n in kept if n.kind is NameKind.GENERIC}
    return [
        replace(name, kind=NameKind.SALT)
        for name in composed
        if not name_parts().esters.isdisjoint(name.name.casefold().split())
        and without_salt(name.name).casefold() in bare
    ]


def _drug_names(kept: Sequence[FoundName], label_id: str) -> list[DrugName]:
    """Every name the label may be asked for by, generics first. A brand that is also a generic's
    name (a generic maker's label) is a generic, whatever it is dissolved in: "Gentamicin Sulfate in
    Sodium Chloride"."""
    kinds = (NameKind.GENERIC, NameKind.SALT, NameKind.BRAND, NameKind.SYNONYM)
    named: dict[NameKind, dict[str, str]] = {kind: {} for kind in kinds}
    generics, salts, brands, _ = named.values()
    for name in kept:
        if name.kind not in (NameKind.GENERIC, NameKind.SALT):
            called = _without_ingredient(name.name, generics)
            named[name.kind].setdefault(called.casefold(), called)
            continue
        base = _each_once(without_salt(name.name))
        if base.casefold() != name.name.casefold():
            salts.setdefault(name.name.casefold(), name.name)
        if name.kind is NameKind.GENERIC:
            generics.setdefault(base.casefold(), _in_small_letters(base))
    spelt = {_bare(name) for name in (*generics.values(), *salts.values())}
    for key, brand in list(brands.items()):
        base, called = without_salt(brand), _IN_VEHICLE.sub("", brand)
        if not (generics or spelt) and base != brand:
            generics[base.casefold()] = _in_small_letters(base)
            spelt.add(_bare(base))
        if _bare(called) in spelt:
            del brands[key]
            if called.casefold() not in generics:
                salts.setdefault(called.casefold(), called)
    return [DrugName(name, kind, label_id) for kind in kinds for name in named[kind].values()]


def _without_ingredient(brand: str, generics: Iterable[str]) -> str:
    """A brand without the ingredient that a file prints behind it ("Mens Rogaine Minoxidil"); whole
    where no known brand of that ingredient stands before it ("Equate Ibuprofen")."""
    words = brand.split()
    for at in range(1, len(words)):
        ingredient = words[at].casefold()
        made = (products_called([plain_key(word)]) for word in words[:at])
        if ingredient in generics and any((ingredient,) in each for each in made):
            return " ".join(words[:at])
    return brand


def _bare(name: str) -> str:
    """The key of a name without salts, forms and numbers."""
    return lookup_keys(name)[-1]


def _each_once(name: str) -> str:
    """A combination with each ingredient once: two salts of one are one drug."""
    parts = parts_of(name)
    bare = list(dict.fromkeys(without_salt(part) for part in parts))
    return name if len(bare) == len(parts) else " and ".join(bare)


def _in_small_letters(generic: str) -> str:
    """A generic name as prose writes it: titles print it in capitals."""
    return generic.lower() if generic.split()[0].isupper() else generic
