"""Products that share a name and are not the same drug: Claritin-D, Prevnar 20, a biosimilar, a
combination, a longer name."""

import re
from collections.abc import Container, Sequence
from functools import cache

from monograph_qa.domain.intent import DrugMention
from monograph_qa.names.beside import Span, other_formulation
from monograph_qa.names.candidates import has_unit, has_what_drugs_have
from monograph_qa.names.ingredients import parts_of
from monograph_qa.names.namebook import Question, labels_of, widened
from monograph_qa.names.words import (
    GREEK_LETTERS,
    abbreviations,
    drug_word_near,
    drug_words,
    find_long_form,
    is_biosimilar_suffix,
    is_drug_word,
    is_plain,
    maker_words,
    plain_near,
)
from monograph_qa.vocabulary.name_keys import isotopes_in, lookup_keys, name_parts, plain_key
from monograph_qa.vocabulary.products import (
    ingredients_of,
    is_combination,
    is_single,
    product_words,
    products_called,
    us_name,
)
from monograph_qa.vocabulary.question_words import (
    cue_words,
    stop_words,
    topic_words,
    words_with_role,
)
from monograph_qa.vocabulary.rows import read_columns, sorted_table, split_list
from monograph_qa.vocabulary.tokens import Token, token_after, token_before

_BIOLOGIC = 6  # letters at least of a name that takes a biosimilar's suffix
_PREFIX = 3  # letters before a biological substance: ado-trastuzumab emtansine
_ISOTOPE = 2  # words: "I 123"
_LETTER = re.compile("[A-Z]")
_TURN = re.compile(r"(?:[cdw]\d{1,2})+")  # of a treatment: "C1D8"
_SHORT = 3  # letters of what may stand for a disease
_AND = frozenset({"and", "plus", "&"})
_STROKE = "/"
_PLUS = "+"
_MARK = re.compile(r"\s*[/+\-‐-―]\s*")
_STUDY = re.compile(r"-\d|\s+(?:trial|stud(?:y|ies))\b", re.I)  # behind its name
_BESIDE = frozenset(["", " ", "-", " -", "- ", " - ", "_", "‑", "–"])
_HYPHENS = frozenset("-‑–")
_BESIDE_A_BRAND = ("device", "company", "form", "before", "way", "through", "route")


def another_product(
    question: Question, mention: DrugMention, held: Container[str], makers: Sequence[Span] = ()
) -> DrugMention | None:
    """The mention widened to the product really asked for, or None when it is the one held.

    A variant word right after the name ("Tylenol PM"), a formulation beside it ("liposomal"), a
    number or letter that the held name bears otherwise ("Prevnar 20" for Prevnar 13), what makes
    it a longer name ("Zocor Forte"), a biosimilar's four letters ("adalimumab-adaz"), what an
    antibody is joined to ("trastuzumab emtansine"), the rest of another substance's name ("insulin
    glargine"), another origin ("human calcitonin") or three letters in front ("ziv-aflibercept")
    make it another product; so does what a known product has beside it ("lidocaine/menthol"),
    unless the question asks how they go together or both are `held`, by their keys. `makers` of
    the held labels are no part of a name, where they stand.
    """
    text, tokens = question.text, question.tokens
    if other := _combination(question, mention, held) or _other_origin(question, mention):
        return other
    if other := _other_isotope(question, mention):
        return other
    prefixed = None
    if (start := _start_of_prefix(question, mention)) is not None:
        prefixed = mention = widened(mention, text, start, mention.stop)
    at = next((i for i, token in enumerate(tokens) if token.start >= mention.stop), len(tokens))
    is_beside = at < len(tokens) and text[mention.stop : tokens[at].start] in _BESIDE
    if is_beside and (end := _end_of_substance(question, at, mention)):
        return widened(mention, text, mention.start, end)
    if is_beside and _is_predicate(tokens, at, mention):
        return prefixed
    if (other := other_formulation(text, mention)) is not None:
        return other
    if not is_beside:
        return prefixed
    is_maker = any(start == tokens[at].start > mention.stop for start, _ in makers)
    if is_maker or tokens[at].key in maker_words():
        more = tokens[at + 1].key if at + 1 < len(tokens) else ""
        if more in name_parts().extensions:  # "atorvastatin Sandoz forte"
            at += 1
        elif is_maker:
            return prefixed
    follower = tokens[at]
    own = plain_key(mention.name).split()
    if not (
        (follower.key in name_parts().variants and follower.key not in own)  # "PM", "HCT"
        or _goes_on(question, at, mention)
        or _is_another_number(question, at, own)
        or _is_biosimilar(text, mention, follower, own)
        or (follower.key not in own and is_conjugate(mention.asked, mention.stop, follower))
    ):
        return prefixed
    if set(mention.label_ids) <= set(labels_of(question.names.with_word(follower.key))):
        return prefixed  # "salmeterol/fluticasone Seffalair", by both its names
    stop = follower.stop
    if text[stop : stop + 1] == "-":  # "protein-bound", "deruxtecan-nxki"
        stop = next((token.stop for token in tokens[at + 1 :]), stop)
    return widened(mention, text, mention.start, stop)


