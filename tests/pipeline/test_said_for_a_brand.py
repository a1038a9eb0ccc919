"""What is said for a whole name: a device, a word of the brand, a beginning that several drugs
share, a formulation that makes another product."""

from dataclasses import replace

import pytest
from building import a_label, a_monograph, publish_at

from monograph_qa.domain.answer import Answer, Outcome
from monograph_qa.domain.label import Product
from monograph_qa.library import Library
from monograph_qa.store.place import Place

from .asking import CHAPTERS, asked_of

LABELS = {
    "Spiriva Respimat": "tiotropium",
    "Keytruda Qlex": "pembrolizumab and berahyaluronidase alfa",
    "Enbrel": "etanercept",
    "Arikayce": "amikacin",
    "Haldol": "haloperidol",
    "Depakote ER": "divalproex",
    "Prograf": "tacrolimus",
    "Plavix": "clopidogrel",
    "Zelthyrox": "levothyroxine",
    "Suprane": "desflurane",
    "AmBisome": "amphotericin B",
    "Ventolin HFA": "albuterol",
    "Flovent HFA": "fluticasone",
    "Infanrix": "diphtheria and tetanus toxoids and acellular pertussis vaccine",
    "Pfizerpen": "penicillin G potassium",
    "Coreg": "carvedilol",
    "Miacalcin": "calcitonin salmon",
    "Bacitracin": "bacitracin",
    "Humulin R": "insulin human",
    "Lantus 100 units/mL": "insulin glargine",
    "Mixatol Mix 70/30": "insulin aspart protamine and insulin aspart",
}


def _ask(place: Place, question: str, labels: dict[str, str]) -> Answer:
    made = (
        a_monograph(
            CHAPTERS,
            replace(a_label(drug, title=brand, text=brand), product=Product(brand=brand)),
            brands=(brand,),
        )
        for brand, drug in labels.items()
    )
    with Library(publish_at(place, *made)) as library:
        return library.ask(question)


@pytest.mark.parametrize(
    ("question", "brand", "told"),
    [
        ("Respimat dose", "Spiriva Respimat", ""),
        ("Qlex dose", "Keytruda Qlex", ""),
        ("SureClick dose", "Enbrel", "its device"),
        ("Lamira dose", "Arikayce", "its device"),
        ("liposomal amikacin dose", "Arikayce", ""),
        ("amikacin liposome inhalation suspension dose", "Arikayce", ""),
        ("liposomal amphotericin dose", "AmBisome", ""),
        ("L-AmB dose", "AmBisome", ""),
        ("amikacin dose", "Arikayce", "plain amikacin"),
        ("extended-release Depakote dose", "Depakote ER", ""),
        ("des dose", "Suprane", ""),
        ("clopidogrel + aspirin vs aspirin alone dose", "Plavix", "aspirin"),
        ("Prograf vs Astagraf XL dose", "Prograf", "Astagraf XL"),
        ("Plavix/omeprazole dose", "Plavix", "names “omeprazole”"),
        ("HeFH, clopidogrel dose", "Plavix", ""),
        ("Ventolin dose", "Ventolin HFA", "for short"),
        ("Ventolim dose", "Ventolin HFA", "a slip"),
        ("Pfizer-pen dose", "Pfizerpen", ""),
        ("Infanrix DTaP dose", "Infanrix", ""),
        ("carvedilol phosphate dose", "Coreg", "carvedilol phosphate"),
        ("calcitonin dose", "Miacalcin", ""),
        ("bacitracin zinc dose", "Bacitracin", ""),
        ("penicillin G dose", "Pfizerpen", ""),
        ("Humulin R U-500 dose", "Humulin R", "Humulin R U-500"),
        ("Lantus U-100 dose", "Lantus 100 units/mL", ""),
        ("insulin aspart mix 70/30 dose", "Mixatol Mix 70/30", ""),
        ("Mixatol 70/30 dose", "Mixatol Mix 70/30", ""),
    ],
)
def test_the_one_product_that_is_meant_answers(
    place: Place, question: str, brand: str, told: str
) -> None:
    answer = _ask(place, question, LABELS)
    assert {source.title for source in answer.sources} == {brand}
    assert told in answer.message and bool(answer.message) is bool(told)


