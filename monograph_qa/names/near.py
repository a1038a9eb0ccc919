"""Held names that a misspelt word may mean: offered to the asker, never used by themselves."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import permutations

from monograph_qa.domain.intent import KnownName, NameHit
from monograph_qa.domain.label import NameKind
from monograph_qa.frozen import frozen
from monograph_qa.names.combinations import keys_of_parts
from monograph_qa.names.ingredients import is_one_ingredient
from monograph_qa.names.namebook import NameBook, hits_under, labels_of
from monograph_qa.names.words import abbreviations, all_names, drug_words, is_biosimilar_suffix
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.name_keys import lookup_keys, name_key, name_parts, plain_ingredients
from monograph_qa.vocabulary.products import ingredients_of, other_names, product_words
from monograph_qa.vocabulary.rows import read_columns

_MOST_OFFERED = 3
_SHORT = 5  # below, every word is one slip from many others
_LONG = 8  # letters from which on two slips are believed
_LONG_ELSEWHERE = 10  # likewise: the world has many more names than a library
_CLIPPED = 5  # letters of a name that is broken off: "cipro", "metfo"
_CLIPPED_SHORT, _OF_A_LONG = 4, 10  # letters of one of a long name: "toci"
_FAR = 9  # edits: no slip
_VOWEL = re.compile(r"[aeiou]")
_DOUBLED = re.compile(r"(.)\1+")
_BEGINNING = 2  # letters
_BEGUN_ALIKE = (
    *permutations("iy"),
    *permutations("cks", 2),
    *permutations("szx", 2),
    *permutations("gj"),
)
_LONGEST_VARIANT = 4  # a space and up to three letters: Engerix B, Diovan HCT
_TABLES = ("drug_classes", "ingredient_names", "substances")


@frozen
class NearNames:
    """Held names at `distance` edits from a word; no nearer name is held."""

    hits: tuple[NameHit, ...]
    distance: int


def near_names(key: str, names: NameBook) -> NearNames:
    """The held names nearest to `key`, if near enough to be a slip of the keys. A word that is
    itself a drug's name in common use gets none: hydroxyzine is not a misspelt hydralazine. A
    longer name of the same beginning (Claritin-D for "claritin"), and one that was broken off
    ("cipro"), are offered as one edit away."""
    allowed = allowed_edits(key)
    is_right = key in drug_words()
    by_key: dict[str, list[NameHit]] = defaultdict(list)
    best = allowed or int(len(key) >= _CLIPPED_SHORT)
    for hit in (hit for spelt in _spelt_otherwise(key) for hit in names.near(spelt)):
        distance, held = min(
            (_distance(key, held, allowed, is_right=is_right), held)
            for held in lookup_keys(hit.name)
        )
        if distance < best:
            by_key.clear()
            best = distance
        if distance == best:
            by_key[held] = [*dict.fromkeys((*by_key[held], hit))]
    if best and is_one_ingredient(key):  # newer or rarer than the list of words
        by_key = {held: hits for held, hits in by_key.items() if is_kind_of(held, key)}
    offered = [_as_one(hits) for _, hits in sorted(by_key.items())]
    return NearNames(tuple(offered[:_MOST_OFFERED]), best if offered else allowed + 1)


def is_kind_of(held: str, key: str) -> bool:
    """Whether a held name is a substance's and a letter: of "penicillin" there are V and G."""
    return held.startswith(f"{key} ") and len(held) == len(f"{key} ") + 1


def near_pair(first: str, second: str, names: NameBook) -> NearNames:
    """The held names of two words each of which is near one of these: "abilfy maintenna"."""
    near = near_names(f"{first} {second}", names)

    def is_near(said: str, word: str) -> bool:
        allowed = allowed_edits(said)
        return said == word or edits_between(said, word, allowed) <= allowed

    spelt = ((hit, name_key(hit.name).split()) for hit in near.hits)
    pairs = ((hit, words) for hit, words in spelt if len(words) == 2)
    hits = (hit for hit, (one, two) in pairs if is_near(first, one) and is_near(second, two))
    return replace(near, hits=tuple(hits))


def _spelt_otherwise(key: str) -> Iterator[str]:
    """The key, and as its beginning and end are spelt alike: a name near it shares one of them."""
    yield key
    once = _DOUBLED.sub(r"\1", key)
    beginning, rest = once[:_BEGINNING], once[_BEGINNING:]
    for said, spelt in _BEGUN_ALIKE:
        if said in beginning:
            yield beginning.replace(said, spelt) + rest
    if once != key:
        yield once


def _as_one(hits: Sequence[NameHit]) -> NameHit:
    """Names that one key finds, as the shortest of them with the labels of all."""
    shortest = min(hits, key=lambda hit: (len(hit.name), hit.name))
    return replace(shortest, label_ids=labels_of(hits))


def allowed_edits(key: str, long: int = _LONG) -> int:
    """How many slips are believed of a word, of so many letters two."""
    return 0 if len(key) < _SHORT else 1 if len(key) < long else 2


