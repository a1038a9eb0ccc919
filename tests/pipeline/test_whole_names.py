"""What stands beside a name belongs to it: a release, a word more, another slip is another product;
a short form of the one name that is here is not."""

import pytest
from building import Said, a_label, a_monograph, publish_at

from monograph_qa.domain.answer import Answer, Outcome
from monograph_qa.library import Library
from monograph_qa.store.place import Place

DOSE = Said("Give 50 mg once daily.", ("dose",))
CHAPTERS = {"dosage_and_administration": [DOSE]}


def asked(place: Place, drug: str, title: str, brands: tuple[str, ...], question: str) -> Answer:
    label = a_label(drug, title=title)
    with Library(publish_at(place, a_monograph(CHAPTERS, label, brands=brands))) as library:
        return library.ask(question)


@pytest.mark.parametrize(
    ("drug", "title", "brands", "question"),
    [
        ("metoprolol", "METOPROLOL TARTRATE tablets", (), "Toprol-XL dose"),
        ("golimumab", "SIMPONI ARIA (golimumab) injection", ("SIMPONI ARIA",), "Simponi dose"),
        ("atorvastatin", "Atorvastatin tablets", (), "quorvastatin dose"),
    ],
)
def test_another_product_is_never_answered_from_this_one(
    place: Place, drug: str, title: str, brands: tuple[str, ...], question: str
) -> None:
    assert asked(place, drug, title, brands, question).outcome is not Outcome.ANSWERED


@pytest.mark.parametrize(
    ("drug", "title", "brands", "question"),
    [
        ("insulin glargine", "INSULIN GLARGINE injection", (), "glargine dose"),
        ("insulin glargine", "INSULIN GLARGINE injection", (), "Civica glargine dose"),
        ("amphetamine", "ADDERALL XR capsules", ("ADDERALL XR",), "adderall XR 20 mg dose"),
        ("measles vaccine", "M-M-R II", ("M-M-R II",), "MMR dose"),
    ],
)
def test_a_short_form_of_the_one_name_that_is_here_is_answered(
    place: Place, drug: str, title: str, brands: tuple[str, ...], question: str
) -> None:
    assert asked(place, drug, title, brands, question).outcome is Outcome.ANSWERED


def test_who_changes_from_a_drug_that_is_not_here_asks_about_the_other(place: Place) -> None:
    question = "on Ritalin IR, changing to Zelforine, dose?"
    answer = asked(place, "Zelforine", "Zelforine capsules", (), question)
    assert answer.outcome is Outcome.ANSWERED
    assert "ritalin" in answer.message.casefold()
