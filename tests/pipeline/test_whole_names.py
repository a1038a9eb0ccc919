"""What stands beside a name belongs to it: a release, a word more, another slip is another product;
a short form of the one name that is here is not."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from building import Said, a_label, a_monograph, publish_at

from monograph_qa.domain.answer import Outcome
from monograph_qa.domain.label import Product
from monograph_qa.library import Library
from monograph_qa.store.place import Place

from .asking import CHAPTERS, DOSE, asked_of


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
    assert asked_of(place, drug, title, brands, question).outcome is not Outcome.ANSWERED


@pytest.mark.parametrize(
    ("drug", "title", "brands", "question"),
    [
        ("insulin glargine", "INSULIN GLARGINE injection", (), "glargine dose"),
        ("insulin glargine", "INSULIN GLARGINE injection", (), "Civica glargine dose"),
        ("amphetamine", "ADDERALL XR capsules", ("ADDERALL XR",), "adderall XR 20 mg dose"),
        ("measles vaccine", "M-M-R II", ("M-M-R II",), "MMR dose"),
        ("asfotase alfa", "STRENSIQ", ("Strensiq",), "is asfotase alfa dosed by weight"),
        ("hepatitis B vaccine", "RECOMBIVAX HB", ("RECOMBIVAX HB",), "recombivax dose"),
    ],
)
def test_a_short_form_of_the_one_name_that_is_here_is_answered(
    place: Place, drug: str, title: str, brands: tuple[str, ...], question: str
) -> None:
    assert asked_of(place, drug, title, brands, question).outcome is Outcome.ANSWERED


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


VACCINES = {
    "Ervebo": "Ebola Zaire Vaccine (rVSV, live)",
    "Zabdeno": "Ebola vaccine (Ad26.ZEBOV-GP, recombinant)",
    "Prevnar 13": "Pneumococcal 13-valent Conjugate Vaccine",
    "Pneumovax 23": "Pneumococcal Vaccine Polyvalent",
    "Fluzone": "Influenza Vaccine",
    "Flucelvax": "Influenza Vaccine",
    "Ixiaro": "Japanese Encephalitis Vaccine",
    "Boostrix": "Tetanus Toxoid, Reduced Diphtheria Toxoid and Acellular Pertussis Vaccine",
    "Rotarix": "Rotavirus Vaccine, Live",
    "Ipol": "Poliovirus Vaccine Inactivated",
}


@pytest.fixture
def vaccines(place: Place) -> Iterator[Library]:
    each = (
        a_monograph(
            CHAPTERS,
            replace(a_label(drug, title=brand, text=brand), product=Product(brand=brand)),
            brands=(brand,),
        )
        for brand, drug in VACCINES.items()
    )
    with Library(publish_at(place, *each)) as library:
        yield library


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("Ebola vaccine dose", 2),
        ("ebola shot schedule", 2),
        ("dose of the vaccine against ebola", 2),
        ("pneumococcal vaccine dose", 2),
        ("pneumonia shot dose", 2),
        ("flu vaccine dose", 2),
        ("influenza vaccine dose", 2),
    ],
)
def test_which_of_two_vaccines_is_meant_is_asked(
    vaccines: Library, question: str, count: int
) -> None:
    answer = vaccines.ask(question)
    assert answer.outcome is Outcome.CLARIFY and len(answer.candidates) == count


@pytest.mark.parametrize(
    ("question", "brand"),
    [
        ("Ervebo dose", "Ervebo"),
        ("Zabdeno Ebola vaccine dose", "Zabdeno"),
        ("Prevnar 13 dose", "Prevnar 13"),
        ("pneumococcal vaccine (Pneumovax 23) dose", "Pneumovax 23"),
        ("Fluzone flu vaccine dose", "Fluzone"),
        ("Japanese encephalitis vaccine dose", "Ixiaro"),
        ("Tdap dose", "Boostrix"),
        ("tetanus booster dose", "Boostrix"),
        ("IPV dose", "Ipol"),
        ("PCV13 dose", "Prevnar 13"),
        ("pneumococcal conjugate vaccine dose", "Prevnar 13"),
        ("pneumococcal polysaccharide vaccine dose", "Pneumovax 23"),
        ("rotavirus vaccine dose", "Rotarix"),
    ],
)
def test_a_vaccine_that_is_named_or_alone_answers(
    vaccines: Library, question: str, brand: str
) -> None:
    answer = vaccines.ask(question)
    assert {source.title for source in answer.sources} == {brand} and "alone" not in answer.message


@pytest.mark.parametrize(
    "asked",
    [
        "DTaP",
        "dtap vaccine",
        "Td vaccine",
        "OPV",
        "PCV20",
        "Hepatitis A and B vaccine",
        "mpox shot",
    ],
)
def test_a_vaccine_of_which_none_is_here_is_said_to_be_missing(
    vaccines: Library, asked: str
) -> None:
    answer = vaccines.ask(f"{asked} dose")
    assert answer.outcome is Outcome.NOT_FOUND and f"No label of “{asked}”" in answer.message


@pytest.mark.parametrize("question", ["Prevnar 20 dose", "Mvabea Ebola vaccine dose"])
def test_a_vaccine_that_is_not_here_is_not_answered_from_another(
    vaccines: Library, question: str
) -> None:
    assert not vaccines.ask(question).sources


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
        ("extended-release capsule", "zelforine IR dose", True),
        ("extended-release capsule", "zelforine XR dose", False),
        ("tablet", "zelforine, MR scan tomorrow, dose", False),
        ("extended-release capsule", "immediate-release zelforine dose", True),
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


@pytest.mark.parametrize("asked", ["metformin glyburide", "glyburide metformin"])
def test_a_held_combination_is_found_whichever_comes_first(place: Place, asked: str) -> None:
    title = "Glyburide and metformin tablets"
    answer = asked_of(place, "glyburide and metformin", title, (), f"{asked} dose")
    assert answer.outcome is Outcome.ANSWERED


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


LONGER = (
    ("Flucelvax", "Tetra"),
    ("Anoro", "Ellipta"),
    ("Breo", "Ellipta"),
    ("Trelegy", "Ellipta"),
    ("Spiriva", "Respimat"),
    ("Simponi", "Aria"),
    ("Prozac", "Weekly"),
    ("Herceptin", "Hylecta"),
    ("Tobradex", "ST"),
    ("Climara", "Pro"),
)


@pytest.mark.parametrize(("known", "more"), LONGER)
def test_the_beginning_of_a_held_brand_is_asked_about(place: Place, known: str, more: str) -> None:
    brand = f"{known} {more}"
    answer = asked_of(place, "zelforine", f"{brand} (zelforine)", (brand,), f"{known} dose")
    assert [each.title for each in answer.candidates] == [f"{brand} (zelforine)"]


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
