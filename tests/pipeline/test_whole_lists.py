"""A list that is asked for in so many words is shown whole, whoever else the question names."""

import pytest
from building import Said

from monograph_qa.store.place import Place

from .asking import asked
from .tiers import quotes

FORBIDDEN = [
    Said("A history of angioedema.", ("contraindication",)),
    Said("Hereditary angioedema.", ("contraindication",)),
    Said("Do not give it within 36 hours of sacubitril.", ("contraindication",)),
]
CHAPTERS = {
    "contraindications": FORBIDDEN,
    "drug_interactions": [Said("Sacubitril raises the risk of angioedema.", ("drug_interaction",))],
}


@pytest.mark.parametrize(
    "question",
    [
        "who must not get famotidine? incl. sacubitril washout",
        "famotidine for infants, full list of contraindications",
        "list all contraindications of famotidine, pt on sacubitril",
    ],
)
def test_none_of_a_list_is_left_out(place: Place, question: str) -> None:
    shown = quotes(asked(place, CHAPTERS, question))
    assert shown[: len(FORBIDDEN)] == [each.text for each in FORBIDDEN]


def test_of_a_drug_taken_as_well_its_own_lines_are_the_answer(place: Place) -> None:
    shown = quotes(asked(place, CHAPTERS, "famotidine contraindicated with sacubitril?"))
    assert FORBIDDEN[0].text not in shown[:1]
