"""What a question asks: the drug, the sections and attributes, the kind of question."""

from enum import StrEnum

from monograph_qa.domain.frame import Frame
from monograph_qa.frozen import frozen


class QuestionKind(StrEnum):
    FACT = "fact"
    SECTION = "section"
    IMAGE = "image"
    YES_NO = "yes_no"
    LIST = "list"
    COMPARISON = "comparison"
    STEPS = "steps"
    CHANGES = "changes"
    DEFINITION = "definition"
    OTHER = "other"  # about a drug, but no section or attribute was recognised
    OUT_OF_SCOPE = "out_of_scope"


SectionTiers = tuple[tuple[str, ...], ...]
"""Section keys in tiers: the first tier that a label has is meant, all of its keys together."""


@frozen
class NameHit:
    """A name that the library holds, with every current label that bears it."""

    name: str
    kind: str
    label_ids: tuple[str, ...]


@frozen
class DrugMention:
    """A drug that the question names: `asked` as typed (question[start:stop]), `name` as held."""

    name: str
    asked: str
    label_ids: tuple[str, ...]
    start: int
    stop: int

    def stands_in(self, question: str) -> bool:
        """Whether the question writes it there: what is carried over from the one before does not
        stand in this one."""
        return question[self.start : self.stop] == self.asked


@frozen
class KnownName:
    """A drug's name from an imported table: known to the world, held here or not.

    `ingredients` are those of one product, all of them; none where the table does not say.
    """

    name: str
    kind: str
    ingredients: tuple[str, ...] = ()


@frozen
class UnknownDrug:
    """A word of the question that must be a drug, and that no label bears.

    `near` are held names close in spelling. `known` are the products that an imported table lists
    under this name, or (`is_misspelt`) under one close in spelling; `held` the names here of labels
    with the very same ingredients. All are offered, never used.
    """

    asked: str
    near: tuple[NameHit, ...] = ()
    known: tuple[KnownName, ...] = ()
    held: tuple[NameHit, ...] = ()
    is_misspelt: bool = False


@frozen
class Carried:
    """What a question did not say and the one before it did: names of drugs, names of topics."""

    question: str
    drugs: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()


@frozen
class Intent:
    """The reading of one question. `section_keys` and `attributes` are ranked, best first.

    `whole_sections` are the sections that answer as a whole, one entry a subject; the others of
    `section_keys` only may hold a sentence about it. `attributes` are answered with every sentence
    that bears them; `fallback_attributes` likewise, but only where a label lacks those sections.
    `words` are the question's content words that name neither drug nor section: what text search
    looks for. `populations` are cues such as renal_impairment, pregnancy, children. `topics` are
    what was read, strongest first, and what all these came from; `carried` is what was taken over
    from the question before; `refined_by` the model that added sections or attributes. `frame` is
    what the question says of the patient and names, as it was looked for. `foreign` are
    drugs whose label is not here and that the question asks about: the held one is only taken with
    them, and answers with no more than what it says of them. `respelt` are the plain words that
    were read as slips: start and stop in the question, and the word that is meant.
    """

    question: str
    kind: QuestionKind
    drugs: tuple[DrugMention, ...] = ()
    unknown_drugs: tuple[UnknownDrug, ...] = ()
    section_keys: tuple[str, ...] = ()
    whole_sections: tuple[SectionTiers, ...] = ()
    attributes: tuple[str, ...] = ()
    fallback_attributes: tuple[str, ...] = ()
    populations: tuple[str, ...] = ()
    image_kinds: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    carried: Carried | None = None
    refined_by: str = ""
    frame: Frame | None = None
    foreign: tuple[UnknownDrug, ...] = ()
    respelt: tuple[tuple[int, int, str], ...] = ()

    @property
    def is_of_interactions(self) -> bool:
        """Whether it is asked first of all how drugs go together."""
        return self.topics[:1] == ("interactions",)

    @property
    def unknown_spans(self) -> tuple[tuple[int, int], ...]:
        """Where the unknown drugs stand in the question, each for the first time."""
        starts = ((self.question.find(drug.asked), drug.asked) for drug in self.unknown_drugs)
        return tuple((at, at + len(asked)) for at, asked in starts if at >= 0)
