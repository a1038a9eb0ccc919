"""What a label's own short forms stand for, in its sentences and headings."""

import pytest
from building import Said, a_monograph

from monograph_qa.domain.frame import conditions_of
from monograph_qa.frames.framing import short_forms, spelling_out


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("for panic disorder (PD) and others", {"PD": "panic disorder"}),
        ("in adults with posttraumatic stress disorder (PTSD)", {}),  # that no table knows so
        ("a deep vein thrombosis (DVT) or a pulmonary embolism (PE)",
         {"DVT": "deep vein thrombosis", "PE": "pulmonary embolism"}),
        ("of lung cancer (LC) which", {"LC": "lung cancer"}),
        ("an inhibitor of breast cancer resistance protein (BCRP)", {}),
        ("the Diabetes Control Trial (DCT)", {}),
        ("ischemic stroke (IS) was seen", {"IS": "ischemic stroke"}),
        ("ischemic stroke (iS) was seen", {}),  # a word of every sentence
        ("a rash (see CONTRAINDICATIONS)", {}),
        ("panic disorder (PD); pemphigus disease (PD)", {"PD": "panic disorder"}),
    ],
)  # fmt: skip
def test_a_short_form_stands_for_the_disease_before_it(text: str, forms: dict[str, str]) -> None:
    assert short_forms([text]) == forms


def test_short_forms_are_spelt_out_as_words_of_small_letters() -> None:
    spell = spelling_out({"PD": "panic disorder"})
    assert spell("OCD, PD and SAD") == "OCD, panic disorder and SAD"
    assert spell("PDE inhibitors") == "PDE inhibitors"
    assert spell("USE IN PD") == "USE IN PD"  # all is in capitals: nothing is short
    assert spelling_out({})("PD") == "PD"


def test_a_line_is_read_by_what_its_label_means() -> None:
    own = [Said("It is indicated for panic disorder (PD)."), Said("PD: start with 25 mg.")]
    others = [Said("It is indicated for another thing."), Said("PD: start with 25 mg.")]
    read = [
        conditions_of(a_monograph({"indications_and_usage": lines}).facts[1].frame)
        for lines in (own, others)
    ]
    assert read[0] == {"panic disorder"}
    assert read[1] != read[0]
