"""A maker named beside a drug chooses its label; one of which none is here is said."""

from dataclasses import replace

import pytest
from building import Said, a_label, a_monograph, publish_at

from monograph_qa.domain.label import Monograph, Product
from monograph_qa.library import Library
from monograph_qa.store.place import Place

MAKERS = (
    "PROFICIENT RX LP",
    "Bristol-Myers Squibb Company",
    "QuVaTech Pharma Ltd",
    "Eli Lilly and Company",
    "GreenstonePack Inc.",
)


def of_each_maker() -> list[Monograph]:
    return [
        a_monograph(
            {"dosage_and_administration": [Said(f"Give {at} mg once daily.", ("dose",))]},
            replace(
                a_label("Enalapril", title=f"Enalapril {at} tablets"), product=Product(maker=each)
            ),
        )
        for at, each in enumerate(MAKERS, 1)
    ]


@pytest.mark.parametrize(
    ("question", "maker"),
    [
        ("enalapril by Proficient Rx dose", "PROFICIENT RX LP"),
        ("dose of enalapril tablets made by GreenstonePack", "GreenstonePack Inc."),
        ("enalapril repackaged by Greenstone Pack: dose", "GreenstonePack Inc."),
        ("BMS enalapril dose", "Bristol-Myers Squibb Company"),
        ("enalapril from Squibb dose", "Bristol-Myers Squibb Company"),
        ("Eli Lilly enalapril dose", "Eli Lilly and Company"),
        ("enalapril (Lilly) dose", "Eli Lilly and Company"),
        ("Proficient enalapril dose", "PROFICIENT RX LP"),
        ("quvatech enalapril dose", "QuVaTech Pharma Ltd"),
        ("enalapril QVT dose", "QuVaTech Pharma Ltd"),
    ],
)
def test_a_maker_chooses_its_label_however_it_is_named(
    place: Place, question: str, maker: str
) -> None:
    with Library(publish_at(place, *of_each_maker())) as library:
        (source,) = library.ask(question).sources
        assert library.reader.get_label(source.label_id).product.maker == maker


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("Mylan enalapril dose", "Mylan"),
        ("enalapril viatris dose", "viatris"),
        ("enalapril Accord dose", "Accord"),
        ("enalapril tablets Sandoz 5 mg dose", "Sandoz"),
        ("dose of mylan enalapril", "mylan"),
        ("Merck's enalapril dose", "Merck"),
        ("enalapril by Aurobindo dose", "Aurobindo"),
        ("enalapril tablets manufactured by Wockhardt: dose", "Wockhardt"),
        ("enalapril (Sandoz) dose", "Sandoz"),
        ("enalapril from Baxter dose", "Baxter"),
        ("enalapril from Monday: dose", ""),
        ("Usual enalapril dose", ""),
        ("enalapril dose from day 3", ""),
    ],
)
def test_a_maker_of_which_no_label_is_here_is_said(place: Place, question: str, other: str) -> None:
    chapters = {"dosage_and_administration": [Said("Give 5 mg once daily.", ("dose",))]}
    with Library(publish_at(place, a_monograph(chapters, a_label("Enalapril")))) as library:
        answer = library.ask(question)
    assert answer.sources
    assert answer.message == (
        f"No label of {other} is here; read as enalapril, as others make it." if other else ""
    )


@pytest.mark.parametrize(
    "question",
    [
        "compare Lilly enalapril and QuVaTech enalapril: dose",
        "compare enalapril from Lilly and enalapril from QuVaTech: dose",
        "Lilly vs QuVaTech enalapril dose",
    ],
)
def test_of_two_makers_set_side_by_side_both_answer(place: Place, question: str) -> None:
    with Library(publish_at(place, *of_each_maker())) as library:
        held = (library.reader.get_label(s.label_id) for s in library.ask(question).sources)
        makers = {label.product.maker for label in held}
    assert makers == {"Eli Lilly and Company", "QuVaTech Pharma Ltd"}