def _end_of_substance(question: Question, at: int, mention: DrugMention) -> int | None:
    """Where the name of a known substance ends that goes on with the words from `at` and is none of
    the held drug: "insulin glargine" of insulin, "iron sucrose"; None for no such name."""
    own = {key for each in _ingredients(mention.name) for key in lookup_keys(each)}
    for last in question.tokens[at : at + 2][::-1]:
        words = plain_key(question.text[mention.start : last.stop]).split()
        made = () if products_called(words) else ingredients_of(words)
        if len(made) == 1 and own.isdisjoint(lookup_keys(made[0])):
            return last.stop
    return None


def _is_predicate(tokens: Sequence[Token], at: int, mention: DrugMention) -> bool:
    """Whether a question asks just whether the drug is what follows: "is apixaban protein-bound?"
    names no other product."""
    before = [token for token in tokens if token.stop <= mention.start]
    is_asked = len(before) == 1 and before[0].key in words_with_role("opens_yes_no")
    return is_asked and len(tokens) - at <= 2


def _combination(
    question: Question, mention: DrugMention, held: Container[str]
) -> DrugMention | None:
    """The mention widened to the ingredient beside it, where a known product is made of both."""
    text, tokens = question.text, question.tokens
    opens = tokens[0].key in words_with_role("opens_yes_no")
    behind = [t for t in tokens if t.start >= mention.stop and t.key not in _AND]
    before = [t for t in tokens if t.stop <= mention.start and t.key not in _AND]
    for words in (behind[:1], behind[:2], before[-1:], before[-2:]):
        if not words or _is_said_again(tokens, words):
            continue
        (start, left), (right, stop) = sorted(
            [(mention.start, mention.stop), (words[0].start, words[-1].stop)]
        )
        gap = text[left:right]
        said = lookup_keys(" ".join(word.key for word in words))[-1]
        made = ingredients_of(said.split())
        is_short = len(made) == 1 and not products_called(said.split())  # "HCTZ", but no brand
        other = made[0] if is_short else said
        # "X and Y?" and "can I take X and Y?" ask how they go together.
        is_bare = all(start <= t.start and t.stop <= stop for t in tokens)
        is_held = said in held or other in held
        is_booster = other in words_with_role("booster")
        after = next((t.key for t in tokens if t.start >= stop), "")
        is_one = after in words_with_role("both_in_one")  # "X Y combination"
        is_asked = not after.isalpha() or after in words_with_role("after_name") | topic_words()
        apart = not is_one and (question.together or opens or is_bare)
        if not _joins(gap, other, is_held=is_held, together=apart):
            continue
        # Who writes "Perjeta/trastuzumab", "Plavix + ASA" or "clopidogrel + aspirin" takes both;
        # "Diovan/HCTZ" and "amoxicillin + clavulanate" are written for the product.
        is_apart = gap != gap.strip()
        is_added = gap.strip() == _PLUS and is_apart
        is_brand = bool(products_called(plain_key(mention.name).split()))
        if ((other == said or is_added) and is_brand) or (
            is_added and is_single(other) and not is_one
        ):
            continue
        own = _ingredients(mention.name)
        if made and set(made) <= set(own):  # "salbutamol/albuterol" says one drug twice
            continue
        # Of a held combination one part is named, which other products have with others.
        part = ingredients_of(plain_key(mention.asked).split())
        is_part = set(part) < set(own)
        own = part if part and is_part else own
        # A pack of three holds two of them, but who writes "X + Y" has no such pack.
        if (
            is_combination(
                [*own, other], is_whole=is_apart and not is_part, is_begun=gap == _STROKE
            )
            or len(ingredients_of(plain_key(text[start:stop]).split())) > 1  # "amox/clav"
            # Elsewhere there may be products that no table knows: "irbesartan/amlodipine dose", but
            # no "azithromycin/warfarin INR".
            # What only lifts the levels of another is no part of such a name: "fosamprenavir/rtv".
            or (gap == _STROKE and made and is_asked and not (apart or is_held or is_booster))
            or (gap == _STROKE and other in name_parts().variants)  # "irbesartan/HCT"
        ):
            return widened(mention, text, start, stop)
    return None


