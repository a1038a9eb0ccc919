"""Products that share a name and are not the same drug: Claritin-D, Prevnar 20, a biosimilar."""

from collections.abc import Sequence
from dataclasses import replace

from monograph_qa.domain.intent import DrugMention
from monograph_qa.frames.concepts import ingredients_of
from monograph_qa.frames.tokens import Token
from monograph_qa.intent.lexicon import abbreviations, is_plain
from monograph_qa.vocabulary.name_keys import name_parts, plain_key
from monograph_qa.vocabulary.question_words import words_with_role

_BIOLOGIC = 6  # letters at least of a name that takes a biosimilar's suffix
_PREFIX = 3  # letters before a biological substance: ado-trastuzumab emtansine
_ANTIBODY = "mab"
_SUFFIX = 4  # letters of that suffix: adalimumab-adaz
_BESIDE = frozenset(["", " ", "-", " -", "- ", "‑", "–"])


def another_product(
    question: str, tokens: Sequence[Token], mention: DrugMention
) -> DrugMention | None:
    """The mention widened to the product really asked for, or None when it is the one held.

    A variant word right after the name ("Tylenol PM"), a number that the held name bears otherwise
    ("Prevnar 20" for Prevnar 13), a biosimilar's four letters ("adalimumab-adaz"), what an antibody
    is joined to ("trastuzumab emtansine") or three letters in front ("ziv-aflibercept") make it
    another product.
    """
    before = next((t for t in reversed(tokens) if t.stop <= mention.start), None)
    if before is not None and _is_prefix(question, before, mention):
        return replace(mention, asked=question[before.start : mention.stop], start=before.start)
    at = next((i for i, token in enumerate(tokens) if token.start >= mention.stop), None)
    if at is None or question[mention.stop : tokens[at].start] not in _BESIDE:
        return None
    follower = tokens[at]
    held = plain_key(mention.name).split()
    is_variant = follower.key in name_parts().variants and follower.key not in held
    if not (
        is_variant
        or _is_another_number(tokens, at, held)
        or _is_biosimilar(question, mention, follower, held)
        or _is_conjugate(mention, follower, held)
    ):
        return None
    asked = question[mention.start : follower.stop]
    return replace(mention, asked=asked, stop=follower.stop)


def _is_biosimilar(
    question: str, mention: DrugMention, follower: Token, held: Sequence[str]
) -> bool:
    return (
        question[mention.stop : follower.start] == "-"
        and len(mention.asked) >= _BIOLOGIC
        and len(follower.key) == _SUFFIX
        and follower.key.isalpha()
        and follower.key not in held
        and not is_plain(follower.key)
        and follower.key not in abbreviations()
    )


def _is_conjugate(mention: DrugMention, follower: Token, held: Sequence[str]) -> bool:
    """Whether a word behind an antibody's name is the second word of a conjugate's (INN: two
    words), and neither everyday English nor a drug by itself."""
    return (
        mention.asked.casefold().endswith(_ANTIBODY)
        and follower.key.isalpha()
        and len(follower.key) >= _BIOLOGIC
        and follower.key not in held
        and not is_plain(follower.key)
        and not ingredients_of([follower.key])
    )


def _is_prefix(question: str, before: Token, mention: DrugMention) -> bool:
    """Whether three letters are joined to the front of a substance's name by a hyphen."""
    return (
        question[before.stop : mention.start] == "-"
        and len(before.key) == _PREFIX
        and before.key.isalpha()
        and not is_plain(before.key)
        and before.key not in plain_key(mention.name).split()
    )


def _is_another_number(tokens: Sequence[Token], at: int, held: Sequence[str]) -> bool:
    number = tokens[at].key
    if not number.isdigit() or not held[-1].isdigit() or len(held) < 2 or number == held[-1]:
        return False
    return not has_unit(tokens, at)


def has_unit(tokens: Sequence[Token], at: int) -> bool:
    """Whether a unit stands behind the token: its number is a strength, and part of no name."""
    return at + 1 < len(tokens) and tokens[at + 1].key in words_with_role("unit")
