"""The library as the intent room and the gate need it: names to look up, spans to judge by."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from weakref import WeakKeyDictionary

from monograph_qa.domain.intent import KnownName, NameHit
from monograph_qa.domain.label import Label, NameKind
from monograph_qa.errors import NotFound
from monograph_qa.gate.stored import Stored, StoredSpan
from monograph_qa.names.elsewhere import held_with_same_ingredients
from monograph_qa.names.namebook import own_brands
from monograph_qa.store.names import MOST_NEAR, NameRow, most_alike
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.name_keys import lookup_keys, plain_key
from monograph_qa.vocabulary.rows import sorted_table

_LEAST_SIMILARITY = 0.75  # Jaro-Winkler; generous, for the intent room ranks what comes back


class HeldNames:
    """The names of the current labels, of imported tables and of common brands."""

    def __init__(self, reader: LibraryReader) -> None:
        self._reader = reader
        self._few = few_names(reader)

    def find(self, keys: Sequence[str]) -> Mapping[str, tuple[NameHit, ...]]:
        if self._few is not None:
            return self._few.find(keys)
        found: dict[str, tuple[NameHit, ...]] = {}
        rows = self._reader.names_by_keys(keys)
        for key in keys:
            hits = hits_of((name, kind, label) for held, name, kind, label in rows if held == key)
            if hits:
                found[key] = hits
        return found

    def near(self, key: str) -> Sequence[NameHit]:
        if self._few is not None:
            return self._few.near(key, _LEAST_SIMILARITY)
        return [
            NameHit(name, kind, tuple(label_ids))
            for name, kind, label_ids in self._reader.names_near(key, _LEAST_SIMILARITY)
        ]

    def with_word(self, word: str) -> Sequence[NameHit]:
        if self._few is not None:
            return self._few.with_word(word)
        return hits_of(self._reader.names_with_word(word))

    def known_elsewhere(self, keys: Sequence[str]) -> Mapping[str, tuple[KnownName, ...]]:
        listed = self._reader.known_names.by_keys(keys)
        shipped = {key: _shipped(key) for key in keys if key not in listed}
        return {**listed, **{key: each for key, each in shipped.items() if each}}

    def keys_near_elsewhere(self, key: str, edits: int) -> Sequence[str]:
        return self._reader.known_names.keys_near(key, edits)

    def is_maker(self, text: str) -> bool:
        """Whether the name of a maker of a label here begins with these words."""
        words = plain_key(text).split()
        makers = (plain_key(maker).split() for maker in self._reader.makers())
        return bool(words) and any(maker[: len(words)] == words for maker in makers)

    def makers(self, label_ids: Sequence[str]) -> Sequence[str]:
        makers = (self._reader.get_label(each).product.maker for each in label_ids)
        return list(dict.fromkeys(filter(None, makers)))

    def unbranded(self, label_ids: Sequence[str]) -> tuple[str, ...]:
        return tuple(each for each in label_ids if not own_brands(self._reader.names(each)))


def _shipped(key: str) -> tuple[KnownName, ...]:
    """The brand of that key that the shipped table lists."""
    return tuple(
        KnownName(brand, NameKind.BRAND, tuple(made_of.split(" + ")))
        for brand, made_of, _ in sorted_table("brands").rows(key)
    )


class HeldText:
    """What is stored of the labels in question (see `gate.StoredText`), read afresh."""

    def __init__(self, reader: LibraryReader, label_ids: Sequence[str]) -> None:
        self._reader = reader
        self._label_ids = label_ids

    def stored(self, fact_ids: Collection[str], image_ids: Collection[str]) -> Stored:
        wanted = set(fact_ids)
        found: dict[str, StoredSpan] = {}
        for label_id in self._label_ids:
            facts = self._reader.facts_among(label_id, wanted)
            homes = {fact.section_id for fact in facts}
            sections = {s.section_id: s for s in self._reader.sections_among(label_id, homes)}
            label = self._reader.get_label(label_id)
            for fact in facts:
                if fact.section_id in sections:
                    found[fact.fact_id] = StoredSpan(fact, sections[fact.section_id], label)
        for fact_id in wanted - found.keys():
            # Of another label, then: the gate must see it to say whose it is.
            stray = self._reader.find_fact(fact_id)
            section = self._reader.find_section(stray.section_id) if stray else None
            if stray and section:
                label = self._reader.get_label(stray.label_id)
                found[fact_id] = StoredSpan(stray, section, label)
        images = (self._reader.find_image(each) for each in sorted(set(image_ids)))
        return Stored(found, {image.image_id: image for image in images if image})


def look_up(name: str, reader: LibraryReader) -> tuple[list[KnownName], list[Label]]:
    """What imported tables say of a name, and the current labels of it or of its ingredients.
    Raises NotFound for a name that neither a label nor a table bears."""
    names = HeldNames(reader)
    keys = lookup_keys(name)[:1]
    known = [each for products in names.known_elsewhere(keys).values() for each in products]
    hits = [hit for held in names.find(keys).values() for hit in held]
    hits += held_with_same_ingredients(known, names)
    ids = dict.fromkeys(label_id for hit in hits for label_id in hit.label_ids)
    if not known and not ids:
        raise NotFound(f"no label and no imported table bears the name {name!r}")
    return known, [reader.get_label(label_id) for label_id in ids]


_START, _END = 2, 3  # letters of both ends, as in keys_alike.sql


class FewNames:
    """Look-ups over names that are all at hand; what they find is what the store would."""

    def __init__(self, rows: Sequence[NameRow]) -> None:
        self._by_key: dict[str, list[NameRow]] = defaultdict(list)
        self._by_end: dict[str, list[str]] = defaultdict(list)
        self._by_word: dict[str, list[NameRow]] = defaultdict(list)
        for row in sorted(rows, key=lambda each: (each[2], each[1], each[3])):
            self._by_key[row[0]].append(row)
            for word in dict.fromkeys(row[0].split()):
                self._by_word[word].append(row)
        for key in sorted(self._by_key):
            self._by_end[f"{key[:_START]}-"].append(key)
            self._by_end[f"-{key[-_END:]}"].append(key)

    def find(self, keys: Sequence[str]) -> Mapping[str, tuple[NameHit, ...]]:
        """The names under each of these keys, as `HeldNames.find`."""
        return {
            key: hits_of(row[1:] for row in self._by_key[key])
            for key in keys
            if key in self._by_key
        }

    def with_word(self, word: str) -> tuple[NameHit, ...]:
        """The names that hold a word, as `HeldNames.with_word`."""
        return hits_of(row[1:] for row in self._by_word.get(word, ()))

    def near(self, key: str, least: float) -> list[NameHit]:
        """The names near a key, as `HeldNames.near`."""
        sharing = dict.fromkeys(
            (
                *self._by_end.get(f"{key[:_START]}-", ()),
                *self._by_end.get(f"-{key[-_END:]}", ()),
            )
        )
        nearest = most_alike(sharing, key, least)[:MOST_NEAR]
        return [_plainest(self._by_key[each]) for each in nearest]


def hits_of(rows: Iterable[Sequence[str]]) -> tuple[NameHit, ...]:
    """One hit for each name of rows of (name, kind, label_id), with all of its labels."""
    labels: dict[tuple[str, str], list[str]] = {}
    for name, kind, label_id in rows:
        labels.setdefault((name, kind), []).append(label_id)
    return tuple(
        NameHit(name, kind, tuple(dict.fromkeys(ids))) for (name, kind), ids in labels.items()
    )


def few_names(reader: LibraryReader) -> FewNames | None:
    """The names of a reader's library, built once for what is published; None of a larger."""
    rows = reader.few_names()
    if rows is None:
        return None
    built = _BUILT.get(reader)
    if built is None or built[0] is not rows:
        built = _BUILT[reader] = (rows, FewNames(rows))
    return built[1]


def _plainest(rows: Sequence[NameRow]) -> NameHit:
    _, name, kind, *_ = min(rows, key=lambda row: (len(row[1]), row[1], row[2]))
    return NameHit(name, kind, tuple(sorted({row[3] for row in rows})))


_BUILT: "WeakKeyDictionary[LibraryReader, tuple[Sequence[NameRow], FewNames]]" = WeakKeyDictionary()