def _is_said_again(tokens: Sequence[Token], words: Sequence[Token]) -> bool:
    """Whether the other drug is named by itself as well: "X + aspirin vs aspirin alone" sets a drug
    taken with another against that other."""
    said = [word.key for word in words]
    keys = [token.key for token in tokens]
    return sum(keys[at : at + len(said)] == said for at in range(len(keys))) > 1


def _ingredients(name: str) -> tuple[str, ...]:
    """What a held drug is made of, by US names where tables know them."""
    return ingredients_of(plain_key(name).split()) or tuple(
        us_name(lookup_keys(part)[-1]) for part in parts_of(name)
    )


def _joins(gap: str, other: str, *, is_held: bool, together: bool) -> bool:
    """Whether two names with this between them may be of one product: always with a mark, and side
    by side where the other is none by itself ("amoxicillin clavulanate"); with nothing or "and"
    between them where both are not here and the question does not ask how they go together."""
    if _MARK.fullmatch(gap):
        return True
    is_drug = is_drug_word(other) or topic_words().isdisjoint(other.split())
    is_meant = is_drug and not together and not is_held
    if not gap.strip():
        return is_drug_word(other) and (is_meant or not is_single(other))
    return is_meant and gap.strip() in _AND


def _is_biosimilar(text: str, mention: DrugMention, follower: Token, own: Sequence[str]) -> bool:
    """Whether the four letters of a biosimilar stand behind a biological substance: any that mean
    nothing where a hyphen joins them, those of a known one where none does."""
    if len(mention.asked) < _BIOLOGIC or follower.key in own:
        return False
    if text[mention.stop : follower.start] in _HYPHENS:
        return is_biosimilar_suffix(follower.key)
    return follower.key in name_parts().biosimilars


def is_conjugate(asked: str, stop: int, follower: Token) -> bool:
    """Whether a word behind an antibody's name, which ends at `stop`, is the second word of another
    antibody's (INN: two words): a Greek letter, a code, or what is neither everyday English nor a
    drug by itself."""
    if not asked.casefold().endswith("mab"):
        return False
    is_code = follower.key.isalnum() and follower.text[:1].isupper() and not follower.key.isalpha()
    if is_code and follower.start == stop + 1 and not _TURN.fullmatch(follower.key):
        # "trastuzumab-DM1"
        return not follower.key[0].isdigit()
    return follower.key in GREEK_LETTERS or (
        follower.key.isalpha()
        and len(follower.key) >= _BIOLOGIC
        and not is_plain(follower.key)
        and not ingredients_of([follower.key])
    )


def _start_of_prefix(question: Question, mention: DrugMention) -> int | None:
    """Where the word begins that stands before a name and makes it another product's: a word that
    does so anywhere ("tbo filgrastim"), one that begins the name of another drug ("lev albuterol",
    "peg-interferon"), or three letters that a hyphen joins to the name of a substance; None for no
    such word."""
    before = token_before(question.tokens, mention.start)
    if before is None or before.key in plain_key(mention.name).split():
        return None
    gap = question.text[before.stop : mention.start]
    parts = name_parts()
    is_variant = before.key in parts.variants and len(before.key) > _PREFIX
    is_short = before.key.isalpha() and len(before.key) == _PREFIX and not is_plain(before.key)
    is_short &= before.key not in maker_words()  # "Apo-atorvastatin"
    joined = before.key + mention.asked.casefold().partition(" ")[0]
    is_begun = joined in drug_words() and before.key not in drug_words()
    is_prefix = (is_variant or is_begun or before.key in parts.prefixes) and gap in _BESIDE
    return before.start if is_prefix or (is_short and gap == "-") else None


def _is_another_number(question: Question, at: int, own: Sequence[str]) -> bool:
    """Whether a name that ends with a number or a letter is asked for with another: "Engerix-A"."""
    word, last, text = question.tokens[at], own[-1], question.text
    if text[word.start - 1] == "-" and _LETTER.fullmatch(word.text) and word.key not in own:
        return bool(products_called(own))  # "Quelicin-A"
    if len(own) < 2 or word.key == last:
        return False
    if word.key.isdigit() and last.isdigit():
        return not has_unit(question.tokens, at)
    is_letter = len(word.key) == len(last) == 1 and word.key.isalpha() and last.isalpha()
    if text[word.stop : word.stop + 1] == "-":  # "Humulin R U-500"
        return False
    return is_letter and (word.text.isupper() or text[word.start - 1] == "-")


