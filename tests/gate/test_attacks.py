"""Drafts that mean harm are withheld, and nothing of theirs is shown."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from monograph_qa.domain.answer import Draft, Status
from monograph_qa.gate.judging import Terms, judge

from .world import World, draft_of, read_world

_CASES = yaml.safe_load(Path(__file__).with_name("attacks.yaml").read_text(encoding="utf-8"))


def terms_of(world: World, draft: Draft, told: dict[str, Any]) -> Terms:
    """What the pipeline knows: as the draft says, but for what the case tells."""
    asked = [world.labels[name].label_id for name in told.get("asked", ())] or draft.label_ids
    brought = world.fact_ids(told["retrieved"]) if "retrieved" in told else draft.retrieved
    required = world.fact_ids(told["required"]) if "required" in told else draft.required
    parts = draft_of(world, {"parts": told["parts"]}).parts if "parts" in told else None
    return Terms(
        label_ids=frozenset(asked),
        retrieved=brought,
        required=required,
        limits=world.fact_ids(told.get("limits", ())),
        reasons=dict.fromkeys(brought, frozenset({()})),
        last_resort=told.get("last_resort", False),
        parts=parts,
    )


def drafted(world: World, case: dict[str, Any]) -> Draft:
    draft = draft_of(world, case)
    if "heading" in case:
        last = replace(draft.groups[-1], heading=case["heading"], heading_path=case["heading"])
        draft = replace(draft, groups=(*draft.groups[:-1], last))
    if "title" in case:
        idle = replace(draft.sources[-1], title=case["title"], drug=case["title"])
        draft = replace(draft, sources=(*draft.sources[:-1], idle))
    return draft


@pytest.mark.parametrize("case", _CASES, ids=lambda case: case["it"])
def test_an_attack_is_withheld_for_what_it_is(case: dict[str, Any]) -> None:
    world = read_world()
    draft = drafted(world, case)
    terms = terms_of(world, draft, case["terms"]) if "terms" in case else None
    answer = judge(draft, world, terms)
    assert answer.verdict.status is Status.WITHHELD
    assert {finding.check for finding in answer.verdict.findings} == set(case["finds"])
    assert not answer.groups and not answer.sources and not answer.images and not answer.parts
    if "hides" in case:
        assert case["hides"] not in repr(answer)


def test_an_honest_draft_on_its_own_terms_is_released() -> None:
    world = read_world()
    say = [{"fact": "renal", "tier": "limit"}, {"fact": "half_life"}]
    draft = draft_of(world, {"say": say, "pictures": [{"of": "nizatidine"}]})
    pictures = {image.image_id for image in draft.images}
    terms = Terms(
        label_ids=frozenset(draft.label_ids),
        retrieved=draft.retrieved | pictures,
        required=draft.required,
        limits=world.fact_ids(["renal"]),
    )
    assert judge(draft, world, terms).verdict.status is Status.RELEASED


def test_text_that_claims_to_equal_everything_is_not_shown() -> None:
    """Equality of Python objects can lie; what is shown is read off the store all the same."""

    class Chameleon(str):
        __slots__ = ()
        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            return True

        def __ne__(self, other: object) -> bool:
            return False

    world = read_world()
    draft = draft_of(world, {"say": [{"fact": "half_life"}]})
    lie = Chameleon("Take as many as you like.")
    group, source = draft.groups[0], draft.sources[0]
    quote = replace(group.quotes[0], text=lie, context=lie)
    group = replace(group, heading=lie, heading_path=lie, section_key=lie, quotes=(quote,))
    source = replace(source, title=lie, drug=lie, heading_path=lie)
    answer = judge(replace(draft, groups=(group,), sources=(source,)), world)
    assert lie[:] not in repr(answer)
