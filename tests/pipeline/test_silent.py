"""What stands near what is asked is no answer: the label is silent, and that is said."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from building import Said, a_label, a_monograph, publish_at

from monograph_qa.domain.answer import Outcome
from monograph_qa.library import Library
from monograph_qa.store.place import Place

from .tiers import shown

CASES = yaml.safe_load((Path(__file__).with_name("silent.yaml")).read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['question']} {case['answers']}")
def test_only_what_states_it_answers(place: Place, case: dict[str, Any]) -> None:
    line = Said(case["line"], tuple(case["attributes"]))
    label = a_monograph({case["section"]: [line]}, a_label("Famotidine"))
    with Library(publish_at(place, label)) as library:
        answer = library.ask(case["question"])
    is_noted = answer.message.startswith(("Nothing in this label", "No sentence of this label"))
    says_so = answer.outcome is Outcome.NOT_FOUND or is_noted
    assert says_so is not case["answers"], answer.message
    assert (line.text in shown(answer)) or not case["answers"]
