"""Free texts of texts.yaml: which stored sentences they quote, or what is found wrong."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from monograph_qa.domain.answer import Outcome, Status
from monograph_qa.gate.judging import judge, withhold
from monograph_qa.gate.quoting import Offered, read_quotes

from .world import World, draft_of, read_world

_CASES = yaml.safe_load(Path(__file__).with_name("texts.yaml").read_text(encoding="utf-8"))


def offered(world: World) -> Offered:
    """Each section as a source, numbered from 1 in the order of cases/stored.yaml."""
    sections: dict[str, list[Any]] = {}
    for span in world.spans.values():
        sections.setdefault(span.section.section_id, []).append(span)
    return Offered(dict(enumerate(sections.values(), 1)))


@pytest.mark.parametrize("case", _CASES, ids=lambda case: case["it"])
def test_a_free_text_is_read_as_its_case_says(case: dict[str, Any]) -> None:
    world = read_world()
    read = read_quotes(case["text"], offered(world))
    assert [finding.check for finding in read.findings] == case.get("finds", [])
    if not read.findings:
        assert read.fact_ids == tuple(world.spans[n].fact.fact_id for n in case["quotes"])


@pytest.mark.parametrize("case", [c for c in _CASES if "quotes" in c], ids=lambda case: case["it"])
def test_what_is_shown_of_a_free_text_is_what_is_stored(case: dict[str, Any]) -> None:
    world = read_world()
    read = read_quotes(case["text"], offered(world))
    names = {span.fact.fact_id: name for name, span in world.spans.items()}
    said = {"say": [{"fact": names[fact_id]} for fact_id in read.fact_ids]}
    answer = judge(draft_of(world, said), world)
    assert answer.verdict.status is Status.RELEASED
    shown = [quote.text for group in answer.groups for quote in group.quotes]
    assert shown == [world.spans[name].fact.quote for name in case["quotes"]]


@pytest.mark.parametrize("case", [c for c in _CASES if "finds" in c], ids=lambda case: case["it"])
def test_a_withheld_text_is_not_repeated(case: dict[str, Any]) -> None:
    read = read_quotes(case["text"], offered(read_world()))
    answer = withhold(read.findings, writer="quoting")
    assert answer.outcome is Outcome.WITHHELD and answer.verdict.status is Status.WITHHELD
    told = " ".join(f"{f.subject} {f.message}" for f in answer.verdict.findings)
    assert not any(len(line) > 8 and line in told for line in case["text"].splitlines())


def test_nothing_is_withheld_without_a_finding() -> None:
    with pytest.raises(ValueError, match="without a finding"):
        withhold(())
