"""Names that say less than a label's own, or say it otherwise, and can mean nothing else."""

import pytest
from building import Said

from monograph_qa.domain.answer import Outcome
from monograph_qa.store.place import Place

from .asking import asked, asked_of


@pytest.mark.parametrize(
    ("drug", "title", "brand", "question"),
    [
        ("indacaterol", "Arcapta Neohaler (indacaterol)", "Arcapta Neohaler", "Arcapta dose"),
        (
            "umeclidinium and vilanterol",
            "Anoro Ellipta (umeclidinium and vilanterol)",
            "Anoro Ellipta",
            "anoro dose",
        ),
        ("donepezil", "Aricept (donepezil) tablets and ODT", "Aricept", "Aricept ODT dose"),
        (
            "brentuximab vedotin",
            "ADCETRIS (brentuximab vedotin)",
            "ADCETRIS",
            "brentuximab dose",
        ),
        ("polatuzumab vedotin", "Polivy (polatuzumab vedotin)", "Polivy", "polatuzumab dose"),
        ("divalproex", "Depakote ER (divalproex)", "Depakote ER", "valproate dose"),
        ("arsenic trioxide", "Trisenox (arsenic trioxide)", "Trisenox", "arsenic dose in APL"),
        (
            "cilastatin and imipenem and relebactam",
            "Recarbrio powder",
            "Recarbrio",
            "imipenem/cilastatin/relebactam dose",
        ),
        (
            "velpatasvir and sofosbuvir",
            "Epclusa (sofosbuvir and velpatasvir)",
            "Epclusa",
            "sof/vel dose",
        ),
        (
            "ceftolozane and tazobactam",
            "Zerbaxa powder",
            "Zerbaxa",
            "ceftolozane/tazo dose",
        ),
        (
            "budesonide and formoterol and glycopyrronium",
            "Trixeo inhaler",
            "Trixeo",
            "formoterol budesonide glycopyrrolate dose",
        ),
        (
            "insulin degludec and insulin aspart",
            "Ryzodeg pen",
            "Ryzodeg",
            "aspart degludec dose",
        ),
        (
            "fluticasone furoate and vilanterol",
            "Revinty powder",
            "Revinty",
            "dose of FF/VI in asthma",
        ),
        (
            "ombitasvir and paritaprevir and ritonavir",
            "Viekirax tablets",
            "Viekirax",
            "ombitasvir/paritaprevir/r dose",
        ),
        ("sirolimus", "Rapamune (sirolimus)", "Rapamune", "rapamycin dose"),
        ("avatrombopag", "Doptelet (avatrombopag)", "Doptelet", "dopletet dosing risk"),
        ("ibalizumab", "Trogarzo (ibalizumab)", "Trogarzo", "trogazro called, dose?"),
    ],
)
def test_it_is_answered(place: Place, drug: str, title: str, brand: str, question: str) -> None:
    answer = asked_of(place, drug, title, (brand,), question)
    assert answer.outcome is Outcome.ANSWERED, answer.message


@pytest.mark.parametrize(
    ("drug", "title", "brand", "question"),
    [
        ("golimumab", "Simponi Aria (golimumab)", "Simponi Aria", "Simponi dose"),
        ("trastuzumab emtansine", "Kadcyla (ado-trastuzumab emtansine)", "Kadcyla", "trastuzumab"),
        ("donepezil", "Zeldon (donepezil) tablets", "Zeldon", "Aricept ODT dose"),
        ("valproic acid", "Zelval capsules (valproic acid)", "Zelval", "divalproex dose"),
    ],
)
def test_what_may_be_another_product_is_not(
    place: Place, drug: str, title: str, brand: str, question: str
) -> None:
    answer = asked_of(place, drug, title, (brand,), question)
    assert answer.outcome is not Outcome.ANSWERED


@pytest.mark.parametrize("typed", ["amiodaron", "aminophyline", "fluconazol"])
def test_a_slip_in_a_partner_s_name_is_read(place: Place, typed: str) -> None:
    right = {"amiodaron": "amiodarone", "aminophyline": "aminophylline"}.get(typed, "fluconazole")
    chapters = {
        "drug_interactions": [
            Said(f"With {right} give 10 mg once daily.", ("drug_interaction", "dose")),
            Said("With rifampin give 40 mg once daily.", ("drug_interaction", "dose")),
        ]
    }
    answer = asked(place, chapters, f"famotidine with {typed}")
    assert right in answer.groups[0].quotes[0].text
