"""A question to the label that the asker chose: it need not name that drug, and may call it by a
short form or another maker's brand that would be unclear elsewhere."""

from collections.abc import Sequence

from monograph_qa.domain.intent import DrugMention
from monograph_qa.names.elsewhere import UnheldDrug, held_with_same_ingredients
from monograph_qa.names.namebook import NameBook
from monograph_qa.names.scoring import has_what_drugs_have
from monograph_qa.names.words import find_long_form, is_plain
from monograph_qa.vocabulary.tokens import Token

_CLIPPED = 4  # letters of a name that is broken off: "amox"


def is_of(mention: DrugMention, about: DrugMention) -> bool:
    """Whether a mention is of the chosen label."""
    return not set(mention.label_ids).isdisjoint(about.label_ids)


def find_chosen(
    drugs: Sequence[UnheldDrug], about: DrugMention, names: NameBook
) -> DrugMention | None:
    """The chosen drug where one of the unheld drugs must mean it: the beginning of its name, or a
    brand of the very same ingredients."""
    return next(
        (
            DrugMention(about.name, drug.asked, about.label_ids, drug.start, drug.stop)
            for drug in drugs
            if _may_mean(drug, about, names)
        ),
        None,
    )


def _may_mean(drug: UnheldDrug, about: DrugMention, names: NameBook) -> bool:
    asked = drug.asked.casefold()
    if len(asked) >= _CLIPPED and about.name.casefold().startswith(asked):
        return True
    same = () if drug.is_misspelt else held_with_same_ingredients(drug.known, names)
    return any(not set(hit.label_ids).isdisjoint(about.label_ids) for hit in same)


def is_near(drug: UnheldDrug, about: DrugMention) -> bool:
    """Whether an unheld drug may be a slip for a name of the chosen drug."""
    return any(not set(hit.label_ids).isdisjoint(about.label_ids) for hit in drug.near)


def surely_asked(
    tokens: Sequence[Token], mentions: Sequence[DrugMention], drugs: Sequence[UnheldDrug]
) -> tuple[UnheldDrug, ...]:
    """Those of the drugs that are surely drugs, and what has a dose or a half-life like one: of a
    chosen label, any other word is what is asked of it."""
    known = {drug.start: drug for drug in drugs}
    found = [drug for drug in drugs if drug.sure]
    for at, token in enumerate(tokens):
        is_held = any(each.start <= token.start < each.stop for each in mentions)
        if not is_held and has_what_drugs_have(tokens, at) and not _is_understood(token):
            each = known.get(token.start)
            found.append(each or UnheldDrug(token.text, token.start, token.stop, (), True))
    return tuple({drug.start: drug for drug in found}.values())


def _is_understood(token: Token) -> bool:
    said = (token.key, token.stem)
    return token.key.isdigit() or any(map(is_plain, said)) or find_long_form(token) is not None
