"""What single words can tell: plain word, drug word, drug-like ending, abbreviation.

All of it is vocabulary from `schemas/vocabulary/`, read once.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cache

from monograph_qa.frozen import frozen
from monograph_qa.resources import resource
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.name_keys import name_key, name_parts
from monograph_qa.vocabulary.products import names_of, other_names, us_name
from monograph_qa.vocabulary.question_words import cue_words, stop_words, topic_words
from monograph_qa.vocabulary.rows import read_columns, read_rows, split_list
from monograph_qa.vocabulary.stems import beginning_with, stem
from monograph_qa.vocabulary.tokens import Token, singular

_SHORTEST_CORRECTED = 5
_LONG = 8
_SEVERAL = 3  # words that a shortened one may stand for
_DOUBLED = re.compile(r"(.)\1+")
_SUFFIX = 4
GREEK_LETTERS = frozenset({"alfa", "beta", "gamma", "delta", "epsilon", "zeta", "theta", "omega"})
"""As second words of INNs they tell glycoproteins of one protein apart: epoetin alfa and beta."""


@frozen
class Abbreviation:
    """One row of `drug_abbreviations.csv`; `upper_only` ones are words or codes in lower case."""

    name: str
    upper_only: bool


@cache
def plain_words() -> Set[str]:
    """Everyday and clinical words in base form: what is certainly no drug's name."""
    shipped = resource("schemas/vocabulary/plain_words.csv").read_text(encoding="utf-8")
    words = set(shipped.partition("\n")[2].split())
    parts = name_parts()
    words.update(cue_words() - drug_words(), stop_words(), parts.salts, parts.forms)
    return words


@cache
def drug_words() -> frozenset[str]:
    """Words that are drugs' names in common use, whether or not a library holds them."""
    return frozenset(read_columns("drug_words", "word"))


@cache
def _endings(of: str) -> tuple[str, ...]:
    return tuple(row["ending"] for row in read_rows("drug_stems") if row["means"] == of)


@cache
def abbreviations() -> Mapping[str, tuple[Abbreviation, ...]]:
    """Drug abbreviations and other national names, by look-up key."""
    found: dict[str, list[Abbreviation]] = defaultdict(list)
    for row in read_rows("drug_abbreviations"):
        key = name_key(row["abbreviation"])
        found[key].append(Abbreviation(name_key(row["name"]), row["letter_case"] == "upper"))
    for key, name in other_names().items():
        for said, meant in ((key, name), (name, key)):  # a label may bear either
            if not is_plain(said) and all(row.name != meant for row in found[said]):
                found[said].append(Abbreviation(meant, False))
    return {key: tuple(rows) for key, rows in found.items()}


@cache
def maker_words() -> frozenset[str]:
    """The first words of companies' names that stand for them."""
    return frozenset(read_columns("makers", "word"))


def called_elsewhere(key: str) -> tuple[str, ...]:
    """What a drug's short or national name stands for, as look-up keys; none for other words."""
    return tuple(row.name for row in abbreviations().get(key, ()))


def all_names(key: str) -> tuple[str, ...]:
    """All names, as look-up keys, of the ingredient that a key is a name of."""
    called = (key, *called_elsewhere(key))
    return tuple(dict.fromkeys(name for each in called for name in names_of(us_name(each))))


def is_plain(word: str) -> bool:
    """Whether a word (lower case) is everyday or clinical English, inflected or not."""
    plain = plain_words()
    if word in plain:
        return True
    # Two endings at most: "accordingly" -> "according" -> "accord".
    return any(
        base in plain or any(inner in plain for inner in _bases(base)) for base in _bases(word)
    )


def is_biosimilar_suffix(word: str) -> bool:
    """Whether a word may be the four letters without a meaning behind a biological substance's name
    (FDA, Nonproprietary Naming of Biological Products, 2017)."""
    is_known = is_plain(word) or word in abbreviations()
    return len(word) == _SUFFIX and word.isalpha() and not is_known