def _distance(key: str, held: str, allowed: int, *, is_right: bool) -> int:
    # "cotrimoxazole" for "co trimoxazole": spelling, not a slip.
    if key == held.replace(" ", ""):
        return 0
    # "engerix" for "engerix b": no other product bears the name; "tocilizumab" for
    # "tocilizumab-aazg", where no other is held.
    if held.startswith(f"{key} ") and _may_be_left_out(held.removeprefix(f"{key} ")):
        return 0
    # "priva" of "priva atorvastatin" is its maker.
    if held.startswith(f"{key} ") and held.removeprefix(f"{key} ") in drug_words():
        return _FAR
    # "claritin" for "claritin d": likely, but it may be another product.
    if held.startswith(f"{key} ") and len(held) - len(key) <= _LONGEST_VARIANT:
        return 1
    least = _CLIPPED_SHORT if len(held) >= _OF_A_LONG else _CLIPPED
    if len(key) >= least and held.startswith(key):
        # "anoro" for "anoro ellipta"; but "lidocaine" may be more than "lidocaine patch".
        one, whole = (plain_ingredients(ingredients_of(each.split())) for each in (key, held))
        # And "brentuximab", which no product has alone, can only be its conjugate.
        return _FAR if is_right and " " in held and one and one != whole else 1
    *core, last = held.split()
    if core and (_may_be_left_out(last) or last in product_words("device")):
        held = " ".join(core)  # "enggerix", "trelegi"
    if len(key) >= _CLIPPED_SHORT and _sound(key) == _sound(held) and not is_right:
        return 1  # "yazz"
    if is_right or not allowed or (_sound(key)[0] != _sound(held)[0] and len(key) < _LONG):
        return _FAR
    return edits_between(key, held, allowed)


def _may_be_left_out(word: str) -> bool:
    """Whether who leaves the last word of a name out means the same."""
    meaning = find_meaning(word.upper())  # "Merrem IV"
    is_way = meaning in product_words("route")
    return is_way or word in name_parts().suffixes or is_biosimilar_suffix(word)


def edits_between(key: str, held: str, allowed: int) -> int:
    """Edits from one key to the other, more than `allowed` where there are more: an exchange of
    neighbours is one, so is one of vowels ("xeralto"), and all that sounds alike ("plavics")."""
    from rapidfuzz.distance import OSA  # only slips need it, and it takes long to import

    plain = int(OSA.distance(key, held, score_cutoff=allowed))
    if plain <= allowed or not allowed:
        return plain
    if sorted(key) == sorted(held) and _VOWEL.sub("", key) == _VOWEL.sub("", held):
        return 1
    return int(OSA.distance(_sound(key), _sound(held), score_cutoff=allowed - 1)) + 1


@lru_cache(maxsize=4096)
def _sound(key: str) -> str:
    """The key with one spelling for what is said alike, every letter once."""
    for spelt, said in read_columns("sounds", "spelt", "said"):
        key = re.sub(spelt, said, key)
    return key


def nearest_known(key: str, names: NameBook) -> tuple[tuple[KnownName, ...], int]:
    """Known products whose name `key` may misspell, and how many edits away they are."""
    edits = allowed_edits(key, _LONG_ELSEWHERE)
    best = edits + 1
    near: list[str] = []
    for held in names.keys_near_elsewhere(key, edits + 1) if edits else ():
        distance = edits_between(key, held, edits)
        if distance < best:
            near, best = [], distance
        if distance == best:
            near.append(held)
    if best > edits:
        return (), best
    found = names.known_elsewhere(sorted(near)[:_MOST_OFFERED])
    return tuple(product for products in found.values() for product in products), best


def near_ingredients(key: str, names: NameBook) -> NearNames:
    """The held names of the one ingredient that `key` misspells; none where it may be several."""
    edits = allowed_edits(key)
    words = _words_by_start().get(key[0], ())
    is_slip = edits and key not in words
    near = {word: edits_between(key, word, edits) for word in words} if is_slip else {}
    best = min(near.values(), default=edits + 1)
    meant = {frozenset(all_names(word)) for word in near if near[word] == best <= edits}
    if len(meant) != 1:
        return NearNames((), edits + 1)
    called = sorted(meant.pop())
    hits = hits_under(called, names) or [
        hit
        for name in called
        for hit in names.with_word(name.split()[0])
        if hit.kind != NameKind.BRAND and name in keys_of_parts(hit.name)
    ]
    return NearNames(tuple(hits), best if hits else edits + 1)


@cache
def _words_by_start() -> Mapping[str, Sequence[str]]:
    """All names of ingredients that are one word, by their first letter."""
    words = {*drug_words(), *abbreviations(), *other_names()}
    words.update(*(read_columns(table, "key") for table in _TABLES))
    found: dict[str, list[str]] = defaultdict(list)
    for word in sorted(word for word in words if word.isalpha()):
        found[word[0]].append(word)
    return found
