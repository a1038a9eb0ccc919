"""A record of openFDA is of what it states, or prints where it states nothing."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from monograph_qa.parse.openfda import names_of_record

CASES = yaml.safe_load((Path(__file__).parent / "cases" / "openfda_names.yaml").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(case["names"]) or "none")
def test_a_record_is_called_what_its_fields_say(case: dict[str, Any]) -> None:
    assert dict(names_of_record(case["fields"])) == case["names"]
