"""Every row of cases/<check>.yaml is found, or passed, by that check."""

from typing import Any

import pytest
import yaml

from monograph_qa.domain.answer import Status
from monograph_qa.gate.checks import CHECKS, Check
from monograph_qa.gate.judging import judge

from .world import CASES, as_stored, draft_of, read_world

_BY_FILE = {check.__name__.removeprefix("check_"): check for check in CHECKS}


def _cases() -> list[Any]:
    return [
        pytest.param(_BY_FILE[path.stem], case, id=f"{path.stem}: {case['it']}")
        for path in sorted(CASES.glob("*.yaml"))
        if path.stem != "stored"
        for case in yaml.safe_load(path.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(("check", "case"), _cases())
def test_a_check_finds_what_its_case_says_and_nothing_else(
    check: Check, case: dict[str, Any]
) -> None:
    world = as_stored(read_world(), case)
    draft = draft_of(world, case)
    ids = {quote.fact_id for group in draft.groups for quote in group.quotes}
    stored = world.stored(ids, {image.image_id for image in draft.images})
    found = {finding.check for finding in check(draft, stored)}
    assert found == set(case.get("finds", ()))


@pytest.mark.parametrize(("check", "case"), _cases())
def test_the_gate_withholds_whatever_one_check_finds(check: Check, case: dict[str, Any]) -> None:
    world = as_stored(read_world(), case)
    answer = judge(draft_of(world, case), world)
    if case.get("finds"):
        assert answer.verdict.status is Status.WITHHELD
        assert not answer.groups and not answer.sources and not answer.images


def test_every_check_has_cases_that_pass_and_cases_that_fail() -> None:
    for name in _BY_FILE:
        rows = yaml.safe_load((CASES / f"{name}.yaml").read_text(encoding="utf-8"))
        assert any(row.get("finds") for row in rows), name
        assert any(not row.get("finds") for row in rows), name
