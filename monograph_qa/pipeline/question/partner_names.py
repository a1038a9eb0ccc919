"""All names of the held drugs that a question names: where the label of one is asked about another,
its sentences may call that by its ingredient, or by another brand."""

import re
from collections.abc import Iterator, Mapping

from monograph_qa.domain.intent import DrugMention, Intent
from monograph_qa.intent.cues import words_with_role
from monograph_qa.intent.vaccines import vaccine_names
from monograph_qa.pipeline.question.held import HeldNames
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.name_keys import lookup_keys

_LONGEST = 3  # words; longer names are descriptions, which no other label repeats
_MOST_LABELS = 8  # of one drug: they bear the same names
_INGREDIENTS = re.compile(r"\s+and\s+|\s*[/+,]\s*")


def names_of_partners(
    intent: Intent, reader: LibraryReader, names: HeldNames
) -> Mapping[str, tuple[str, ...]]:
    """For each drug of a question that names several, by what the question calls it: the names on
    its labels, those of its ingredients, and those of a product known by that name."""
    if len(intent.drugs) < 2:
        return {}
    return {
        each.asked: tuple(dict.fromkeys(_names_of(each, reader, names))) for each in intent.drugs
    }


def _names_of(mention: DrugMention, reader: LibraryReader, names: HeldNames) -> Iterator[str]:
    written = [mention.name]
    for label_id in mention.label_ids[:_MOST_LABELS]:
        written += [each.name for each in reader.names(label_id)]
    for products in names.known_elsewhere(lookup_keys(mention.asked)[:1]).values():
        written += [ingredient for product in products for ingredient in product.ingredients]
    for name in written:
        for part in (name, *_INGREDIENTS.split(name)):
            key = lookup_keys(part)[-1]
            if key and len(key.split()) <= _LONGEST:
                yield key
            if not words_with_role("in_vaccine_name").isdisjoint(key.split()):
                disease = " ".join(key.split()[:2])
                for vaccine in (*vaccine_names(f"{disease} vaccine"), *_by_first_word(key)):
                    yield " ".join(vaccine)


def _by_first_word(key: str) -> tuple[tuple[str, ...], ...]:
    return vaccine_names(f"{key.split()[0]} vaccine")
