"""A salt or a maker of which no label is here is said above the answer; a slip that sounds like the
one held name is understood."""

import pytest

from monograph_qa.domain.answer import Outcome
from monograph_qa.store.place import Place

from .asking import asked_of


@pytest.mark.parametrize(
    ("drug", "title", "question", "line"),
    [
        ("diclofenac", "ZORVOLEX capsules", "diclofenac potassium dose", "diclofenac potassium"),
        ("metoprolol", "Metoprolol tablets", "metoprolol succinate dose", "metoprolol succinate"),
        ("atorvastatin", "LIPITOR tablets", "dose of Priva-atorvastatin", "Priva"),
        ("clopidogrel", "PLAVIX tablets", "clopidogrel bisulfate dose", ""),
        ("escitalopram", "LEXAPRO tablets", "escitalopram oxalate dose", ""),
        ("atorvastatin", "LIPITOR tablets", "high-dose atorvastatin", ""),
    ],
)
def test_a_salt_of_other_products_and_another_maker_are_said_above_the_answer(
    place: Place, drug: str, title: str, question: str, line: str
) -> None:
    answer = asked_of(place, drug, title, (), question)
    assert answer.outcome is Outcome.ANSWERED
    assert line in answer.message
    assert bool(line) is bool(answer.message)


@pytest.mark.parametrize(
    ("brand", "question"),
    [
        ("Plavix", "plavics dose"),
        ("Zanaflex", "zanaflecks dose"),
        ("Quelicin", "kwelicin dose"),
        ("Merrem IV", "merem dose"),
    ],
)
def test_slips_that_sound_alike_or_are_of_one_word_are_understood(
    place: Place, brand: str, question: str
) -> None:
    answer = asked_of(place, "atorvastatin", brand, (brand,), question)
    assert answer.outcome is Outcome.ANSWERED
    assert "slip" in answer.message


@pytest.mark.parametrize(
    ("drug", "brand", "question"),
    [
        ("Rosuvastatin", "Crestor", "crester dose"),
        ("Mitotane", "Lysodren", "lisodrenn dose"),
        ("Levothyroxine sodium", "", "thyroxin dose"),
        ("Acetaminophen", "", "paracetamoll dose"),
        ("Salbutamol", "Ventolin", "albuteral dose"),
        ("Glyburide and metformin", "", "glybureide dose"),
        ("Dolutegravir and lamivudine", "Dovato", "lamivudin dose"),
        ("Bictegravir and emtricitabine and tenofovir", "Biktarvy", "bictegravar dose"),
        ("Tofacitinib", "Xeljanz", "zeljanz dose"),
        ("Drospirenone and ethinyl estradiol", "Yaz", "yazz dose"),
    ],
)
def test_a_slip_for_any_name_of_what_is_held_is_understood(
    place: Place, drug: str, brand: str, question: str
) -> None:
    answer = asked_of(place, drug, brand or drug, (brand,) if brand else (), question)
    assert answer.outcome is Outcome.ANSWERED
    assert "slip" in answer.message


@pytest.mark.parametrize(
    ("drug", "question"),
    [
        ("Hydralazine", "hydroxyzin dose"),
        ("Prednisone", "prednisolon dose"),
        ("Lamivudine", "lamotrigin dose"),
        ("Dolutegravir and lamivudine", "telbivudin dose"),
        ("Glyburide and metformin", "glipizid dose"),
        ("Rosuvastatin", "tester dose"),
        ("Estradiol", "estriole dose"),
    ],
)
def test_a_slip_for_another_known_drug_is_not_read_as_the_one_held(
    place: Place, drug: str, question: str
) -> None:
    assert not asked_of(place, drug, drug, (), question).sources


def test_a_part_of_a_combination_is_found_by_its_name_of_another_country(place: Place) -> None:
    drug = "Drospirenone and ethinyl estradiol"
    answer = asked_of(place, drug, "Yaz", ("Yaz",), "ethinylestradiol dose")
    assert "ethinylestradiol alone" in answer.message
    assert answer.sources


@pytest.mark.parametrize("other", ["seretide", "fluticasone/salmeterol", "quorvanol"])
def test_a_brand_said_for_short_is_compared_with_what_is_not_here(place: Place, other: str) -> None:
    title = "Xoterna Breezhaler powder"
    question = f"Xoterna vs {other} dose"
    answer = asked_of(
        place, "indacaterol and glycopyrronium", title, ("Xoterna Breezhaler",), question
    )
    assert answer.outcome is Outcome.ANSWERED
    assert other in answer.message.casefold()
