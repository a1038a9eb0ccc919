"""What is said for a whole name: a word of a brand or its device, a beginning that several drugs
share. `brand_devices` and `ambiguous_names` say which."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

from monograph_qa.domain.intent import NameHit
from monograph_qa.domain.label import NameKind
from monograph_qa.names.elsewhere import UnheldDrug
from monograph_qa.names.namebook import NameBook
from monograph_qa.names.words import all_names, drug_words, is_drug_word, is_plain
from monograph_qa.vocabulary.name_keys import name_key, name_parts, plain_ingredients, plain_key
from monograph_qa.vocabulary.products import ingredients_of, product_words
from monograph_qa.vocabulary.rows import read_rows, split_list
from monograph_qa.vocabulary.tokens import Token

_LEAST = 4  # letters of a brand's word that may stand for the brand
_MOST_OFFERED = 3


@cache
def _ambiguous() -> Mapping[str, tuple[str, ...]]:
    return {row["said"]: split_list(row["names"]) for row in read_rows("ambiguous_names")}


@cache
def _brands_by_device() -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for row in read_rows("brand_devices"):
        found[row["device"]].append(row["brand"])
    return found


def is_ambiguous(key: str) -> bool:
    """Whether a word is a short form of several drugs, whichever of them are held: "levo"."""
    return key in _ambiguous()


def held_of_ambiguous(key: str, names: NameBook) -> tuple[NameHit, ...]:
    """The held names that such a word may mean."""
    meant = [other for name in _ambiguous()[key] for other in all_names(name_key(name))]
    found = names.find(list(dict.fromkeys(meant)))
    hits = (hit for held in found.values() for hit in held if hit.kind != NameKind.BRAND)
    longest_first = sorted(hits, key=lambda hit: -len(hit.name))
    labels = {hit.label_ids: hit for hit in longest_first}  # one name is enough of one drug
    return tuple(labels.values())[:_MOST_OFFERED]


def begins_several(key: str, name: str) -> bool:
    """Whether a word is only the beginning of a name, and other drugs in common use begin so too:
    "metho" of methotrexate."""
    held = plain_key(name)
    if is_ambiguous(key):
        return True
    if key == held or not held.startswith(key):
        return False
    own = set(plain_ingredients(ingredients_of(held.split())))
    begun = (word for word in drug_words() if word.startswith(key))
    made = (plain_ingredients(ingredients_of([word])) for word in begun)
    return any(each and own.isdisjoint(each) for each in made)


def is_device_of(word: str, brand: str) -> bool:
    """Whether a word names what a brand is given with: "SureClick" of Enbrel."""
    return brand_before_device(plain_key(brand)) in _brands_by_device().get(word, ())


def brand_before_device(brand: str) -> str:
    """A brand's key without a device at its end: "spiriva" of "spiriva respimat"."""
    first, _, last = brand.rpartition(" ")
    return first if first and last in product_words("device") else brand


def find_brand_word(question: str, tokens: Sequence[Token], names: NameBook) -> UnheldDrug | None:
    """The first word that can only stand for a held brand: the name of its device, or a word that
    it alone bears ("Qlex"). None where the word belongs to another name beside it."""
    for at, token in enumerate(tokens):
        hits = _brands_with(token.key, names)
        if hits and not _goes_with_another(question, tokens, at):
            return UnheldDrug(token.text, token.start, token.stop, hits, True)
    return None


def _brands_with(word: str, names: NameBook) -> tuple[NameHit, ...]:
    devices = product_words("device")
    is_free = len(word) >= _LEAST and not (is_plain(word) or is_drug_word(word))
    if word not in devices and (not is_free or word in name_parts().variants):
        return ()
    hits = [hit for hit in names.with_word(word) if _bears(hit, word)]
    if brands := _brands_by_device().get(word):
        found = names.find([name for each in brands for name in (each, f"{each} {word}")])
        hits += [hit for held in found.values() for hit in held if hit.kind == NameKind.BRAND]
    labels = {hit.label_ids: hit for hit in hits}
    return tuple(labels.values())[:_MOST_OFFERED]


def _bears(hit: NameHit, word: str) -> bool:
    return hit.kind == NameKind.BRAND and word in plain_key(hit.name).split()[1:]


def _goes_with_another(question: str, tokens: Sequence[Token], at: int) -> bool:
    """Whether a word right before it may be the brand that it goes with: "Zelfor Respimat"."""
    if not at:
        return False
    before = tokens[at - 1]
    is_beside = question[before.stop : tokens[at].start].isspace()
    return is_beside and before.key.isalpha() and not is_plain(before.key)
