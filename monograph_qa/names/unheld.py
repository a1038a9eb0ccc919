"""Words of a question that must be drugs, though the library holds no such name.

A library answers "no label of X" only when X is surely a drug: a word that everyday and clinical
English do not have, and that is a drug's name elsewhere, ends like one, is close to a held name,
or stands where only a drug's name can stand.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from monograph_qa.domain.intent import DrugMention, KnownName
from monograph_qa.domain.label import NameKind
from monograph_qa.names.beside import Span
from monograph_qa.names.candidates import stands_like_a_drug
from monograph_qa.names.elsewhere import UnheldDrug
from monograph_qa.names.namebook import NameBook, Question, mention_of
from monograph_qa.names.near import (
    NearNames,
    near_ingredients,
    near_names,
    near_pair,
    nearest_known,
)
from monograph_qa.names.nicknames import held_of_ambiguous, is_ambiguous
from monograph_qa.names.whole import is_conjugate, is_extended
from monograph_qa.names.words import (
    GREEK_LETTERS,
    abbreviations,
    drug_word_near,
    drug_words,
    ends_like_a_plain_word,
    find_long_form,
    is_drug_word,
    is_plain,
    plain_near,
    plain_words,
)
from monograph_qa.vocabulary.name_keys import lookup_keys, name_parts, plain_key
from monograph_qa.vocabulary.products import ingredients_of, product_words
from monograph_qa.vocabulary.rows import read_columns, split_list
from monograph_qa.vocabulary.tokens import Token, token_after, token_before

_SHORTEST_NAME = 4
_UNIT_OR_CODE = re.compile(r"\d.*|[a-z]{1,4}\d+[a-z]?\d*|.*\d{3,}.*")
# "HeFH", "pJIA": of something else than a drug, whose short forms are known.
_INITIALS = re.compile(r"(?=[A-Z]*[a-z])(?=(?:[a-z]*[A-Z]){2})[A-Za-z]{3,6}")
_PROTEIN = re.compile(r"n?\d[a-z]?")  # behind a Greek letter: "2a", "n3"
_GLUED = re.compile(r"[\s\-/]*")
_LISTED = re.compile(r"\s*(?:[,&/+-]|and|or|,\s*(?:and|or))?\s*")


def find_unheld(
    question: Question, held: Sequence[Span], known: Sequence[UnheldDrug]
) -> tuple[tuple[UnheldDrug, ...], list[DrugMention], dict[int, str]]:
    """Drugs the library does not hold, held names that are only spaced otherwise, and the plain
    words that others misspell, by the places of these. `held` are the offsets of the names that the
    library holds, `known` the names that imported tables list besides."""
    text, tokens, names = question.text, question.tokens, question.names
    read = [*held, *((span.start, span.stop) for span in known)]
    open_at = [
        at
        for at, token in enumerate(tokens)
        if not any(start <= token.start < stop for start, stop in read)
        and (_may_be_a_name(token) or (not read and _stands_for_a_name(question, at)))
    ]
    drugs = list(known)
    same: list[DrugMention] = []
    corrected: dict[int, str] = {}
    for at in open_at:
        token = tokens[at]
        if token.key not in drug_words() and _names_a_class(token):
            continue  # "the azole"
        near = _nearest(at, tokens, names)
        if is_plain(token.key) and not is_drug_word(token.key) and len(near.hits) != 1:
            continue
        if near.distance == 0:
            same.append(mention_of(near.hits, text, token.start, token.stop))
            continue
        sure = is_drug_word(token.key) or token.key in abbreviations()
        products: tuple[KnownName, ...] = ()
        slips = 0
        if token.key not in drug_words() and token.key not in abbreviations():
            products, slips = nearest_known(token.key, names)
        if not sure:
            plain, drug = plain_near(token.key), drug_word_near(token.key)
            if plain is not None and is_drug_word(plain[0]):
                plain = None
            distances = [drug[1]] if drug else []
            distances += [near.distance] if near.hits else []
            distances += [slips] if products else []
            # A capital in mid-sentence says that the word is no slip for a plain one.
            is_capital = at > 0 and token.text[0].isupper() and not token.text.isupper()
            is_name = is_capital and not held and stands_like_a_drug(question, at, alone=False)
            is_slip = not distances or (plain is not None and plain[1] <= min(distances))
            if plain is not None and near.hits and plain[1] == near.distance:  # "dose of aloar"
                is_slip = not stands_like_a_drug(question, at, alone=not held)
            is_slip = is_slip and not _has_the_letters_of(token.key, near)
            if plain is not None and is_slip and not is_name:
                corrected[at] = plain[0]
                continue
            sure = bool(near.hits or drug)
        near, products = _nearer(near, products, slips)
        if not sure and (
            ends_like_a_plain_word(token.key)
            or _is_beside(text, token, held)  # a maker's name: "Lupin lisinopril"
            or not stands_like_a_drug(question, at, alone=not held)
        ):
            continue
        span, is_slip = (token.start, token.stop), bool(products)
        drugs.append(UnheldDrug(token.text, *span, near.hits, sure, products, is_slip))
    drugs.sort(key=lambda drug: drug.start)
    certain = [drug for drug in drugs if drug.sure]
    if certain:
        drugs = [d for d in drugs if d.sure or any(is_listed_with(text, d, c) for c in certain)]
    return _joined(question, drugs), same, corrected


def _has_the_letters_of(key: str, near: NearNames) -> bool:
    """Whether a word is a held name with its letters in another order: "dopletet" of Doptelet."""
    letters = sorted(key)
    return any(sorted(held) == letters for hit in near.hits for held in lookup_keys(hit.name))


def _names_a_class(token: Token) -> bool:
    return not _classes().isdisjoint((token.key, token.key.removesuffix("s")))


@cache
def _classes() -> frozenset[str]:
    """The words that name classes of drugs: "statin"."""
    cells = read_columns("drug_class_words", "words")
    return frozenset(word.removesuffix("*") for cell in cells for word in split_list(cell))


def _nearer(
    near: NearNames, products: tuple[KnownName, ...], slips: int
) -> tuple[NearNames, tuple[KnownName, ...]]:
    """Of held and known names the nearer ones; both where they are equally near."""
    if not products or (near.hits and near.distance < slips):
        return near, ()
    if near.hits and near.distance > slips:
        return NearNames((), slips), products
    held = {key for hit in near.hits for key in lookup_keys(hit.name)}
    return near, tuple(each for each in products if held.isdisjoint(lookup_keys(each.name)))


def _may_be_a_name(token: Token) -> bool:
    if (token.key in abbreviations() or is_ambiguous(token.key)) and not is_plain(token.key):
        return not token.key.isdigit()
    if find_long_form(token) is not None or token.key in product_words("child"):
        return False
    if _INITIALS.fullmatch(token.text) and not is_drug_word(token.key):
        return False
    return (
        len(token.key) >= _SHORTEST_NAME
        and not _UNIT_OR_CODE.fullmatch(token.key)
        and (not is_plain(token.key) or is_drug_word(token.key))
    )


def _stands_for_a_name(question: Question, at: int) -> bool:
    """Whether a word that no list has as it is, only its base ("crester", of crest), stands alone
    where a drug's name does."""
    word = question.tokens[at].key
    is_free = len(word) >= _SHORTEST_NAME and is_plain(word) and word not in plain_words()
    return is_free and stands_like_a_drug(question, at, alone=True)


