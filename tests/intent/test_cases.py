"""Every row of cases/*.yaml is read as it says."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from monograph_qa.domain.intent import Intent
from monograph_qa.intent import classify

from .list_namebook import ListNameBook

_HERE = Path(__file__).parent
_BEST = 6  # how deep among the ranked section keys an expected one may stand
_KNOWN = frozenset(
    {"q", "drugs", "unknown", "near", "first", "keys", "attributes", "kind", "kind_not"}
    | {"populations", "images", "words"}
)


def _cases() -> list[Any]:
    return [
        pytest.param(case, id=f"{path.stem}: {case['q']}")
        for path in sorted((_HERE / "cases").glob("*.yaml"))
        for case in yaml.safe_load(path.read_text(encoding="utf-8"))
    ]


@pytest.fixture(scope="module")
def library() -> ListNameBook:
    return ListNameBook(yaml.safe_load((_HERE / "library.yaml").read_text(encoding="utf-8")))


def _disagreements(case: dict[str, Any], intent: Intent) -> list[str]:
    """What of the case the intent does not say; empty when it says it all."""
    near = [hit.name for unknown in intent.unknown_drugs for hit in unknown.near]
    exact = {
        "drugs": [drug.name for drug in intent.drugs],
        "unknown": [unknown.asked for unknown in intent.unknown_drugs],
        "near": near,
        "kind": intent.kind.value,
        "first": intent.section_keys[0] if intent.section_keys else None,
    }
    holding = {
        "keys": intent.section_keys[:_BEST],
        "attributes": (*intent.attributes, *intent.fallback_attributes),
        "populations": intent.populations,
        "images": intent.image_kinds,
        "words": intent.words,
    }
    wrong = [f"{k}: {v!r}" for k, v in exact.items() if k in case and case[k] != v]
    wrong += [f"{k}: {v!r}" for k, v in holding.items() if not set(case.get(k, ())) <= set(v)]
    if case.get("kind_not") == intent.kind.value:
        wrong.append(f"kind: {intent.kind.value!r}")
    return wrong


@pytest.mark.parametrize("case", _cases())
def test_a_question_is_read_as_its_case_says(case: dict[str, Any], library: ListNameBook) -> None:
    assert case.keys() <= _KNOWN
    assert _disagreements(case, classify(case["q"], library)) == []
