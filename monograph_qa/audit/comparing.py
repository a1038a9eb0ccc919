"""Reads an audit record back as domain values, and compares two records."""

import json
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from monograph_qa.audit.chain import record_hash
from monograph_qa.domain.answer import Answer
from monograph_qa.domain.journal import AuditRecord
from monograph_qa.errors import AuditError
from monograph_qa.frozen import frozen

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@frozen
class RecordedQuote:
    """One quote of a draft, with where it stood; `context` is the lead-in shown beside it."""

    text: str
    fact_id: str
    label_id: str
    version: int | None
    page: int | None
    heading_path: str
    context: str = ""
    tier: str = ""


@frozen
class Change:
    """One respect in which the answer is not as it was."""

    what: str
    then: str
    now: str


@frozen
class Differences:
    """`moved` are quotes with the same words from another place or version: (then, now)."""

    changes: tuple[Change, ...]
    same: tuple[RecordedQuote, ...]
    moved: tuple[tuple[RecordedQuote, RecordedQuote], ...]
    removed: tuple[RecordedQuote, ...]
    added: tuple[RecordedQuote, ...]

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
    added = [each for each in after if each.fact_id not in kept]
    moved: list[tuple[RecordedQuote, RecordedQuote]] = []
    removed: list[RecordedQuote] = []
    for each in before:
        if each.fact_id in kept:
            continue
        twin = next((other for other in added if other.text == each.text), None)
        if twin is None:
            removed.append(each)
        else:
            added.remove(twin)
            moved.append((each, twin))
    changes = tuple(_changes(then, now))
    return Differences(changes, tuple(same), tuple(moved), tuple(removed), tuple(added))


def quotes_of(record: AuditRecord) -> Iterator[RecordedQuote]:
    """The quotes that a record's draft proposed; none where it is no JSON any more."""
    draft = decoded(record.draft)
    sources = {s.get("n"): s for s in draft.get("sources", [])}
    for group in draft.get("groups", []):
        for quote in group.get("quotes", []):
            source = sources.get(quote.get("source"), {})
            yield RecordedQuote(
                text=str(quote.get("text", "")),
                fact_id=str(quote.get("fact_id", "")),
                label_id=str(source.get("label_id") or group.get("label_id", "")),
                version=source.get("version"),
                page=quote.get("page"),
                heading_path=str(group.get("heading_path", "")),
                context=str(quote.get("context") or ""),
                tier=str(quote.get("tier") or ""),
            )


def decoded(column: str) -> dict[str, Any]:
    """A JSON column, a list under ""; empty if it is no JSON any more (see `verify`)."""
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


@frozen
class RecordedAnswer:
    """A record's answer, without pixels; the label chosen; whether the hash still fits."""

    record: AuditRecord
    answer: Answer
    label_id: str | None
    is_sound: bool


def recorded_answer(record: AuditRecord) -> RecordedAnswer:
    intent = decoded(record.intent)
    columns = {
        **decoded(record.answer),
        "question": record.question,
        "audit_id": record.audit_id,
        "verdict": {"status": record.verdict, "findings": decoded(record.findings).get("", [])},
        "intent": intent or None,
    }
    try:
        answer = _answers().validate_python(columns)
        label_id = (intent.get("options") or {}).get("label")
    except (TypeError, ValueError, AttributeError) as error:
        raise AuditError(f"{record.audit_id}: the answer cannot be read back") from error
    return RecordedAnswer(record, answer, label_id, record_hash(record) == record.hash)


@cache
def _answers() -> "TypeAdapter[Answer]":
    from pydantic import TypeAdapter  # takes long to import

    return TypeAdapter(Answer)
