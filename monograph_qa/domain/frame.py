"""What a question asks for and what a sentence is about: values in a few facets."""

from collections.abc import Iterable
from enum import StrEnum

from monograph_qa.frozen import frozen


class Facet(StrEnum):
    """What a question or a sentence of a label speaks of."""

    TOPIC = "topic"  # an attribute or a section's role
    STANCE = "stance"  # recommends, limits, forbids, ...
    CONDITION = "condition"  # disease, indication, history
    PEOPLE = "people"  # age (months), weight (kg), pregnancy, lactation
    ORGAN = "organ"  # kidney (mL/min), liver (Child-Pugh 1 to 3)
    LAB = "lab"  # a laboratory value
    COMEDICATION = "comedication"  # a drug or a class taken as well
    EFFECT = "effect"  # an adverse reaction
    PRODUCT = "product"  # strength, form, route
    AMOUNT = "amount"


Term = tuple[str, ...]
"""Words of which a sentence holds all, in any order; one that ends with `*` is a beginning."""


@frozen
class FrameValue:
    """One value of a facet: a concept of the vocabulary, or a measure with its range.

    `low` and `high` are in `unit`, None for none. `source` says where it was read: in a sentence's
    own `words`, in its `lead_in` or in a `heading`; in a question always in its words.
    """

    facet: Facet
    concept: str
    low: float | None = None
    high: float | None = None
    unit: str = ""
    source: str = "words"


def conditions_of(values: Iterable[FrameValue]) -> frozenset[str]:
    """The diseases, symptoms and effects among the values of a frame."""
    return frozenset(value.concept for value in values if value.facet is Facet.CONDITION)


def has_amount(values: Iterable[FrameValue]) -> bool:
    """Whether an amount that is no strength is among the values of a frame."""
    return any(value.facet is Facet.AMOUNT for value in values)


@frozen
class Named:
    """Something that a question names: `said` in its words, and the terms by which a sentence may
    name it. `narrower` say that very thing in other words, `broader` what it belongs to (the class
    of a drug), `broadest` what that belongs to. What is named `loosely`, in words of the ward, is
    nothing that a label lacks."""

    facet: Facet
    said: str
    concept: str
    narrower: tuple[Term, ...] = ()
    broader: tuple[Term, ...] = ()
    broadest: tuple[Term, ...] = ()
    loosely: bool = False

    @property
    def terms(self) -> tuple[Term, ...]:
        """The words that name that very thing: the asker's own, and others for it."""
        return (tuple(self.said.split()), *self.narrower)


@frozen
class Frame:
    """The reading of one question by facets. `named` can be looked for in sentences; `unread` are
    the words that no concept explains, looked for literally; `denied` is what the patient does not
    have."""

    values: tuple[FrameValue, ...] = ()
    named: tuple[Named, ...] = ()
    unread: tuple[str, ...] = ()
    denied: tuple[Named, ...] = ()


def merged(one: Frame | None, other: Frame | None) -> Frame | None:
    """What two parts of a question say together, each value once."""
    if one is None or other is None:
        return one or other
    each = ((*getattr(one, name), *getattr(other, name)) for name in Frame.__match_args__)
    return Frame(*(tuple(dict.fromkeys(values)) for values in each))