def _nearest(at: int, tokens: Sequence[Token], names: NameBook) -> NearNames:
    """Names near the word, or near it joined with a neighbour ("level iracetam")."""
    token = tokens[at]
    if is_ambiguous(token.key) and (hits := held_of_ambiguous(token.key, names)):
        return NearNames(hits, 1)
    best = near_names(token.key, names)
    if best.hits:
        return best
    if is_drug_word(token.key):
        return near_ingredients(token.key, names)
    for left, right in pairwise(tokens[max(at - 1, 0) : at + 2]):
        glued = near_names(left.key + right.key, names)
        for near in (glued, near_pair(left.key, right.key, names)):
            if near.hits and near.distance:
                best = near
    return best if best.hits else near_ingredients(token.key, names)


def _joined(question: Question, drugs: Sequence[UnheldDrug]) -> tuple[UnheldDrug, ...]:
    """Neighbouring unheld words as one name: "insulin glargine", "zoledronic acid"."""
    text = question.text
    merged: list[UnheldDrug] = []
    for drug in drugs:
        last = merged[-1] if merged else drug
        is_bare = not (last.near or last.known or drug.near or drug.known)
        is_bare |= _narrows(drug, last)
        if merged and is_bare and _GLUED.fullmatch(text[last.stop : drug.start]):
            asked, sure = text[last.start : drug.stop], last.sure or drug.sure
            merged[-1] = UnheldDrug(asked, last.start, drug.stop, drug.near, sure)
        else:
            merged.append(drug)
    found: list[UnheldDrug] = []
    for drug in merged:
        before = token_before(question.tokens, drug.start)
        if before and drug.asked.casefold() in GREEK_LETTERS and not is_plain(before.key):
            drug = replace(drug, asked=text[before.start : drug.stop], start=before.start)
        drug = _with_device(question, _with_protein(question, _with_salt(question, drug)))
        if not found or drug.start >= found[-1].stop:  # the device may have been read by itself
            found.append(drug)
    return tuple(found)


