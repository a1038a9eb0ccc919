"""What `bench.people` measures does not become less, and what stands beside a name is answered."""

import pytest

from bench.people import PARTS, measured
from monograph_qa.audit.redaction import redact


@pytest.mark.parametrize("part", PARTS)
def test_identifiers_are_found_and_harmless_questions_are_kept(part: str) -> None:
    result = measured(part)
    assert result.found >= 0.96, result.missed
    assert result.spared >= 0.97, result.harmed
    assert result.kept >= 0.99, result.lost


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("tanaka hiroshi 62M eGFR 30 apixaban dose", "62M eGFR 30 apixaban dose"),
        ("smith, robert 71 yo warfarin 5 mg", "71 yo warfarin 5 mg"),
        ("João da Silva CrCl 42 metformin", "CrCl 42 metformin"),
        ("OKAFOR, NGOZI 34F LAMOTRIGINE 200 MG", "34F LAMOTRIGINE 200 MG"),
    ],
)
def test_beside_a_name_age_laboratory_values_and_drug_are_read(question: str, reading: str) -> None:
    assert redact(question).reading == reading


@pytest.mark.parametrize("name", ["Brown", "Rose", "Young", "Hope", "Turner", "Camila"])
def test_a_name_that_is_also_a_word_counts_only_beside_a_name(name: str) -> None:
    alone, beside = f"{name} dose of warfarin", f"Maria {name}, dose of warfarin"
    assert redact(alone).question == alone
    assert redact(beside).question == "[name], dose of warfarin"


@pytest.mark.parametrize("typed", [str.lower, str.upper, str.title])
@pytest.mark.parametrize("order", ["{given} {family}", "{family} {given}", "{family}, {given}"])
@pytest.mark.parametrize(
    ("given", "family"),
    [("Hiroshi", "Tanaka"), ("Zoltán", "Nagy"), ("Chidinma", "Okonkwo"), ("Siobhan", "O'Malley"),
     ("Guðrún", "Jónsdóttir"), ("Pieter", "van der Meer")],
)  # fmt: skip
def test_names_are_found_in_any_order_and_writing(
    given: str, family: str, order: str, typed: "type[str]"
) -> None:
    name = typed(order.format(given=given, family=family))
    assert redact(f"is 20 mg of citalopram ok in {name}?").question == (
        "is 20 mg of citalopram ok in [name]?"
    )


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("patient called ivy, nafcillin rash?", "patient called [patient name], nafcillin rash?"),
        ("patient called Rose Miller, statin?", "patient called [patient name], statin?"),
        ("does Obinna tolerate enalapril", "does [name] tolerate enalapril"),
        ("is ramipril safe for Folarin to take", "is ramipril safe for [name] to take"),
        ("the Adeyemi twins need cefalexin", "the [name] twins need cefalexin"),
        ("Q. Zuberilan on apixaban", "[name] on apixaban"),
        ("sammy k. 7 yrs, cetirizine 5 mg", "[name]. 7 yrs, cetirizine 5 mg"),
        ("Van der Heide, W.: digoxin", "[name].: digoxin"),
        ("omar hussein shah, digoxin 0.125 mg", "[name], digoxin 0.125 mg"),
        ("digoxin 0.125 mg for lindenberger", "digoxin 0.125 mg for [name]"),
        ("bed7/itu Stavropoulos, heparin rate", "[room] [name], heparin rate"),
        ("study subject 3301-0044, digoxin", "study subject [record number], digoxin"),
        ("hosp no. K-55019, digoxin", "hosp no. [record number], digoxin"),
        ("pt from 60614, digoxin", "pt from [address], digoxin"),
        ("hip implant lot LT55820-3, digoxin", "hip implant lot [device number], digoxin"),
        ("calle mayor 22, 3o izq digoxin", "[address] digoxin"),
        ("tracking number 1Z999AA10123456784, Humira", "tracking number [record number], Humira"),
    ],
)
def test_who_somebody_is_is_told_by_what_stands_beside_the_name(question: str, shown: str) -> None:
    assert redact(question).question == shown


@pytest.mark.parametrize(
    "question",
    [
        "patient called will pick up digoxin",
        "patient called Yasmin a brand of drospirenone",
        "the Baxter bag of heparin",
        "does Pfizer make warfarin",
        "is it safe for Eliquis to be crushed",
        "E. Coli and ciprofloxacin",
        "K 5.4 and lisinopril",
        "patient from 10000 units of heparin to 5000 units",
        "12 mg/hdu of morphine",
        "Richter transformation and ibrutinib",
        "insulin pen lot LT55820-3 recalled",
        "EDSS on ocrelizumab",
        "Luizza missed 2 pills",
    ],
)
def test_what_names_nobody_stays_beside_the_same_words(question: str) -> None:
    assert redact(question).question == question


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("spoke with Liliana about her lithium", "spoke with [name] about her lithium"),
        ("thanks, Kiran", "thanks, [name]"),
        ("Oma Hedwig on warfarin", "Oma [name] on warfarin"),
        ("Twin A Adeleke 2 kg caffeine dose", "Twin [patient name] 2 kg caffeine dose"),
        ("ganbaatar lkhagva warfarin dose", "[name] warfarin dose"),
        ("should Yolanda hold her Eliquis", "should [name] hold her Eliquis"),
        ("plate KLM 4821, drowsy on gabapentin", "plate [record number], drowsy on gabapentin"),
        ("how should Senna be used", "how should Senna be used"),
        ("Rankin scale and tPA", "Rankin scale and tPA"),
        ("Sandoz, Princeton zoledronic acid", "Sandoz, Princeton zoledronic acid"),
    ],
)
def test_names_are_told_by_what_stands_beside_them(question: str, shown: str) -> None:
    assert redact(question).question == shown