def _goes_on(question: Question, at: int, mention: DrugMention) -> bool:
    """Whether the word behind a name makes it a longer one: "Zocor Forte", "Gravol Ginger". Any
    other word must stand out by its capital, or be no word at all and end the name, and be nothing
    that is asked of a brand; behind a substance it is a maker."""
    tokens = question.tokens
    word, own = tokens[at], plain_key(mention.name).split()
    behind = next((token.key for token in tokens[at + 1 :]), "")
    ends = behind in words_with_role("after_name")
    if word.key in own:
        return False
    if word.key in name_parts().extensions:
        return is_extended(tokens, at)
    is_substance = ingredients_of(own) and not products_called(own)
    if is_substance or len(word.key) <= _SHORT or not word.key.isalpha():
        return False
    if _may_be_asked_of_a_brand(word) or _is_of_a_study(question.text, word):
        return False
    first = next(i for i, token in enumerate(tokens) if token.stop > mention.start)
    ends |= not behind and has_what_drugs_have(tokens, first)
    is_word = is_plain(word.key) or bool(plain_near(word.key) or drug_word_near(word.key))
    # "Ucedane NAGS deficiency" goes on with what is no name.
    is_short = word.text.isupper() and not ends
    return (_stands_out(question, at, mention) and not is_short) or (ends and not is_word)


def _is_of_a_study(text: str, word: Token) -> bool:
    """Whether a word in capitals is what a study is called by: "ACTT-1", "the PINETREE trial"."""
    return word.text.isupper() and _STUDY.match(text, word.stop) is not None


def is_extended(tokens: Sequence[Token], at: int) -> bool:
    """Whether the word at `at` makes any name before it a longer one: "Forte", but no "plus" before
    another drug."""
    parts = name_parts()
    behind = next((token.key for token in tokens[at + 1 :]), "")
    is_joint = bool(behind) and tokens[at].key in parts.connectors
    ends = behind in words_with_role("after_name")
    return tokens[at].key in parts.extensions and (ends or not is_joint)


def _stands_out(question: Question, at: int, mention: DrugMention) -> bool:
    """Whether the word alone, of all but the first and the name, is written with a capital."""
    word = question.tokens[at]
    others = (t for t in question.tokens[1:] if not mention.start <= t.start < word.stop)
    is_title = question.text.isupper() or any(token.text[:1].isupper() for token in others)
    return word.text[:1].isupper() and not is_title


def _may_be_asked_of_a_brand(word: Token) -> bool:
    """Whether a word asks for something, or tells maker, form, route or disease."""
    said = (word.key, word.stem)
    is_known = not _said_of_brands().isdisjoint(said) or any(map(is_drug_word, said))
    is_clinical = any(sorted_table("clinical_words").rows(each) for each in said)
    return is_known or is_clinical or find_long_form(word) is not None


@cache
def _said_of_brands() -> frozenset[str]:
    cells = read_columns("vaccine_names", "asked")
    vaccines = [word for cell in cells for said in split_list(cell) for word in said.split()]
    beside = (word for kind in _BESIDE_A_BRAND for word in product_words(kind))
    asked = cue_words() | topic_words() | stop_words() | name_parts().forms
    return asked.union(vaccines, beside, maker_words(), abbreviations())


def _other_isotope(question: Question, mention: DrugMention) -> DrugMention | None:
    """The mention widened to the isotope behind it, where the held substance is of another."""
    behind = [token for token in question.tokens if token.start >= mention.stop][:_ISOTOPE]
    said = isotopes_in(" ".join(token.key for token in behind))
    own = isotopes_in(mention.name)
    if not (said and own) or said & own:
        return None
    return widened(mention, question.text, mention.start, behind[-1].stop)


def _other_origin(question: Question, mention: DrugMention) -> DrugMention | None:
    """The mention widened to the origin beside it, where the held substance is of another."""
    tokens = question.tokens
    own, origins = set(plain_key(mention.name).split()), name_parts().origins
    for word in (token_before(tokens, mention.start), token_after(tokens, mention.stop)):
        if word and word.key in origins - own and not own.isdisjoint(origins):
            return widened(mention, question.text, word.start, word.stop)
    return None
