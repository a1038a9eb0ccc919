"""Names that are less than the whole: an ingredient of a held combination, and a name cut short."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

from monograph_qa.domain.intent import DrugMention, NameHit
from monograph_qa.domain.label import NameKind
from monograph_qa.names.elsewhere import UnheldDrug, held_with_same_ingredients
from monograph_qa.names.ingredients import is_biological, is_everyday, parts_of
from monograph_qa.names.namebook import NameBook, Question, mention_of, only_mention_of
from monograph_qa.names.words import called_elsewhere, is_drug_word, is_plain
from monograph_qa.vocabulary.name_keys import (
    ingredient_keys,
    lookup_keys,
    name_key,
    name_parts,
    plain_key,
    without_biosimilar_suffix,
)
from monograph_qa.vocabulary.products import ingredients_of, product_words
from monograph_qa.vocabulary.question_words import words_with_role
from monograph_qa.vocabulary.tokens import token_before

_MAKER_AND_NAME = 2  # words: "Civica glargine"
_TELLING = 3  # letters of a last word that may stand for a whole name
_CLIPPED = 5  # letters
_BEGUN = re.compile(r"(?<![\w/-])[A-Za-z]{3,}(?:/[A-Za-z]{3,}){1,3}(?![\w/-])")


def keys_of_parts(name: str) -> frozenset[str]:
    """The look-up keys of the ingredients that a name lists; none for a name of one, of which it
    says more: "Rotavirus Vaccine, Live"."""
    parts = [part for part in parts_of(name) if _is_told(part)]
    bare = (without_biosimilar_suffix(part) for part in parts)
    keys = (key for name in (*parts, *bare) for key in lookup_keys(name))
    return frozenset(keys) if len(parts) > 1 else frozenset()


def _is_told(part: str) -> bool:
    """Whether a name is more than an everyday word: "iron" is one, "potassium citrate" a salt."""
    is_salt = len(part.split()) > 1 and bool(ingredients_of(plain_key(part).split()))
    return is_salt or is_biological(part) or not is_everyday(part)


def is_only_a_part(mention: DrugMention) -> bool:
    """Whether the question asks for one ingredient of the combination that the mention means."""
    return is_part_of(mention.asked, mention.name)


def is_part_of(asked: str, drug: str) -> bool:
    """Whether a name is that of one of the several ingredients of a drug."""
    is_whole = name_key(asked) == name_key(drug)
    return not is_whole and not keys_of_parts(drug).isdisjoint(_asked_keys(asked))


def _asked_keys(asked: str) -> frozenset[str]:
    """The keys of a name, and of what it is called elsewhere."""
    keys = lookup_keys(asked)
    return frozenset([keys[0], keys[-1], *called_elsewhere(keys[0])])


def with_combinations(
    question: Question, mentions: Sequence[DrugMention], drugs: Sequence[UnheldDrug]
) -> tuple[tuple[DrugMention, ...], tuple[UnheldDrug, ...]]:
    """The mentions and unheld drugs of a question, those that a held combination contains as
    mentions of it. An ingredient that is taken beside the very combination stays an unheld drug,
    for how they go together is asked; else it is asked of the combination ("prilocaine half-life
    after Oraqix"), or says one drug twice ("lispro (Humalog)")."""
    kept = [_with_word_before(question, each) or each for each in mentions]
    found: list[DrugMention] = []
    left: list[UnheldDrug] = []
    for drug in drugs:
        meant = _meant_by(question, drug)
        taken = {label for each in (*kept, *found) for label in each.label_ids}
        if meant is not None and taken.isdisjoint(meant.label_ids):
            found.append(meant)
        elif meant is None or (keys_of_parts(meant.name) and _is_beside(question, drug)):
            left.append(replace(drug, near=()) if meant else drug)
    named = {word for each in found for word in plain_key(each.name).split()}
    left = [drug for drug in left if plain_key(drug.asked) not in named]  # "insulin" of glargine
    return tuple(sorted([*kept, *found], key=lambda each: each.start)), tuple(left)


def _is_beside(question: Question, drug: UnheldDrug) -> bool:
    """Whether a drug is taken beside another, as a question has it that asks how two go together,
    or says so before the name."""
    before = token_before(question.tokens, drug.start)
    said = words_with_role("taking") | name_parts().connectors
    return question.together or question.pairing or (before is not None and before.key in said)


def begun_combinations(question: str, names: NameBook) -> tuple[DrugMention, ...]:
    """The held combinations each of whose ingredients is only begun, or called in short, with a
    stroke between: "sof/vel", "ceftolozane/tazo"."""
    found = []
    for said in _BEGUN.finditer(question):
        begun = [plain_key(part) for part in said[0].split("/")]
        found.append(only_mention_of(_made_of(begun, names), question, *said.span()))
    return tuple(filter(None, found))


def _listed(question: Question, drug: UnheldDrug) -> DrugMention | None:
    """The held combination whose ingredients a name lists without more between them, in any order:
    "formoterol budesonide glycopyrronium"."""
    words = plain_key(drug.asked).split()
    hits = _made_of(words, question.names) if len(words) > 1 else []
    return only_mention_of(hits, question.text, drug.start, drug.stop)


def _made_of(begun: Sequence[str], names: NameBook) -> list[NameHit]:
    """The held combinations of just the ingredients whose names begin so."""
    hits = (hit for part in begun for hit in (*names.near(part), *names.with_word(part)))
    return [
        hit
        for hit in hits
        if hit.kind != NameKind.BRAND and _begin_the_parts(begun, parts_of(hit.name))
    ]


def _begin_the_parts(begun: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether there is an ingredient for each beginning of it or of a word of it ("degludec/aspart"
    of two insulins), in any order, and none is left."""
    if len(begun) != len(parts):
        return False
    keys = [{plain_key(part), *map(plain_key, ingredient_keys([part]))} for part in parts]
    keys = [own.union(*(key.split()[1:] for key in own)) for own in keys]
    return any(
        all(
            any(key.startswith((each, *called_elsewhere(each))) for key in own)
            for each, own in zip(begun, order, strict=True)
        )
        for order in permutations(keys)
    )


def _with_word_before(question: Question, drug: DrugMention | UnheldDrug) -> DrugMention | None:
    """The combination with the ingredient that the word right before it makes of a drug: ethinyl
    estradiol is not estradiol. None where that is an everyday word, or none is held."""
    before = token_before(question.tokens, drug.start)
    if before is None or is_plain(before.key):
        return None
    if not question.text[before.stop : drug.start].isspace():
        return None
    return _combination(question, before.start, drug.stop)


def _meant_by(question: Question, drug: UnheldDrug) -> DrugMention | None:
    """What the library holds in place of a name that it does not: the whole name that this is a
    part or the beginning of, or a combination with this drug in it."""
    if not drug.sure or drug.is_misspelt:
        return None
    return (
        _said_in_full(question, drug)
        or _listed(question, drug)
        or _with_word_before(question, drug)
        or _shortened(question, drug)
        or _clipped(question, drug)
        or _combination(question, drug.start, drug.stop)
    )


def _said_in_full(question: Question, drug: UnheldDrug) -> DrugMention | None:
    """The one held brand that begins so and of which every word is said: "Twinrix for an adult";
    the parts of a mixed insulin say as much as its name with "mix" between them."""
    said = {*(token.key for token in question.tokens), *product_words("formulation")}
    child = product_words("child").keys()
    said |= child if said & child else set()  # "Twinrix Paed"
    hits = [hit for hit in drug.near if said.issuperset(plain_key(hit.name).split())]
    return only_mention_of(hits, question.text, drug.start, drug.stop)


def _shortened(question: Question, drug: UnheldDrug) -> DrugMention | None:
    """The one substance whose name ends with what is asked for: "glargine" is insulin glargine,
    which no one calls insulin."""
    asked = plain_key(without_biosimilar_suffix(drug.asked)).split()
    if not asked or len(asked) > _MAKER_AND_NAME or asked[-1] in name_parts().salts:
        return None
    if len(asked[-1]) < _TELLING:  # the B of Heplisav-B is not that of amphotericin B
        return None
    if any(map(is_drug_word, asked[:-1])):  # "folic acid" is not short for folinic acid
        return None
    hits = [hit for hit in question.names.with_word(asked[-1]) if _ends_with(hit, asked[-1])]
    return only_mention_of(hits, question.text, drug.start, drug.stop)


def _clipped(question: Question, drug: UnheldDrug) -> DrugMention | None:
    """The held ingredient of a brand that is called by the beginning of that ingredient's name:
    who asks for "cipro ER" says ciprofloxacin in short, whoever makes it. A release stays outside
    the name, to choose by."""
    made_of = {key for product in drug.known for key in ingredient_keys(product.ingredients)}
    asked, *releases = plain_key(drug.asked).split()
    is_clipped = len(asked) >= _CLIPPED and all(key.startswith(asked) for key in made_of)
    if not is_clipped or not name_parts().releases.issuperset(releases):
        return None
    hits = held_with_same_ingredients(drug.known, question.names)
    return mention_of(hits, question.text, drug.start, drug.start + len(asked)) if hits else None


def _ends_with(hit: NameHit, word: str) -> bool:
    """Whether a hit is of one substance, whose name ends with the word."""
    words = plain_key(without_biosimilar_suffix(hit.name)).split()
    is_one = not keys_of_parts(hit.name)
    return hit.kind != NameKind.BRAND and is_one and len(words) > 1 and words[-1] == word


def _combination(question: Question, start: int, stop: int) -> DrugMention | None:
    """The combinations held with the ingredient that the question names from `start` to `stop`, by
    its own name or by one of another country."""
    asked = _asked_keys(question.text[start:stop])
    hits = [
        hit
        for word in dict.fromkeys(each.split()[0] for each in sorted(asked, key=len))
        for hit in question.names.with_word(word)
        if hit.kind != NameKind.BRAND and not keys_of_parts(hit.name).isdisjoint(asked)
    ]
    return mention_of(hits, question.text, start, stop) if hits else None
