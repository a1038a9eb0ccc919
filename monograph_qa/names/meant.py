"""Which drugs a question means: those held here, those that must be drugs and are not, and what is
left of the question's words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from monograph_qa.domain.intent import DrugMention, KnownName, NameHit, UnknownDrug
from monograph_qa.domain.label import NameKind
from monograph_qa.frozen import frozen
from monograph_qa.names.beside import (
    Span,
    find_maker,
    find_other_maker,
    with_formulation,
    with_words_before,
)
from monograph_qa.names.candidates import candidates, has_what_drugs_have
from monograph_qa.names.combinations import begun_combinations, with_combinations
from monograph_qa.names.elsewhere import (
    UnheldDrug,
    as_generic,
    as_ingredients,
    held_with_same_ingredients,
    match_known,
)
from monograph_qa.names.held import match_drugs
from monograph_qa.names.ingredients import is_known
from monograph_qa.names.namebook import NameBook, Question
from monograph_qa.names.nicknames import find_brand_word, with_another_vaccine, with_vaccine
from monograph_qa.names.unheld import find_unheld, is_listed_with
from monograph_qa.names.whole import another_product
from monograph_qa.names.words import find_long_form, is_plain
from monograph_qa.vocabulary.name_keys import plain_ingredients, plain_key
from monograph_qa.vocabulary.products import forms_said, products_called
from monograph_qa.vocabulary.tokens import Token, singular, with_drugs_hidden

_Drug = TypeVar("_Drug", DrugMention, UnheldDrug)
_JOINS = ("/", "+")  # between the ingredients of one product
_MOST_INGREDIENTS = 3  # that a search looks for in a combination's place
_CLIPPED = 4  # letters of a name that is broken off: "amox"


@frozen
class Meant:
    """The drugs of a question: `mentions` are held, `unheld` are not. `about` is the drug of the
    label that the asker chose, where the question does not name it. `tokens` are the question's
    words, slips for plain words set right, each drug as one token."""

    mentions: tuple[DrugMention, ...]
    unheld: tuple[UnheldDrug, ...]
    about: DrugMention | None
    tokens: tuple[Token, ...]
    names_a_drug: bool


def drugs_meant(
    question: str,
    tokens: Sequence[Token],
    names: NameBook,
    *,
    pairing: bool,
    together: bool = False,
    about: DrugMention | None = None,
) -> Meant:
    """The drugs that a question means. `pairing`: it sets two side by side, so that "X and Y" are
    two where each is held; `together`: it asks how they go together, so that they are two anyhow.
    Nothing is guessed: a name that only resembles a held one is unheld, with that one beside it."""
    asked = Question(question, tokens, names, pairing, together)
    windows = candidates(question, tokens)
    held = match_drugs(asked, windows)
    begun = () if held.mentions else begun_combinations(question, names)
    parts = [(each.start, each.stop) for each in begun]  # "tazo" is no name of its own
    known = tuple(
        each
        for each in match_known(asked, windows, held)
        if not any(start < each.stop and each.start < stop for start, stop in parts)
    )
    held = held.outside([*((each.start, each.stop) for each in known), *parts])
    theirs = list(_makers_said(question, held.mentions, names))
    unheld, respaced, corrected = find_unheld(asked, [*held.spans, *parts, *theirs], known)
    # "Respimat" by itself, where nothing else is a drug: more than its place tells of none.
    is_told = any(drug.sure or drug.near or drug.known for drug in unheld)
    if not (held.spans or parts or respaced or is_told) and (said := find_brand_word(asked)):
        unheld = (said,)
    as_generics = {drug: as_generic(asked, drug) for drug in unheld}
    generics = filter(None, as_generics.values())
    # "insulin aspart 70/30", where no plain aspart is here.
    mixed = {
        other: with_formulation(question, replace(other, name=other.asked, label_ids=()), names)
        for other in held.others
    }
    mixes = [mention for mention in mixed.values() if mention.label_ids]
    mentions = _in_order([*held.mentions, *begun, *respaced, *generics, *mixes])
    others_named = [drug for drug, generic in as_generics.items() if generic is None]
    mentions, drugs = with_combinations(asked, mentions, others_named)
    # What was read into a name ("glargine") may have its formulation beside it, or be part of a
    # longer one as well.
    mentions = tuple(
        m if m in held.mentions else with_formulation(question, m, names) for m in mentions
    )
    read = [mention for mention in mentions if mention not in held.mentions]
    longer = {mention: another_product(asked, mention, ()) for mention in read}
    mentions = tuple(mention for mention in mentions if longer.get(mention) is None)
    others = [other for other, mixture in mixed.items() if not mixture.label_ids]
    others += filter(None, longer.values())
    others += filter(None, (with_another_vaccine(asked, mention) for mention in mentions))
    for other in others:
        unheld_drug = _other_product(other)
        drugs = _in_order([*drugs, unheld_drug])
        mentions = tuple(m for m in mentions if not _is_part(question, m, other, unheld_drug))
    if about is not None and any(_is_of(mention, about) for mention in mentions):
        about = None
    if about is not None:
        if chosen := next((drug for drug in drugs if _may_mean(drug, about, names)), None):
            meant = replace(about, asked=chosen.asked, start=chosen.start, stop=chosen.stop)
            mentions = _in_order([*mentions, meant])
            drugs = tuple(drug for drug in drugs if drug.start != chosen.start)
            about = None
        drugs = _surely_asked(tokens, mentions, drugs)
    mentions, drugs = with_vaccine(asked, mentions, drugs)
    spans = [*held.spans, *((each.start, each.stop) for each in mentions)]
    spans += [(each.start, each.stop) for each in drugs]
    mentions, drugs = as_ingredients(asked, mentions, drugs)
    # "Packaging" in a maker's name asks for none.
    theirs += (span for span in forms_said(question) if _is_right_beside(question, span, spans))
    right = list(tokens)
    for at, word in corrected.items():
        right[at] = replace(tokens[at], key=word, stem=singular(word))
    seen = with_drugs_hidden(right, [*spans, *theirs])
    return Meant(mentions, drugs, about, seen, bool(spans))


def unknown_drug(drug: UnheldDrug, names: NameBook) -> UnknownDrug:
    """An unheld drug with what is held of its ingredients."""
    held = held_with_same_ingredients(drug.known, names)
    return UnknownDrug(drug.asked, drug.near, drug.known, held, drug.is_misspelt)


def names_in_labels(partner: UnheldDrug | UnknownDrug) -> list[str]:
    """The words that other makers' labels have for a drug: its ingredients where they are known."""
    if not partner.known or partner.is_misspelt:
        return partner.asked.lower().split()
    ingredients = [each for product in partner.known for each in product.ingredients]
    names = plain_ingredients(ingredients or [partner.asked])
    return [word for name in names[:_MOST_INGREDIENTS] for word in name.split()]


