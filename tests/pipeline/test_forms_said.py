"""A form or release chooses the label that prints it in other words, or is said not to be here."""

from dataclasses import replace

import pytest
from building import Said, a_label, a_monograph, publish_at

from monograph_qa.domain.label import Monograph, Product
from monograph_qa.library import Library
from monograph_qa.store.place import Place

FORMS = {
    "Esomeprazole": (
        "oral suspension",
        "gastro-resistant tablets",
        "powder for solution for injection",
    ),
    "Valproate": ("syrup", "delayed-release capsules", "extended-release tablets", "injection"),
    "Fluphenazine": ("tablets", "oral solution", "decanoate injection"),
    "Naltrexone": ("tablets", "extended-release injectable suspension"),
    "Mirtazapine": ("tablets", "orally disintegrating tablets", "oral solution"),
    "Sarilumab": (
        "solution for injection in pre-filled syringe",
        "solution for injection in pre-filled pen",
    ),
    "Sumatriptan": ("tablets", "nasal spray", "autoinjector", "vials for injection"),
    "Diltiazem": ("tablets", "prolonged-release capsules", "injection"),
    "Oxybutynin": ("tablets", "oral solution", "transdermal system"),
}


def labels_of(drug: str, *forms: str) -> list[Monograph]:
    """A label of each form, and in each another half-life: one hour more than in the one before."""
    return [
        a_monograph(
            {"pharmacokinetics": [Said(f"The half-life is {at} hours.", ("half_life",))]},
            replace(a_label(drug, title=f"{drug} {form}"), product=Product(forms=(form,))),
        )
        for at, form in enumerate(forms, 1)
    ]


@pytest.mark.parametrize(
    ("asked", "form"),
    [
        ("enteric-coated esomeprazole", "gastro-resistant tablets"),
        ("esomeprazole EC", "gastro-resistant tablets"),
        ("esomeprazole susp", "oral suspension"),
        ("valproate DR", "delayed-release capsules"),
        ("gastro-resistant valproate", "delayed-release capsules"),
        ("valproate retard", "extended-release tablets"),
        ("valproate liquid", "syrup"),
        ("fluphenazine depot", "decanoate injection"),
        ("long-acting injectable fluphenazine", "decanoate injection"),
        ("fluphenazine oral soln", "oral solution"),
        ("naltrexone LAI", "extended-release injectable suspension"),
        ("long-acting naltrexone", "extended-release injectable suspension"),
        ("mirtazapine ODT", "orally disintegrating tablets"),
        ("orodispersible mirtazapine", "orally disintegrating tablets"),
        ("sarilumab autoinjector", "solution for injection in pre-filled pen"),
        ("sarilumab prefilled syringe", "solution for injection in pre-filled syringe"),
        ("sumatriptan pen", "autoinjector"),
        ("slow-release diltiazem", "prolonged-release capsules"),
        ("diltiazem SR caps", "prolonged-release capsules"),
        ("oxybutynin patch", "transdermal system"),
    ],
)
def test_a_form_said_in_other_words_chooses_its_label(place: Place, asked: str, form: str) -> None:
    drug = next(drug for drug in FORMS if drug.casefold() in asked)
    with Library(publish_at(place, *labels_of(drug, *FORMS[drug]))) as library:
        (source,) = library.ask(f"half-life of {asked}").sources
    assert source.title == f"{drug} {form}"


@pytest.mark.parametrize(
    ("drug", "form", "asked", "missing"),
    [
        ("Naproxen", "tablets", "naproxen EC", "naproxen delayed-release"),
        ("Naproxen", "gastro-resistant tablets", "naproxen SR", "naproxen extended-release"),
        ("Donepezil", "tablets", "donepezil ODT", "donepezil orodispersible"),
        ("Donepezil", "tablets", "donepezil oral liquid", "donepezil liquid"),
        ("Paliperidone", "extended-release tablets", "paliperidone LAI", "paliperidone injection"),
    ],
)
def test_a_form_of_which_no_label_is_is_said_not_to_be_here(
    place: Place, drug: str, form: str, asked: str, missing: str
) -> None:
    with Library(publish_at(place, *labels_of(drug, form))) as library:
        assert missing in library.ask(f"half-life of {asked}").message


def test_words_of_a_form_ask_for_nothing_else(place: Place) -> None:
    with Library(publish_at(place, *labels_of("Esomeprazole", "gastro-resistant tablets"))) as held:
        assert "microbiology" not in held.ask("half-life of gastro-resistant esomeprazole").message
