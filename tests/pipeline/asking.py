"""One label published, and one question asked of it."""

from building import Said, a_label, a_monograph, publish_at

from monograph_qa.domain.answer import Answer
from monograph_qa.library import Library
from monograph_qa.store.place import Place

DOSE = Said("Give 50 mg once daily.", ("dose",))
CHAPTERS = {"dosage_and_administration": [DOSE]}


def asked(place: Place, chapters: dict[str, list[Said]], question: str) -> Answer:
    """The answer from a label of famotidine that says no more than these chapters."""
    with Library(publish_at(place, a_monograph(chapters, a_label("Famotidine")))) as library:
        return library.ask(question)


def asked_of(place: Place, drug: str, title: str, brands: tuple[str, ...], question: str) -> Answer:
    """The answer from a label of a drug that states a dose, and no more."""
    label = a_label(drug, title=title)
    with Library(publish_at(place, a_monograph(CHAPTERS, label, brands=brands))) as library:
        return library.ask(question)
