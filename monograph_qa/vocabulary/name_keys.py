"""Look-up keys of drug names: the one spelling under which names are stored and asked for.

`name_key` is shared by whoever stores names and whoever reads questions; both must agree, so it
lives below both. `lookup_keys` adds the shorter forms that people say.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations
from typing import Literal

from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.rows import read_rows

_NOT_PART_OF_A_NAME = re.compile(r"[®™©℠]|\((?:r|tm)\)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’`](?:s\b|(?=\s|$))")
_INNER_APOSTROPHE = re.compile(r"(?<=\w)['’`](?=\w)")
_IN_BRACKETS = re.compile(r"\s*[\[(][^\[\]()]*[\])]|,.*$")
# adalimumab-adaz, epoetin alfa-epbx: behind at least four letters
_BIOLOGIC_SUFFIX = re.compile(r"(?<=[a-z]{4})-[a-z]{4}$", re.IGNORECASE)
_PREFIX, _PREFIX_AND_ANTIBODY = 3, 2  # letters; words
_MOST_TURNED = 3  # ingredients of a combination that are tried in every order
_COUNTS = ("mono", "di", "tri", "hemi", "sesqui")  # "diphosphate" is a salt as "phosphate" is
_LETTERS = re.compile(r"[a-z]{1,5}")
_NUMBER_OR_ATOM = re.compile(r"\d+m?|[a-z]+")  # of an isotope: "99mtc"
_ACID = re.compile(r"(?: [dl])? (?P<acid>\w+ic) acid\b")  # "ertugliflozin L-pyroglutamic acid"
_SEPARATOR = re.compile(r"(?<!\d)\.|\.(?!\d)|[^a-z0-9.]+")


@frozen
class NameParts:
    """Words inside names: connectors, salts and dosage forms, which do not tell drugs apart.

    `releases` are the short forms among these that are printed as part of a brand (XL, ER).
    `esters` are salts that another product is of, and not only another salt (estradiol valerate).
    `steroids` are endings of names whose salts all are such esters (WHO stems).
    `variants` do: after a brand they name another product (Claritin-D, Tylenol PM). `suffixes` do
    not: who leaves them out means the same (Engerix-B). `prefixes` tell biological substances apart
    (ado-trastuzumab); `origins` do where two differ (human and salmon calcitonin). `extensions`
    make any name a longer one's (Zocor Forte). `radicals` are no name without the salt behind them
    (dimethyl fumarate); `strengths` say how strong the very drug is (Bactrim DS). `biosimilars` are
    the four letters of those that are known (FDA, Purple Book); `isotopes` the radioactive atoms
    that names bear ("18f"). `full` maps a short spelling to the full one (hcl -> hydrochloride).
    """

    full: Mapping[str, str]
    connectors: frozenset[str]
    salts: frozenset[str]
    forms: frozenset[str]
    releases: frozenset[str]
    variants: frozenset[str]
    suffixes: frozenset[str]
    prefixes: frozenset[str]
    radicals: frozenset[str]
    strengths: frozenset[str]
    esters: frozenset[str]
    steroids: frozenset[str]
    extensions: frozenset[str]
    origins: frozenset[str]
    biosimilars: frozenset[str]
    isotopes: frozenset[str]


@cache
def name_parts() -> NameParts:
    """The rows of `drug_name_parts.csv`, read once."""
    rows = read_rows("drug_name_parts")
    found: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        found[row["part"]].add(row["word"])
    found["salt"] |= {f"{count}{salt}" for count in _COUNTS for salt in found["salt"]}
    found["salt"] |= found["ester"]
    found["form"] |= {f"{word}s" for word in found["form"]} | found["release"]
    order = (
        *("connector", "salt", "form", "release", "variant", "suffix"),
        *("prefix", "radical", "strength", "ester", "steroid", "extension", "origin", "biosimilar"),
        "isotope",
    )
    full = {row["word"]: row["full"] for row in rows if row["full"]}
    return NameParts(full, *(frozenset(found[part]) for part in order))


def without_accents(text: str, form: Literal["NFD", "NFKD"] = "NFKD") -> str:
    """`text` decomposed, without the marks that combine with letters."""
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize(form, text) if not unicodedata.combining(c))


def plain_key(text: str) -> str:
    """`text` in lower case ASCII letters, digits and single spaces; no possessive, no ® or ™.

    A point stays only inside a number (0.5).
    """
    if text.isascii() and text.islower() and text.replace(" ", "").isalnum():
        return " ".join(text.split())  # as nearly all of the vocabulary is written
    bare = _NOT_PART_OF_A_NAME.sub("", text)
    bare = _INNER_APOSTROPHE.sub("", _POSSESSIVE.sub("", bare))
    folded = without_accents(bare).casefold()
    return " ".join(_SEPARATOR.sub(" ", folded).split())


def name_key(text: str) -> str:
    """The look-up key of a name: `plain_key` without connectors, short salt spellings made full.

    "Amlodipine and Atorvastatin", "amlodipine/atorvastatin" and "amlodipine-atorvastatin" share
    one key; so do "metformin HCl" and "Metformin Hydrochloride". A name made of connectors alone
    keeps them.
    """
    parts = name_parts()
    words = plain_key(text).split()
    kept = [parts.full.get(word, word) for word in words if word not in parts.connectors]
    return " ".join(kept or words)


def lookup_keys(name: str) -> tuple[str, ...]:
    """Every key under which `name` should be found, its own first, then shorter ones.

    Dropped in turn: dosage-form words ("metformin hydrochloride extended-release tablets"), salts
    ("metformin hydrochloride"), a trailing number ("Prevnar 13"), an isotope ("fludeoxyglucose F
    18"), what stands in brackets or after a comma ("Rotavirus Vaccine, Live") where two words are
    left; of a conjugate what tells its substance from others ("fam-trastuzumab deruxtecan-nxki"). A
    key is never empty, and never only a salt, a form or a number.
    """
    parts = name_parts()
    words = name_key(name).split()
    no_form = [word for word in words if word not in parts.forms]
    no_acid = _ACID.sub(lambda of: "" if of["acid"] in parts.salts else of[0], " ".join(no_form))
    no_salt = without_salts(no_acid.split())
    bare = name_key(_IN_BRACKETS.sub("", name)).split()
    keys = [words, _without_number(words), bare if len(bare) > 1 else [], _as_initials(words)]
    keys += [no_form, no_salt, _without_number(no_salt), *_conjugate(name, words)]
    keys += [_without_isotope(no_salt)]
    empty = parts.salts | parts.forms
    useful = [
        " ".join(key)
        for key in keys
        if any(len(word) > 1 and not word.isdigit() and word not in empty for word in key)
    ]
    return tuple(dict.fromkeys(u for u in useful if u not in parts.radicals)) or (" ".join(words),)


def without_salts(words: Sequence[str]) -> list[str]:
    """The words of a key without the salts behind the first: "sodium oxybate" keeps "sodium"."""
    return [*words[:1], *(word for word in words[1:] if word not in name_parts().salts)]


def _without_isotope(words: Sequence[str]) -> list[str]:
    return _isotope().sub("", " ".join(words)).split()


def isotopes_in(name: str) -> frozenset[str]:
    """The isotopes that a name bears, each as "18f", however it is written."""
    said = (match[0] for match in _isotope().finditer(plain_key(name)))
    return frozenset("".join(sorted(_NUMBER_OR_ATOM.findall(each))) for each in said)


@cache
def _isotope() -> re.Pattern[str]:
    """ "18f", "18 f" or "f 18"."""
    said = (_NUMBER_OR_ATOM.findall(each) for each in sorted(name_parts().isotopes))
    forms = (rf"{number} ?{atom}|{atom} ?{number}" for number, atom in said)
    return re.compile(rf"\b(?:{'|'.join(forms)})\b")


def _conjugate(name: str, words: Sequence[str]) -> list[list[str]]:
    """The words of a conjugate without suffix, and without its prefix as well: the other half of
    its name still tells it apart. `words` are those of its key; most names begin otherwise."""
    if not any(len(w) == _PREFIX and w in name_parts().prefixes for w in words[:1]):
        return []
    bare = name_key(without_biosimilar_suffix(name)).split()
    return [bare, bare[1:]] if len(bare) > _PREFIX_AND_ANTIBODY else []


def ingredient_keys(ingredients: Sequence[str]) -> tuple[str, ...]:
    """Keys under which a label of exactly these ingredients may be held, in whatever order.

    Salts do not count, and neither does the suffix of a biosimilar (adalimumab-adaz).
    """
    plain = plain_ingredients(ingredients)
    if len(plain) == 1:
        whole = [key for each in ingredients for key in lookup_keys(each)]
        return tuple(dict.fromkeys([*whole, *plain]))
    orders = permutations(plain) if len(plain) <= _MOST_TURNED else iter([plain])
    return tuple(" ".join(order) for order in orders)


def plain_ingredients(ingredients: Sequence[str]) -> tuple[str, ...]:
    """The keys of ingredients without salts and suffixes, each once: two salts are one drug."""
    keys = (lookup_keys(without_biosimilar_suffix(each))[-1] for each in ingredients)
    return tuple(dict.fromkeys(keys))


def without_biosimilar_suffix(name: str) -> str:
    """ "adalimumab-adaz" -> "adalimumab"; the name itself where it bears no such suffix."""
    return _BIOLOGIC_SUFFIX.sub("", name)


def _as_initials(words: list[str]) -> list[str]:
    """The words with single letters in a row written as one: "M-M-R II" is asked for as "MMR"."""
    found: list[str] = []
    for word in words:
        if found and len(word) == 1 and word.isalpha() and _LETTERS.fullmatch(found[-1]):
            found[-1] += word
        else:
            found.append(word)
    is_short = len(found) < len(words) and len(found[0]) > len(words[0]) + 1
    return found[:1] if is_short else []


def _without_number(words: list[str]) -> list[str]:
    return words[:-1] if len(words) > 1 and words[-1].isdigit() else words