def _makers_said(question: str, mentions: Sequence[DrugMention], names: NameBook) -> Iterator[Span]:
    """Where the question says who makes what it asks of, held or not."""
    for mention in mentions:
        makers = names.makers(mention.label_ids)
        said = [find_maker(question, maker) for maker in makers]
        for maker in filter(None, [*said, find_other_maker(question, mention, makers)]):
            yield with_words_before(question, maker)


def _is_right_beside(question: str, span: Span, names: Iterable[Span]) -> bool:
    """Whether a span stands right before or behind one of the names."""
    pairs = (sorted([span, name]) for name in names)
    return any(not question[left[1] : right[0]].strip(" -") for left, right in pairs)


def _in_order(drugs: Iterable[_Drug]) -> tuple[_Drug, ...]:
    return tuple(sorted(drugs, key=lambda drug: drug.start))


def _other_product(other: DrugMention) -> UnheldDrug:
    """A product of a held name that the library lacks. The held one is offered only where no table
    knows the other and the name is a brand ("Rinvoq ER"): a conjugate, a combination or another
    ester of a substance is never meant by slip."""
    products = products_called(plain_key(other.asked).split())[:_MOST_INGREDIENTS]
    known = [
        KnownName(other.asked, NameKind.BRAND, made if len(made) <= _MOST_INGREDIENTS else ())
        for made in products
    ]
    if not known and is_known(other.name):
        known = [KnownName(other.asked, NameKind.GENERIC)]
    near = () if known else (NameHit(other.name, NameKind.BRAND, other.label_ids),)
    return UnheldDrug(other.asked, other.start, other.stop, near, True, tuple(known))


def _is_part(
    question: str, mention: DrugMention, other: DrugMention, unheld_drug: UnheldDrug
) -> bool:
    """Whether a held name belongs to another product beside it: "insulin lispro protamine and
    insulin lispro", "insulin/pork/zinc"."""
    left, right = sorted([(mention.start, mention.stop), (other.start, other.stop)])
    is_joined = question[left[1] : right[0]].strip() in _JOINS
    is_same = not set(mention.label_ids).isdisjoint(other.label_ids)
    return is_joined or (is_same and is_listed_with(question, mention, unheld_drug))


def _may_mean(drug: UnheldDrug, about: DrugMention, names: NameBook) -> bool:
    """Whether an unheld drug must be the chosen one: the beginning of its name, or a brand of the
    very same ingredients."""
    asked = drug.asked.casefold()
    if len(asked) >= _CLIPPED and about.name.casefold().startswith(asked):
        return True
    same = () if drug.is_misspelt else held_with_same_ingredients(drug.known, names)
    return any(_is_of(hit, about) for hit in same)


def is_near(drug: UnheldDrug, about: DrugMention) -> bool:
    """Whether an unheld drug may be a slip for a name of the chosen drug."""
    return any(_is_of(hit, about) for hit in drug.near)


def _is_of(named: DrugMention | NameHit, about: DrugMention) -> bool:
    """Whether a name is one of the chosen label."""
    return not set(named.label_ids).isdisjoint(about.label_ids)


def _surely_asked(
    tokens: Sequence[Token], mentions: Sequence[DrugMention], drugs: Sequence[UnheldDrug]
) -> tuple[UnheldDrug, ...]:
    """Those of the drugs that are surely drugs, and what has a dose or a half-life like one: of a
    chosen label, any other word is what is asked of it."""
    known = {drug.start: drug for drug in drugs}
    found = [drug for drug in drugs if drug.sure]
    for at, token in enumerate(tokens):
        is_held = any(each.start <= token.start < each.stop for each in mentions)
        if is_held or not has_what_drugs_have(tokens, at):
            continue
        is_plain_word = token.key.isdigit() or is_plain(token.key) or is_plain(token.stem)
        if not is_plain_word and find_long_form(token) is None:
            each = known.get(token.start)
            found.append(each or UnheldDrug(token.text, token.start, token.stop, (), True))
    return tuple({drug.start: drug for drug in found}.values())
