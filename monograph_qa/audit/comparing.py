"""What differs between two records of one question: outcome, findings, quotes."""

import json
from collections.abc import Iterator
from typing import Any

from monograph_qa.domain.audit import AuditRecord
from monograph_qa.frozen import frozen


@frozen
class QuoteSaid:
    """One quote of a draft, with where it stood; `context` is the lead-in shown beside it."""

    text: str
    fact_id: str
    label_id: str
    version: int | None
    page: int | None
    heading_path: str
    context: str = ""


@frozen
class Change:
    """One thing about the answer that is not as it was."""

    what: str
    then: str
    now: str


@frozen
class Differences:
    """`moved` are quotes with the same words from another place or version: (then, now)."""

    changes: tuple[Change, ...]
    same: tuple[QuoteSaid, ...]
    moved: tuple[tuple[QuoteSaid, QuoteSaid], ...]
    removed: tuple[QuoteSaid, ...]
    added: tuple[QuoteSaid, ...]

    @property
    def is_same(self) -> bool:
        """Whether the same was said from the same places."""
        return not (self.changes or self.moved or self.removed or self.added)


def compare(then: AuditRecord, now: AuditRecord) -> Differences:
    """How `now` differs from `then`; quotes are those of the drafts, released or withheld."""
    before, after = list(quotes_of(then)), list(quotes_of(now))
    now_by_id = {each.fact_id: each for each in after}
    same = [q for q in before if q.fact_id in now_by_id and now_by_id[q.fact_id].text == q.text]
    kept = {each.fact_id for each in same}
    gone = [each for each in before if each.fact_id not in kept]
    new = [each for each in after if each.fact_id not in kept]
    moved: list[tuple[QuoteSaid, QuoteSaid]] = []
    removed: list[QuoteSaid] = []
    for each in gone:
        twin = next((other for other in new if other.text == each.text), None)
        if twin is None:
            removed.append(each)
        else:
            new.remove(twin)
            moved.append((each, twin))
    return Differences(
        tuple(_changes(then, now)), tuple(same), tuple(moved), tuple(removed), tuple(new)
    )


def quotes_of(record: AuditRecord) -> Iterator[QuoteSaid]:
    """The quotes that a record's draft proposed; none where it is no JSON any more."""
    draft = decoded(record.draft)
    sources = {s.get("n"): s for s in draft.get("sources", [])}
    for group in draft.get("groups", []):
        for quote in group.get("quotes", []):
            source = sources.get(quote.get("source"), {})
            yield QuoteSaid(
                text=str(quote.get("text", "")),
                fact_id=str(quote.get("fact_id", "")),
                label_id=str(source.get("label_id") or group.get("label_id", "")),
                version=source.get("version"),
                page=quote.get("page"),
                heading_path=str(group.get("heading_path", "")),
                context=str(quote.get("context") or ""),
            )


def decoded(column: str) -> dict[str, Any]:
    """A JSON column; a list stands under "". Nothing where it is no JSON any more: it was changed,
    which `verify` tells."""
    try:
        value = json.loads(column)
    except (ValueError, TypeError):
        return {}
    if isinstance(value, list):
        return {"": value}
    return value if isinstance(value, dict) else {}


def _changes(then: AuditRecord, now: AuditRecord) -> Iterator[Change]:
    before, after = decoded(then.answer), decoded(now.answer)
    compared = (
        ("outcome", before.get("outcome"), after.get("outcome")),
        ("verdict", then.verdict, now.verdict),
        ("message", before.get("message"), after.get("message")),
        ("findings", _findings(then), _findings(now)),
        ("pictures", _pictures(then), _pictures(now)),
        ("writer", then.model, now.model),
    )
    for what, was, is_ in compared:
        if (was or "") != (is_ or ""):
            yield Change(what, str(was or ""), str(is_ or ""))


def _findings(record: AuditRecord) -> str:
    found = decoded(record.findings).get("", [])
    return "; ".join(sorted(f"{f.get('check')}: {f.get('subject')}" for f in found))


def _pictures(record: AuditRecord) -> str:
    images = decoded(record.draft).get("images", [])
    return ", ".join(sorted(str(image.get("image_id")) for image in images))
