"""Makes the audit record of a question: all that proves later what was said, and why. Reads a
record back as domain values, and compares two."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any

from monograph_qa.audit.chain import record_hash
from monograph_qa.domain.answer import Answer, Attempt, Draft
from monograph_qa.domain.evidence import RouteResult
from monograph_qa.domain.intent import Intent
from monograph_qa.domain.journal import AuditRecord, ModelUse
from monograph_qa.errors import AuditError
from monograph_qa.frozen import frozen

if TYPE_CHECKING:
    from pydantic import TypeAdapter


REPLAY, LOOK_UP = "rpl_", "see_"
_SIGNED = '"signed":true'


def plain(value: Any) -> Any:
    return json.loads(canonical(value))


def canonical(value: Any) -> str:
    """Canonical JSON of a domain value; pixels are left to their hash."""
    # Half of a surrogate pair, which a model may say, is text in JSON and in no file: escaped.
    return _ENCODER.encode(value).encode("utf-8", "backslashreplace").decode("utf-8")


def _opened(value: Any) -> Any:
    """What JSON has no word for, one level of it."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, frozenset | set):
        return sorted(value)
    names: Sequence[str] | None = getattr(value, "__match_args__", None)  # of a frozen value
    if names is None:
        raise TypeError(f"{type(value).__name__} is no part of a record")
    return {name: getattr(value, name) for name in names if name != "png"}


_ENCODER = json.JSONEncoder(
    sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=_opened
)


def new_audit_id() -> str:
    return f"aud_{os.urandom(10).hex()}"


def record_of(
    audit_id: str,
    question: str,
    intent: Intent | None,
    results: Sequence[RouteResult],
    draft: Draft | None,
    answer: Answer,
    *,
    library_version: str,
    elapsed_ms: float,
    options: Mapping[str, Any] | None = None,
    uses: Sequence[ModelUse] = (),
    attempts: Sequence[Attempt] = (),
) -> AuditRecord:
    """The record of one question, not yet sealed; evidence is given by ids. `options` (what was
    asked for beside the question) go into the intent's JSON, `uses` (models asked) into the
    routes', `attempts` (drafts that were not shown) into the draft's."""
    evidence = [
        {
            "route": r.route.value,
            "facts": [e.fact.fact_id for e in r.evidence if e.fact],
            "images": [e.image.image_id for e in r.evidence if e.image],
        }
        for r in results
    ]
    routes = [{"route": r.route.value, "hits": len(r.evidence), "ms": r.ms} for r in results]
    routes += [{"route": "model", "hits": 0 if use.failure else 1, **plain(use)} for use in uses]
    drafted: Any = {**plain(draft), "attempts": attempts} if draft and attempts else draft
    understood = plain(intent)
    if options is not None and isinstance(understood, dict):
        understood["options"] = dict(options)
    return AuditRecord(
        audit_id=audit_id,
        at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        question=question,
        intent=canonical(understood),
        routes=canonical(routes),
        evidence=canonical(evidence),
        draft=canonical(drafted),
        verdict=answer.verdict.status.value,
        findings=canonical(answer.verdict.findings),
        answer=canonical(answer),
        model=" ".join(dict.fromkeys([answer.writer, *(use.model for use in uses)])),
        prompt_sha256=" ".join(dict.fromkeys(u.prompt_sha256 for u in uses if u.prompt_sha256)),
        library_version=library_version,
        elapsed_ms=round(float(elapsed_ms), 1),  # as the store gives it back, or the hash differs
    )


def mark_replay(record: AuditRecord, of: str) -> AuditRecord:
    """The record as one of a question that an auditor asked again, not a user: its id says so
    (`rpl_`), and its intent names the record that was replayed. To be sealed anew."""
    intent = {**(json.loads(record.intent) or {}), "replay_of": of}
    audit_id = REPLAY + record.audit_id.partition("_")[2]
    return replace(record, audit_id=audit_id, intent=canonical(intent))


def mark_signed(record: AuditRecord) -> AuditRecord:
    """The record as one that is written with a key at hand: a log that once was signed says so
    itself, when its signed head is gone. To be sealed anew."""
    intent = {**(json.loads(record.intent) or {}), "signed": True}
    return replace(record, intent=canonical(intent))


def is_marked_signed(record: AuditRecord) -> bool:
    return _SIGNED in record.intent  # no text within JSON can hold these quotation marks


def look_up_record(
    what: str, fact_ids: Sequence[str], caller: str, library_version: str
) -> AuditRecord:
    """The record of what was read without a question: `what` says what was looked up, `fact_ids`
    what was shown. Its id says so (`see_`). To be sealed."""
    intent = {"kind": "look_up", "options": {"caller": caller}}
    return AuditRecord(
        audit_id=LOOK_UP + os.urandom(10).hex(),
        at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        question=what,
        intent=canonical(intent),
        routes=canonical([]),
        evidence=canonical([{"route": "look_up", "facts": list(fact_ids), "images": []}]),
        draft=canonical(None),
        verdict="released",
        findings=canonical([]),
        answer=canonical({"outcome": "looked_up"}),
        model="",
        prompt_sha256="",
        library_version=library_version,
        elapsed_ms=0.0,
    )


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
