"""What a sentence of a label can be about: half-life, missed dose, storage ..."""

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Any

from monograph_qa.errors import NotFound
from monograph_qa.frozen import frozen
from monograph_qa.vocabulary import cues
from monograph_qa.vocabulary.cues import Cue
from monograph_qa.vocabulary.rows import read_columns, read_rows, split_list
from monograph_qa.vocabulary.sections import ancestors

OCR = "ocr"  # stands among a fact's attributes when its text was read from a scan; has no cues
IDENTITY = "identity"  # stands there when it prints what its label is of; has no cues either
_PRODUCT_GROUPS = ("product", "storage")


@frozen
class Attribute:
    """One kind of statement of labels; `section_keys` are where it usually stands, best first;
    `of_product` is the field of the label's product that it tells, if any, or `names`."""

    key: str
    name: str
    group: str
    section_keys: tuple[str, ...]
    description: str
    of_product: str


@cache
def attributes() -> tuple[Attribute, ...]:
    """Every attribute, in the order of the file."""
    rows: Iterable[dict[str, Any]] = read_rows("attributes")
    return tuple(Attribute(**{**r, "section_keys": split_list(r["section_keys"])}) for r in rows)


@cache
def of_product() -> dict[str, str]:
    """The attributes that tell what a label is of, and the field of its product that each tells."""
    return {each.key: each.of_product for each in attributes() if each.of_product}


def is_of_product(keys: Collection[str]) -> bool:
    """Whether all attributes are about the product and its storage, and none about patients."""
    return _of_products().issuperset(keys)


@cache
def _of_products() -> frozenset[str]:
    return frozenset(each.key for each in attributes() if each.group in _PRODUCT_GROUPS)


def known_attribute(key: str) -> str:
    """The key, if facts can bear it. Raises NotFound, naming those that are near."""
    known = {*(each.key for each in attributes()), OCR, IDENTITY}
    if key in known:
        return key
    from difflib import get_close_matches  # not for questions, which would wait for it

    near = get_close_matches(key, sorted(known), 3)
    hint = f"; near: {', '.join(near)}" if near else ""
    raise NotFound(f"no attribute is called {key!r}{hint}")


@frozen
class _PlacedCue:
    """A cue of the attribute at `place` in the file; it counts inside `sections` only, if any."""

    place: int
    cue: Cue
    sections: frozenset[str]


@frozen
class _Active:
    """The cues that count in one kind of section: by stem, always tried, and certain."""

    by_stem: dict[str, tuple[_PlacedCue, ...]]
    unindexed: tuple[_PlacedCue, ...]
    certain: tuple[int, ...]


def attributes_of(sentence: str, section_keys: Sequence[str] = ()) -> tuple[str, ...]:
    """The attributes that a sentence speaks about, in the order of the file.

    `section_keys` are the keys of the sentence's section and, where known, of those above it;
    without any, cues bound to a section do not count.
    """
    active = _active_in(tuple(section_keys))
    text = cues.plain(sentence)
    found = set(active.certain)
    stems = cues.stems_of(text)
    for placed in active.unindexed:
        if placed.place not in found and placed.cue.is_in(text, stems):
            found.add(placed.place)
    for stem in active.by_stem.keys() & stems:
        for placed in active.by_stem[stem]:
            if placed.place not in found and placed.cue.is_in(text, stems):
                found.add(placed.place)
    return tuple(attributes()[place].key for place in sorted(found))


@cache
def _active_in(section_keys: tuple[str, ...]) -> _Active:
    around = {above for key in section_keys for above in (key, *ancestors(key))}
    return _active(_bound() & around)


@cache
def _bound() -> frozenset[str]:
    """The sections that cues are bound to."""
    return frozenset[str]().union(*(placed.sections for placed in _cues()))


@cache
def _active(telling: frozenset[str]) -> _Active:
    """The cues that count in sections of these keys, to which some are bound."""
    counting = [c for c in _cues() if not c.sections or c.sections & telling]
    certain = {placed.place for placed in counting if placed.cue.written == "."}
    by_stem: dict[str, list[_PlacedCue]] = {}
    unindexed: list[_PlacedCue] = []
    for placed in (each for each in counting if each.place not in certain):
        if not placed.cue.stems:
            unindexed.append(placed)
        for stem in placed.cue.stems:
            by_stem.setdefault(stem, []).append(placed)
    indexed = {stem: tuple(found) for stem, found in by_stem.items()}
    return _Active(indexed, tuple(unindexed), tuple(sorted(certain)))


@cache
def _cues() -> tuple[_PlacedCue, ...]:
    places = {attribute.key: place for place, attribute in enumerate(attributes())}
    rows = read_columns("attribute_cues", "attribute", "type", "cue", "sections")
    return tuple(
        _PlacedCue(places[key], _read(kind, cue), frozenset(split_list(sections)))
        for key, kind, cue, sections in rows
    )


@cache
def _read(kind: str, written: str) -> Cue:
    return cues.read_phrase(written) if kind == "phrase" else cues.read_pattern(written)