@pytest.mark.parametrize(
    ("question", "offered"),
    [
        ("levo dose", ("Zelthyrox",)),
        ("Spiriva HandiHaler dose", ("Spiriva Respimat",)),
        ("Spiriva dose", ("Spiriva Respimat",)),
        ("Depakote dose", ("Depakote ER",)),
        ("Depakote Sprinkle dose", ("Depakote ER",)),
        ("Flovent dose", ("Flovent HFA",)),
        ("Flovant dose", ("Flovent HFA",)),
        ("Infanrix-IPV dose", ("Infanrix",)),
        ("Infanrix hep B dose", ("Infanrix",)),
        ("Lantus U-300 dose", ("Lantus 100 units/mL",)),
        ("penicillin G benzathine dose", ()),
        ("insulin aspart mix 50 dose", ()),
        ("liposomal doxorubicin dose", ()),
        ("pegylated liposomal doxorubicin dose", ()),
        ("amphotericin B lipid complex dose", ()),
        ("liposomal tacrolimus dose", ()),
        ("Zelfor Respimat dose", ()),
        ("HandiHaler dose", ()),
    ],
)
def test_another_product_is_offered_at_most(
    place: Place, question: str, offered: tuple[str, ...]
) -> None:
    answer = _ask(place, question, LABELS)
    assert not answer.sources
    # Of a small library all labels are offered to a question that names none.
    assert not offered or tuple(each.title for each in answer.candidates) == offered


@pytest.mark.parametrize("question", ["Haldol decanoate dose", "haloperidol decanoate dose"])
def test_an_ester_of_a_brand_is_no_plain_one(place: Place, question: str) -> None:
    answer = _ask(place, question, {"Zelhalo": "haloperidol"})
    assert not answer.sources


@pytest.mark.parametrize(
    ("question", "brand"),
    [
        ("doxorubicin dose", "Zeldox"),
        ("liposomal doxorubicin dose", "Doxil"),
        ("pegylated liposomal doxorubicin dose", "Doxil"),
    ],
)
def test_the_plain_drug_and_its_liposomal_form_are_told_apart(
    place: Place, question: str, brand: str
) -> None:
    answer = _ask(place, question, {"Doxil": "doxorubicin", "Zeldox": "doxorubicin"})
    assert {source.title for source in answer.sources} == {brand}


def test_which_of_two_brands_with_one_device_is_asked(place: Place) -> None:
    both = {"Spiriva Respimat": "tiotropium", "Stiolto Respimat": "tiotropium and olodaterol"}
    answer = _ask(place, "Respimat dose", both)
    assert answer.outcome is Outcome.CLARIFY and len(answer.candidates) == len(both)


@pytest.mark.parametrize(
    ("question", "count"), [("Twinrix dose", 2), ("Twinrix for a child dose", 2)]
)
def test_which_product_of_a_family_is_asked(place: Place, question: str, count: int) -> None:
    both = dict.fromkeys(("Twinrix Adult", "Twinrix Paediatric"), "hepatitis A and B vaccine")
    answer = _ask(place, question, both)
    assert answer.outcome is Outcome.CLARIFY and len(answer.candidates) == count


@pytest.mark.parametrize(
    ("question", "held", "is_answered"),
    [
        ("Twinrix dose", "Twinrix Adult", True),
        ("Twinrix dose in children", "Twinrix Adult", False),
        ("Twinrix Junior dose", "Twinrix Adult", False),
        ("Twinrix dose", "Twinrix Paediatric", False),
        ("Havrix dose", "Havrix Junior", False),
        ("Havrix Junior dose", "Havrix Junior", True),
    ],
)
def test_a_brand_alone_is_the_one_for_adults(
    place: Place, question: str, held: str, *, is_answered: bool
) -> None:
    answer = _ask(place, question, {held: "hepatitis A vaccine"})
    assert bool(answer.sources) is is_answered
    assert is_answered or [each.title for each in answer.candidates] == [held]
    assert ("Twinrix Adult (for short)" in answer.message) is (is_answered and "Twinrix" in held)


def test_a_family_s_other_product_is_no_plain_one(place: Place) -> None:
    assert not _ask(place, "Bonine for Kids dose", {"Bonine": "meclizine"}).sources


@pytest.mark.parametrize("question", ["Xeljanz XR dose", "XR Xeljanz dose", "Xeljanz dose"])
@pytest.mark.parametrize("is_listed", [True, False])
def test_a_release_is_of_the_label_that_lists_its_form(
    place: Place, question: str, *, is_listed: bool
) -> None:
    forms = ("film-coated tablet", *(["prolonged-release tablet"] if is_listed else []))
    label = replace(
        a_label("tofacitinib", title="Xeljanz", text="Xeljanz"),
        product=Product(brand="Xeljanz", forms=forms),
    )
    made = a_monograph(CHAPTERS, label, brands=("Xeljanz",))
    with Library(publish_at(place, made)) as library:
        answer = library.ask(question)
    is_answered = is_listed or "XR" not in question
    assert (answer.outcome is Outcome.ANSWERED) is is_answered
    assert not (is_answered and answer.message)


def test_a_brand_with_its_inhaler_is_no_solution_of_its_ingredient(place: Place) -> None:
    title = "Formoterol inhalation solution"
    assert not asked_of(place, "formoterol", title, (), "Foradil Aerolizer dose").sources
