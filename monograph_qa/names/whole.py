"""Products that share a name and are not the same drug: Claritin-D, Prevnar 20, a biosimilar, a
combination."""

import re
from collections.abc import Container, Sequence
from dataclasses import replace

from monograph_qa.domain.intent import DrugMention
from monograph_qa.names.formulations import other_formulation
from monograph_qa.names.ingredients import parts_of
from monograph_qa.names.longer import goes_on, is_another_number, other_origin
from monograph_qa.names.makers import maker_words
from monograph_qa.names.words import (
    GREEK_LETTERS,
    is_biosimilar_suffix,
    is_drug_word,
    is_plain,
)
from monograph_qa.vocabulary.name_keys import lookup_keys, name_parts, plain_key
from monograph_qa.vocabulary.products import (
    ingredients_of,
    is_combination,
    is_single,
    products_called,
    us_name,
)
from monograph_qa.vocabulary.question_words import topic_words, words_with_role
from monograph_qa.vocabulary.tokens import Token

_BIOLOGIC = 6  # letters at least of a name that takes a biosimilar's suffix
_PREFIX = 3  # letters before a biological substance: ado-trastuzumab emtansine
_ANTIBODY = "mab"
_AND = frozenset({"and", "plus", "&"})
_STROKE = "/"
_MARK = re.compile(r"\s*[/+\-‐-―]\s*")
_BESIDE = frozenset(["", " ", "-", " -", "- ", "‑", "–"])


def another_product(
    question: str,
    tokens: Sequence[Token],
    mention: DrugMention,
    held: Container[str],
    *,
    together: bool,
    makers: Sequence[tuple[int, int]] = (),
) -> DrugMention | None:
    """The mention widened to the product really asked for, or None when it is the one held.

    A variant word right after the name ("Tylenol PM"), a formulation beside it ("liposomal"), a
    number or letter that the held name bears otherwise ("Prevnar 20" for Prevnar 13), what makes
    it a longer name ("Zocor Forte"), a biosimilar's four letters ("adalimumab-adaz"), what an
    antibody is joined to ("trastuzumab emtansine"), the rest of another substance's name ("insulin
    glargine"), another origin ("human calcitonin") or three letters in front ("ziv-aflibercept")
    make it another product; so does what a known product has beside it ("lidocaine/menthol"),
    unless the question asks how they go `together` or both are `held`, by their keys. `makers` of
    the held labels are no part of a name, where they stand.
    """
    if both := _combination(question, tokens, mention, held, together=together):
        return both
    if (other := other_origin(question, tokens, mention)) is not None:
        return other
    prefixed = None
    if (start := _start_of_prefix(question, tokens, mention)) is not None:
        asked = question[start : mention.stop]
        prefixed = mention = replace(mention, asked=asked, start=start)
    at = next((i for i, token in enumerate(tokens) if token.start >= mention.stop), len(tokens))
    is_beside = at < len(tokens) and question[mention.stop : tokens[at].start] in _BESIDE
    if is_beside and (end := _end_of_substance(question, tokens, at, mention)) is not None:
        return replace(mention, asked=question[mention.start : end], stop=end)
    if is_beside and _is_predicate(tokens, at, mention):
        return prefixed
    if (other := other_formulation(question, mention)) is not None:
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
        _is_variant(follower, own)
        or goes_on(question, tokens, at, mention)
        or is_another_number(question, tokens, at, own)
        or _is_biosimilar(question, mention, follower, own)
        or _is_conjugate(mention, follower, own)
    ):
        return prefixed
    stop = follower.stop
    if question[stop : stop + 1] == "-":  # "protein-bound", "deruxtecan-nxki"
        stop = next((token.stop for token in tokens[at + 1 :]), stop)
    return replace(mention, asked=question[mention.start : stop], stop=stop)


def _end_of_substance(
    question: str, tokens: Sequence[Token], at: int, mention: DrugMention
) -> int | None:
    """Where the name of a known substance ends that goes on with the words from `at` and is none of
    the held drug: "insulin glargine" of insulin, "iron sucrose"; None for no such name."""
    own = {key for each in _ingredients(mention.name) for key in lookup_keys(each)}
    for last in tokens[at : at + 2][::-1]:
        words = plain_key(question[mention.start : last.stop]).split()
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


def _is_variant(word: Token, own: Sequence[str]) -> bool:
    """Whether a word makes a name another product's: "PM", "HCT"."""
    return word.key in name_parts().variants and word.key not in own