def _narrows(drug: UnheldDrug, before: UnheldDrug) -> bool:
    """Whether a slip beside another is of the same label: "abilfy maintenna", "silodozin recordati"
    as a maker calls its silodosin."""
    near, wider = (
        {label for hit in each.near for label in hit.label_ids} for each in (drug, before)
    )
    return bool(near) and near <= wider


def _with_salt(question: Question, drug: UnheldDrug) -> UnheldDrug:
    text, tokens = question.text, question.tokens
    behind = token_after(tokens, drug.stop)
    if behind is None or text[drug.stop : behind.start].strip():
        return drug
    wider = replace(drug, asked=text[drug.start : behind.stop], stop=behind.stop)
    if ingredients_of(plain_key(wider.asked).split()):  # "penicillin G" is no penicillin V
        return replace(wider, near=())
    if is_extended(tokens, tokens.index(behind)):  # nor is "Lipitor Plus" what Lipitor is
        return replace(wider, known=(), is_misspelt=False)
    if is_conjugate(drug.asked, drug.stop, behind):  # "sacituzumab tirumotecan"
        return replace(wider, near=(), known=(), is_misspelt=False)
    return wider if behind.key == "acid" or behind.key in name_parts().salts else drug


def _with_protein(question: Question, drug: UnheldDrug) -> UnheldDrug:
    """A substance with the Greek letter, and the number, that tell which of several proteins it is:
    "peginterferon alfa-2a" is no slip for a held peginterferon beta-1a."""
    greek = token_after(question.tokens, drug.stop)
    said = _in_inn(greek.key) if greek else ""
    if greek is None or said not in GREEK_LETTERS:
        return drug
    number = token_after(question.tokens, greek.stop)
    last = number if number and _PROTEIN.fullmatch(number.key) else greek
    told = {said, _in_inn(last.key)}  # "interferon beta-1b" is no slip for beta-1a
    near = tuple(hit for hit in drug.near if told <= set(map(_in_inn, plain_key(hit.name).split())))
    return replace(drug, asked=question.text[drug.start : last.stop], stop=last.stop, near=near)


def _in_inn(word: str) -> str:
    """A Greek letter as international names spell it."""
    return "alfa" if word == "alpha" else word


def _with_device(question: Question, drug: UnheldDrug) -> UnheldDrug:
    """A brand with the name of the device behind it, which tells it from others of the brand."""
    behind = token_after(question.tokens, drug.stop)
    if behind is None or behind.key not in product_words("device"):
        return drug
    if question.text[drug.stop : behind.start].strip(" -"):
        return drug
    return replace(drug, asked=question.text[drug.start : behind.stop], stop=behind.stop)


def is_listed_with(question: str, one: DrugMention | UnheldDrug, other: UnheldDrug) -> bool:
    """Whether a drug and an unheld one stand side by side: "Eliquis and Zorbimax"."""
    left, right = sorted([(one.start, one.stop), (other.start, other.stop)])
    return bool(_LISTED.fullmatch(question[left[1] : right[0]]))


def is_sibling(drug: UnheldDrug, mentions: Sequence[DrugMention], names: NameBook) -> bool:
    """Whether a drug is another product of the brand of a held one, of which that label tells
    nothing: "had PCV13, when may she get Prevnar 20?"."""
    asked = plain_key(drug.asked)
    core = asked.partition(" ")[0]
    brands = [hit for hit in names.with_word(core) if hit.kind == NameKind.BRAND]
    keys = [plain_key(hit.name) for hit in brands]
    if is_plain(core) or any(key.startswith(asked) for key in keys):  # "Anoro" of Anoro Ellipta
        return False
    ids = {label for mention in mentions for label in mention.label_ids}
    return any(
        key.startswith(core) and not ids.isdisjoint(hit.label_ids)
        for key, hit in zip(keys, brands, strict=True)
    )


def _is_beside(question: str, token: Token, spans: Sequence[Span]) -> bool:
    """Whether nothing but a space is between the word and one of the spans."""
    return any(
        question[token.stop : start].isspace() or question[stop : token.start].isspace()
        for start, stop in spans
    )
