"""The words to look for in a label for a drug that is only named beside its own."""

from monograph_qa.domain.intent import UnknownDrug
from monograph_qa.intent.unknown import Stranger
from monograph_qa.vocabulary.name_keys import plain_ingredients

_MOST_INGREDIENTS = 3  # that a search looks for in a combination's place


def names_in_labels(partner: Stranger | UnknownDrug) -> list[str]:
    """The words that other makers' labels have for a drug: its ingredients where they are known."""
    if not partner.known or partner.is_misspelt:
        return partner.asked.lower().split()
    ingredients = [each for product in partner.known for each in product.ingredients]
    names = plain_ingredients(ingredients or [partner.asked])
    return [word for name in names[:_MOST_INGREDIENTS] for word in name.split()]
