"""Held names that a question writes otherwise: spaced in its own way, or as a product of a held
brand that is not here."""

from collections.abc import Sequence

from monograph_qa.domain.intent import DrugMention, NameHit
from monograph_qa.domain.label import NameKind
from monograph_qa.intent.unknown import Stranger, Strangers


def with_respaced(
    question: str, mentions: Sequence[DrugMention], strangers: Strangers
) -> tuple[DrugMention, ...]:
    """Mentions and the held names that were only spaced otherwise ("cotrimoxazole")."""
    respaced = [
        DrugMention(
            name=hits[0].name,
            asked=question[start:stop],
            label_ids=tuple(dict.fromkeys(label for hit in hits for label in hit.label_ids)),
            start=start,
            stop=stop,
        )
        for start, stop, hits in strangers.same
    ]
    return tuple(sorted([*mentions, *respaced], key=lambda mention: mention.start))


def with_other_products(
    drugs: Sequence[Stranger], others: Sequence[DrugMention]
) -> tuple[Stranger, ...]:
    """The strangers, and products of held brands that the library lacks, offering the held one."""
    variants = [
        Stranger(
            other.asked,
            other.start,
            other.stop,
            (NameHit(other.name, NameKind.BRAND, other.label_ids),),
            True,
        )
        for other in others
    ]
    return tuple(sorted([*drugs, *variants], key=lambda drug: drug.start))
