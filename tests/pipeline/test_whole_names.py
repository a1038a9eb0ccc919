"""What stands beside a name belongs to it: a release, a word more, another slip is another product;
a short form of the one name that is here is not."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from building import Said, a_label, a_monograph, publish_at

from monograph_qa.domain.answer import Outcome
from monograph_qa.domain.label import Product
from monograph_qa.library import Library
from monograph_qa.store.place import Place

from .asking import CHAPTERS, DOSE, asked_of
from .tiers import quotes

CASES = yaml.safe_load(Path(__file__).with_name("whole_names.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("group", "case"),
    [(group, case) for group in CASES for case in group["cases"]],
    ids=lambda each: each.get("q", ""),
)
def test_a_name_is_the_whole_name(
    place: Place, group: dict[str, dict[str, str]], case: dict[str, Any]
) -> None:
    made = []
    for title, drug in group["held"].items():
        forms = tuple(group.get("forms", {}).get(title, "").split())
        label = a_label(drug, title=title, text=title)
        strengths = tuple(filter(None, [group.get("strengths", {}).get(title)]))
        product = Product(brand=title, forms=forms, strengths=strengths)
        label = replace(label, product=product)
        brands = () if drug.casefold() == title.casefold() else (title,)
        made.append(a_monograph(CHAPTERS, label, brands=brands))
    with Library(publish_at(place, *made)) as library:
        answer = library.ask(case["q"])
    assert {source.title for source in answer.sources} == set(case.get("from", []))
    offered = {each.title for each in answer.candidates}
    assert offered == set(case["offered"]) if "offered" in case else True
    assert case.get("says", "") in answer.message and case.get("never", "\0") not in answer.message


def test_who_changes_from_a_drug_that_is_not_here_asks_about_the_other(place: Place) -> None:
    question = "on Ritalin IR, changing to Zelforine, dose?"
    answer = asked_of(place, "Zelforine", "Zelforine capsules", (), question)
    assert answer.outcome is Outcome.ANSWERED
    assert "ritalin" in answer.message.casefold()


ABOUT_TWO = {
    "dosage_and_administration": [DOSE],
    "drug_interactions": [Said("Zelforine raises the levels of warfarin.", ("drug_interaction",))],
}


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("dose of levetiracetam, patient on Zelforine", ""),
        ("levetiracetam dose with Zelforine", ""),
        ("warfarin dose in a patient taking Zelforine", "Zelforine raises the levels of warfarin."),
    ],
)
def test_of_a_drug_that_is_not_here_another_label_says_only_what_names_it(
    place: Place, question: str, shown: str
) -> None:
    label = a_label("zelforine", title="Zelforine capsules")
    published = publish_at(place, a_monograph(ABOUT_TWO, label, brands=("Zelforine",)))
    with Library(published) as library:
        answer = library.ask(question)
    quotes = [quote.text for group in answer.groups for quote in group.quotes]
    assert quotes == ([shown] if shown else [])
    assert "is in this library" in answer.message


def test_a_slip_beside_a_drug_that_is_not_here_is_read(place: Place) -> None:
    label = a_label("zelforine", title="Zelforine capsules")
    published = publish_at(place, a_monograph(ABOUT_TWO, label, brands=("Zelforine",)))
    with Library(published) as library:
        answer = library.ask("zelforin and warfarin")
    assert "is read as" in answer.message and answer.groups[0].quotes[0].text.startswith(
        "Zelforine"
    )


STEROIDS = {
    "estradiol": "acetate",
    "testosterone": "propionate",
    "progesterone": "acetate",
    "hydrocortisone": "butyrate",
    "cortisone": "acetate",
    "dexamethasone": "acetate",
    "betamethasone": "dipropionate",
    "prednisolone": "acetate",
    "methylprednisolone": "acetate",
    "fluorometholone": "acetate",
}


@pytest.mark.parametrize("steroid", STEROIDS)
def test_an_ester_of_a_steroid_is_another_product_than_the_steroid(
    place: Place, steroid: str
) -> None:
    question = f"{steroid} {STEROIDS[steroid]} dose"
    answer = asked_of(place, steroid, f"{steroid.title()} tablets", (), question)
    assert (answer.sources, answer.candidates) == ((), ())


@pytest.mark.parametrize(
    "release", ["ER", "XR", "SR", "XL", "CR", "LA", "EC", "DR", "CD", "-XR"], ids=str
)
def test_a_release_that_the_brand_does_not_bear_is_asked_about(place: Place, release: str) -> None:
    question = f"Zelforine {release} dose".replace(" -", "-")
    answer = asked_of(place, "upadacitinib", "Zelforine tablets", ("Zelforine",), question)
    assert answer.outcome is Outcome.CLARIFY and answer.candidates


@pytest.mark.parametrize(
    ("form", "question", "is_said"),
    [
        ("tablet", "zelforine MR dose", True),
        ("tablet", "zelforine 30 mg extended-release dose", True),
        ("tablet", "zelforine IR dose", False),
        ("extended-release capsule", "zelforine XR dose", False),
        ("tablet", "zelforine, MR scan tomorrow, dose", False),
        ("gastro-resistant capsule", "zelforine delayed-release dose", False),
    ],
)
def test_a_release_of_which_no_label_is_is_said_to_be_missing(
    place: Place, form: str, question: str, is_said: bool
) -> None:
    label = replace(a_label("zelforine", title="Zelforine"), product=Product(forms=(form,)))
    with Library(publish_at(place, a_monograph(CHAPTERS, label))) as library:
        answer = library.ask(question)
    assert answer.sources and ("No label here says that it is of " in answer.message) is is_said


@pytest.mark.parametrize("said", ["zelforine IR", "immediate-release zelforine", "zelforine DR"])
def test_a_label_of_one_release_answers_for_no_other(place: Place, said: str) -> None:
    product = Product(forms=("extended-release capsule",))
    label = replace(a_label("zelforine", title="Zelforine"), product=product)
    with Library(publish_at(place, a_monograph(CHAPTERS, label))) as library:
        answer = library.ask(f"{said} dose")
    assert answer.outcome is Outcome.CLARIFY and answer.candidates and not answer.sources


def test_a_plain_brand_is_not_read_as_its_ingredient_s_extended_release(place: Place) -> None:
    title = "Tramadol hydrochloride extended-release capsules"
    answer = asked_of(place, "tramadol", title, (), "Ultram dose")
    assert answer.candidates and not answer.sources


@pytest.mark.parametrize("question", ["Zelforine IR dose", "upadacitinib ER dose"])
def test_a_plain_release_and_a_substance_with_one_are_answered(place: Place, question: str) -> None:
    answer = asked_of(place, "upadacitinib", "Zelforine tablets", ("Zelforine",), question)
    assert answer.outcome is Outcome.ANSWERED


KNOWN_OTHERS = (
    ("trastuzumab", "ado-trastuzumab emtansine"),
    ("trastuzumab", "trastuzumab emtansine"),
    ("trastuzumab", "fam-trastuzumab deruxtecan-nxki"),
    ("aflibercept", "ziv-aflibercept"),
    ("amoxicillin", "amoxicillin/clavulanate"),
    ("adalimumab", "adalimumab-adaz"),
    ("doxorubicin", "liposomal doxorubicin"),
    ("haloperidol", "haloperidol decanoate"),
    ("insulin lispro", "insulin lispro protamine and insulin lispro"),
    ("metformin", "metformin/sitagliptin"),
    ("lisinopril", "lisinopril/HCTZ"),
    ("irbesartan", "irbesartan HCTZ"),
    ("amoxicillin", "amoxicillin/clavulanic acid"),
    ("metformin", "saxagliptin metformin xr"),
    ("atorvastatin", "atorvastatin ezetimibe combination"),
    ("acetaminophen", "aspirin and acetaminophen"),
    ("clopidogrel", "aspirin and clopidogrel"),
    ("sofosbuvir and velpatasvir", "sofosbuvir velpatasvir voxilaprevir"),
    ("sofosbuvir and velpatasvir", "sofosbuvir/velpatasvir/voxilaprevir"),
)


@pytest.mark.parametrize(
    "question",
    [
        "clopidogrel aspirin interaction",
        "can I take clopidogrel and aspirin?",
        "clopidogrel dose with aspirin",
        "clopidogrel + advil dose",
    ],
)
def test_how_two_drugs_go_together_asks_for_no_combination(place: Place, question: str) -> None:
    answer = asked_of(place, "clopidogrel", "Clopidogrel tablets", (), question)
    assert "No label of “clopidogrel" not in answer.message and "and aspirin”" not in answer.message


def test_two_of_a_pack_of_three_are_two_drugs(place: Place) -> None:
    answer = asked_of(
        place, "amoxicillin", "Zelmox capsules", (), "amoxicillin + lansoprazole dose"
    )
    assert answer.outcome is Outcome.ANSWERED


@pytest.mark.parametrize(("drug", "other"), KNOWN_OTHERS)
def test_a_known_other_product_is_not_offered_the_held_one(
    place: Place, drug: str, other: str
) -> None:
    answer = asked_of(place, drug, f"{drug.title()} injection", (), f"dose of {other}")
    assert (answer.sources, answer.candidates) == ((), ())
    assert "Did you mean" not in answer.message


@pytest.mark.parametrize(
    ("held", "asked"),
    [
        ("Amphotericin B", "Heplisav-B"),
        ("Tylenol", "Tylenol Children's Multi-Symptom Cold Plus"),
        ("Mucinex", "Mucinex Children's Night Time Multi-Symptom Cold"),
    ],
)
def test_a_letter_or_a_long_name_makes_another_product(place: Place, held: str, asked: str) -> None:
    label = a_label(held, title=f"{held} tablets")
    published = publish_at(place, a_monograph(ABOUT_TWO, label, brands=(held,)))
    with Library(published) as library:
        assert not library.ask(f"What is the half-life of {asked}?").groups
        assert library.ask(f"warfarin with {held}?").groups


def test_of_another_version_of_a_held_vaccine_no_dose_is_shown(place: Place) -> None:
    label = a_label("Prevnar 13", title="Prevnar 13 injection")
    question = "Prevnar 20, adult 66 who had Prevnar 13 last year, dose and interval?"
    published = publish_at(place, a_monograph(CHAPTERS, label, brands=("Prevnar 13",)))
    with Library(published) as library:
        answer = library.ask(question)
    assert "Prevnar 20" in answer.message and not quotes(answer)