def is_drug_word(word: str) -> bool:
    """Whether a word (lower case) is, or ends like, a drug's name."""
    if word in drug_words() or singular(word) in drug_words():
        return True
    if is_plain(word):
        return False
    stem = singular(word)
    is_like_a_drug = stem.endswith(_endings("drug")) and not stem.endswith(_endings("plain"))
    return len(stem) >= 6 and is_like_a_drug


def ends_like_a_plain_word(word: str) -> bool:
    """Whether a word ends as diseases, operations, or English nouns and adjectives do."""
    return singular(word).endswith(_endings("plain")) or word.endswith(_endings("plain"))


def plain_near(word: str) -> tuple[str, int] | None:
    """The plain word that `word` most likely misspells, and how many edits apart; or None. Of words
    as near one that asks for something comes first: "mised" is "missed", and no miser. Only words
    with the same first letter and about the same length are considered."""
    near, asking = _nearest(word, plain_words), _nearest(word, topic_words)
    if (near or asking) and word in _clinical_words():  # tinea pedis is nothing of peds
        return None
    found = asking if asking and (near is None or asking[1] <= near[1]) else near
    # "Neuro" is short for what it begins, and no slip for another word.
    return None if found and found[1] and _is_short_for_several(word) else found


def _is_short_for_several(word: str) -> bool:
    return len(set(map(stem, beginning_with(_in_order(), word)))) >= _SEVERAL


@cache
def _in_order() -> list[str]:
    return sorted(plain_words())


@cache
def _clinical_words() -> frozenset[str]:
    """The words in the names of diseases and of their signs."""
    return frozenset(word for name in read_columns("conditions", "key") for word in name.split())


def drug_word_near(word: str) -> tuple[str, int] | None:
    """The drug word that `word` most likely misspells, as `plain_near` does for plain words."""
    return _nearest(word, drug_words)


def _nearest(word: str, words: Callable[[], Set[str]]) -> tuple[str, int] | None:
    if len(word) < _SHORTEST_CORRECTED:
        return None
    from rapidfuzz import process  # only slips need it, and it takes long to import
    from rapidfuzz.distance import OSA

    allowed = 2 if len(word) >= _LONG else 1
    best: tuple[str, int] | None = None
    for form in dict.fromkeys((word, singular(word))):
        lengths = range(len(form) - allowed, len(form) + allowed + 1)
        near = [each for length in lengths for each in _by_start(words).get((form[0], length), ())]
        # A letter typed once for twice is the commonest slip: "mised" is "missed", not "mixed".
        once = _DOUBLED.sub(r"\1", form)
        doubled = [each for each in near if _DOUBLED.sub(r"\1", each) == once]
        hit = process.extractOne(form, doubled or near, scorer=OSA.distance, score_cutoff=allowed)
        if hit is not None and (best is None or hit[1] < best[1]):
            best = (hit[0], int(hit[1]))
    return best


@cache
def _by_start(words: Callable[[], Set[str]]) -> Mapping[tuple[str, int], Sequence[str]]:
    """Words by their first letter and their length."""
    found: dict[tuple[str, int], list[str]] = defaultdict(list)
    for word in sorted(words()):
        found[(word[0], len(word))].append(word)
    return found


@cache
def _inflections() -> list[tuple[str, list[str]]]:
    """Endings, and what may stand in the place of each in the base form of a word."""
    rows = read_columns("word_endings", "ending", "bases")
    return [(end, [base.strip("-") for base in split_list(bases)]) for end, bases in rows]


def _bases(word: str) -> Iterator[str]:
    for suffix, bases in _inflections():
        stem = word.removesuffix(suffix)
        if stem == word or len(stem) < 3:
            continue
        yield from (stem + base for base in bases)
        if suffix in ("ing", "ed", "er") and stem[-1] == stem[-2]:
            yield stem[:-1]


def find_long_form(token: Token) -> str | None:
    """What a word of a question stands for, plural or not; None for a word that is no shorthand."""
    meaning = find_meaning(token.text)
    if meaning is None and token.stem != token.key and token.text.endswith("s"):
        meaning = find_meaning(token.text[:-1])
    return meaning
