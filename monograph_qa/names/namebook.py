"""The names that a question may use, as this room asks for them."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Protocol

from monograph_qa.domain.intent import DrugMention, KnownName, NameHit
from monograph_qa.domain.label import DrugName, NameKind
from monograph_qa.frozen import frozen
from monograph_qa.names.words import is_plain, maker_words
from monograph_qa.vocabulary.name_keys import name_key, name_parts, plain_key
from monograph_qa.vocabulary.tokens import Token


class NameBook(Protocol):
    """Look-up of drug names by key (see `vocabulary.name_keys`); implemented by the store. Nothing
    here loads all names: a library may bear a hundred thousand."""

    def find(self, keys: Sequence[str]) -> Mapping[str, tuple[NameHit, ...]]:
        """The names under each of these exact keys; keys without a name are left out."""

    def near(self, key: str) -> Sequence[NameHit]:
        """Names that may be close to `key` in spelling, in any order; may be generous. A name
        within two edits of `key`, or one that begins with it, should be among them."""

    def with_word(self, word: str) -> Sequence[NameHit]:
        """The names that hold this word of a key, wherever it stands in them."""

    def known_elsewhere(self, keys: Sequence[str]) -> Mapping[str, tuple[KnownName, ...]]:
        """What imported tables list under each of these exact keys; nothing without a table."""

    def keys_near_elsewhere(self, key: str, edits: int) -> Sequence[str]:
        """Keys of imported tables that may be within `edits` of `key`; may be generous."""

    def makers(self, label_ids: Sequence[str]) -> Sequence[str]:
        """The makers of these labels, each once."""

    def unbranded(self, label_ids: Sequence[str]) -> tuple[str, ...]:
        """Those of these labels that bear no brand of their own (see `own_brands`)."""


@frozen
class Question:
    """What is asked, and the names that it may use. `pairing`: it sets two drugs side by side, so
    that "X and Y" are two where each is held; `together`: it asks how they go together, so that
    they are two anyhow."""

    text: str
    tokens: Sequence[Token]
    names: NameBook
    pairing: bool
    together: bool


def own_brands(names: Iterable[DrugName]) -> list[str]:
    """The brands of a label's names, but for those that are its ingredient with a maker's name:
    "Teva-Metformin" is any maker's metformin."""
    known = list(names)
    generic = {w for n in known if n.kind is not NameKind.BRAND for w in plain_key(n.name).split()}
    brands = (name.name for name in known if name.kind is NameKind.BRAND)
    return [brand for brand in brands if _is_own(plain_key(brand).split(), generic)]


def _is_own(brand: Sequence[str], generic: Set[str]) -> bool:
    parts = name_parts()
    telling = parts.prefixes | parts.variants | parts.extensions
    more = {word for word in brand if word not in generic}
    own = {word for word in more - maker_words() if word in telling or is_plain(word)}
    return len(more) == len(brand) or bool(own)


def hits_under(keys: Iterable[str], names: NameBook) -> list[NameHit]:
    """The names held under any of these exact keys, each once."""
    asked = list(dict.fromkeys(keys))
    found = names.find(asked) if asked else {}
    return list(dict.fromkeys(hit for held in found.values() for hit in held))


def labels_of(hits: Iterable[NameHit]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(label for hit in hits for label in hit.label_ids))


def mention_of(hits: Sequence[NameHit], text: str, start: int, stop: int) -> DrugMention:
    """The drug that text[start:stop] names: the first hit's, with the labels of all."""
    return DrugMention(hits[0].name, text[start:stop], labels_of(hits), start, stop)


def only_mention_of(
    hits: Sequence[NameHit], text: str, start: int, stop: int
) -> DrugMention | None:
    """The drug that text[start:stop] names, where all hits are of one name."""
    is_one = len({name_key(hit.name) for hit in hits}) == 1
    return mention_of(hits, text, start, stop) if is_one else None


def widened(mention: DrugMention, text: str, start: int, stop: int) -> DrugMention:
    """The mention with what stands beside it in text[start:stop]."""
    start, stop = min(start, mention.start), max(stop, mention.stop)
    return replace(mention, asked=text[start:stop], start=start, stop=stop)
