"""A one-character lie in any text that is shown is withheld."""

from dataclasses import fields, replace
from typing import Any, TypeVar

from building import HALF_LIFE, Said, a_monograph, honest_draft, nizatidine
from hypothesis import given
from hypothesis import strategies as st

from gate.lies import Kept, changed_quote, characters, lies, names, sentences
from monograph_qa.domain.answer import (
    Draft,
    Group,
    Quote,
    Source,
    Status,
)
from monograph_qa.domain.label import Image
from monograph_qa.gate.judging import judge

Shown = TypeVar("Shown", Quote, Group, Source, Image)


# The findings of a check that compares words; `figures` may say more closely what it is.
WORDING = {"altered", "truncated", "spliced", "invisible", "look_alike", "fabricated"}


@given(st.data())
def test_any_one_character_change_to_a_quote_is_withheld(data: st.DataObject) -> None:
    monograph = nizatidine()
    draft = honest_draft(monograph)
    lie = data.draw(lies(draft.groups[0].quotes[0].text))
    answer = judge(changed_quote(draft, lambda quote: replace(quote, text=lie)), Kept(monograph))
    assert answer.verdict.status is Status.WITHHELD
    assert names(answer.verdict.findings) & WORDING


@given(sentences, st.data())
def test_any_one_character_change_to_any_text_is_withheld(text: str, data: st.DataObject) -> None:
    monograph = a_monograph({"pharmacokinetics": [Said(text)]})
    lie = data.draw(lies(text))
    draft = changed_quote(honest_draft(monograph), lambda quote: replace(quote, text=lie))
    assert judge(draft, Kept(monograph)).verdict.status is Status.WITHHELD


@given(st.data())
def test_any_change_to_a_lead_in_is_withheld(data: st.DataObject) -> None:
    lead = "In patients with a creatinine clearance < 30 mL/min:"
    monograph = a_monograph({"pharmacokinetics": [replace(HALF_LIFE, context=lead)]})
    lie = data.draw(st.one_of(st.none(), lies(lead)))
    draft = changed_quote(honest_draft(monograph), lambda quote: replace(quote, context=lie))
    answer = judge(draft, Kept(monograph))
    assert names(answer.verdict.findings) == {"severed"}


@given(st.data())
def test_a_character_put_anywhere_into_what_is_shown_is_withheld(data: st.DataObject) -> None:
    monograph = nizatidine()
    draft = honest_draft(monograph)
    shown = data.draw(st.sampled_from(["quotes", "groups", "sources", "images"]))
    come = data.draw(characters)
    changed = _with_character(draft, shown, come, data)
    answer = judge(changed, Kept(monograph))
    assert answer.verdict.status is Status.WITHHELD, (shown, come)


def _with_character(draft: Draft, shown: str, come: str, data: st.DataObject) -> Draft:
    """The draft with `come` put into one of the texts that are shown of one of those."""
    if shown == "quotes":
        put = data.draw(st.sampled_from(["text", "context", "fact_id"]))
        return changed_quote(draft, lambda quote: _put_into(quote, put, come, data))
    own = getattr(draft, shown)
    at = data.draw(st.integers(0, len(own) - 1))
    texts = [f.name for f in fields(own[at]) if isinstance(getattr(own[at], f.name), str)]
    put = data.draw(st.sampled_from(texts))
    changed = (*own[:at], _put_into(own[at], put, come, data), *own[at + 1 :])
    return {
        "groups": replace(draft, groups=changed),
        "sources": replace(draft, sources=changed),
        "images": replace(draft, images=changed),
    }[shown]


def _put_into(value: Shown, name: str, come: str, data: st.DataObject) -> Shown:
    text = getattr(value, name) or ""
    at = data.draw(st.integers(0, len(text)))
    changes: dict[str, Any] = {name: text[:at] + come + text[at:]}
    return replace(value, **changes)