def _combination(
    question: str,
    tokens: Sequence[Token],
    mention: DrugMention,
    held: Container[str],
    *,
    together: bool,
) -> DrugMention | None:
    """The mention widened to the ingredient beside it, where a known product is made of both."""
    opens = tokens[0].key in words_with_role("opens_yes_no")
    behind = [t for t in tokens if t.start >= mention.stop and t.key not in _AND]
    before = [t for t in tokens if t.stop <= mention.start and t.key not in _AND]
    for words in (behind[:1], behind[:2], before[-1:], before[-2:]):
        if not words or _is_said_again(tokens, words):
            continue
        spans = sorted([(mention.start, mention.stop), (words[0].start, words[-1].stop)])
        gap = question[spans[0][1] : spans[1][0]]
        said = lookup_keys(" ".join(word.key for word in words))[-1]
        made = ingredients_of(said.split())
        is_short = len(made) == 1 and not products_called(said.split())  # "HCTZ", but no brand
        other = made[0] if is_short else said
        # "X and Y?" and "can I take X and Y?" ask how they go together.
        is_bare = all(spans[0][0] <= t.start and t.stop <= spans[1][1] for t in tokens)
        is_held = said in held or other in held
        after = next((t.key for t in tokens if t.start >= spans[1][1]), "")
        is_one = after in words_with_role("both_in_one")  # "X Y combination"
        is_asked = not after.isalpha() or after in words_with_role("after_name") | topic_words()
        apart = not is_one and (together or opens or is_bare)
        if not _joins(gap, other, is_held=is_held, together=apart):
            continue
        # Who writes "Perjeta/trastuzumab" takes both; "Diovan/HCTZ" is written for the product.
        if other == said and products_called(plain_key(mention.name).split()):
            continue
        own = _ingredients(mention.name)
        if made and set(made) <= set(own):  # "salbutamol/albuterol" says one drug twice
            continue
        start, stop = spans[0][0], spans[1][1]
        # A pack of three holds two of them, but who writes "X + Y" has no such pack.
        is_apart = gap != gap.strip()
        if (
            is_combination([*own, other], is_whole=is_apart, is_begun=gap == _STROKE)
            or len(ingredients_of(plain_key(question[start:stop]).split())) > 1  # "amox/clav"
            # Elsewhere there may be products that no table knows: "irbesartan/amlodipine dose", but
            # no "azithromycin/warfarin INR".
            or (gap == _STROKE and made and is_asked and not (apart or is_held))
            or (gap == _STROKE and other in name_parts().variants)  # "irbesartan/HCT"
        ):
            return replace(mention, asked=question[start:stop], start=start, stop=stop)
    return None


def _is_said_again(tokens: Sequence[Token], words: Sequence[Token]) -> bool:
    """Whether the other drug is named by itself as well: "X + aspirin vs aspirin alone" sets a drug
    taken with another against that other."""
    said = [word.key for word in words]
    keys = [token.key for token in tokens]
    places = (at for at in range(len(keys)) if keys[at : at + len(said)] == said)
    return sum(1 for _ in places) > 1


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


def _is_biosimilar(
    question: str, mention: DrugMention, follower: Token, held: Sequence[str]
) -> bool:
    return (
        question[mention.stop : follower.start] == "-"
        and len(mention.asked) >= _BIOLOGIC
        and follower.key not in held
        and is_biosimilar_suffix(follower.key)
    )


def _is_conjugate(mention: DrugMention, follower: Token, held: Sequence[str]) -> bool:
    """Whether a word behind an antibody's name is the second word of another antibody's (INN: two
    words): a Greek letter, or what is neither everyday English nor a drug by itself."""
    if not mention.asked.casefold().endswith(_ANTIBODY) or follower.key in held:
        return False
    return follower.key in GREEK_LETTERS or (
        follower.key.isalpha()
        and len(follower.key) >= _BIOLOGIC
        and not is_plain(follower.key)
        and not ingredients_of([follower.key])
    )


def _start_of_prefix(question: str, tokens: Sequence[Token], mention: DrugMention) -> int | None:
    """Where the word begins that stands before a name and makes it another product's: a word that
    does so anywhere ("tbo filgrastim"), or three letters that a hyphen joins to the name of a
    substance; None for no such word."""
    before = next((token for token in reversed(tokens) if token.stop <= mention.start), None)
    if before is None or before.key in plain_key(mention.name).split():
        return None
    gap = question[before.stop : mention.start]
    parts = name_parts()
    is_variant = before.key in parts.variants and len(before.key) > _PREFIX
    is_short = before.key.isalpha() and len(before.key) == _PREFIX and not is_plain(before.key)
    is_prefix = (is_variant or before.key in parts.prefixes) and gap in _BESIDE
    return before.start if is_prefix or (is_short and gap == "-") else None
