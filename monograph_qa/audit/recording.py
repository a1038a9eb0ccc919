"""What an audit record says of a question: all that is needed to prove later what was said, why."""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime
from enum import Enum
from operator import attrgetter
from typing import Any

from monograph_qa.domain.answer import Answer, Attempt, Draft
from monograph_qa.domain.evidence import RouteResult
from monograph_qa.domain.intent import Intent
from monograph_qa.domain.journal import AuditRecord, ModelUse

REPLAY, LOOK_UP = "rpl_", "see_"


def plain(value: Any) -> Any:
    """A domain value as JSON values; pixels are left to their hash."""
    return json.loads(canonical(value))


def canonical(value: Any) -> str:
    """Canonical JSON of a domain value; pixels are left to their hash."""
    # Half of a surrogate pair, which a model may say, is text in JSON and in no file: escaped.
    return _ENCODER.encode(value).encode("utf-8", "backslashreplace").decode("utf-8")


def _opened(value: Any) -> Any:
    """What JSON has no word for, one level of it: the encoder comes back for what is inside."""
    kind = type(value)
    opener = _OPENERS.get(kind)
    if opener is None:
        opener = _OPENERS[kind] = _opener(kind)
    return opener(value)


def _opener(kind: type) -> Callable[[Any], Any]:
    """How values of this kind are opened."""
    if issubclass(kind, Enum):
        return attrgetter("value")
    if issubclass(kind, frozenset | set):
        return sorted
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} is no part of a record")
    names = [field.name for field in fields(kind) if field.name != "png"]
    if len(names) == 1:
        return lambda value: {names[0]: getattr(value, names[0])}
    values_of = attrgetter(*names)
    return lambda value: dict(zip(names, values_of(value), strict=True))


_OPENERS: dict[
    type, Callable[[Any], Any]
] = {}  # found out once a kind: a long answer has thousands
_ENCODER = json.JSONEncoder(
    sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=_opened
)


def _chance() -> str:
    return os.urandom(10).hex()


def new_audit_id() -> str:
    return "aud_" + _chance()


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
    """The record of one question, not yet sealed. Evidence is kept as ids: the text is stored.

    `options` are what was asked for beside the question (label, all_labels, ...); they stand in the
    intent's JSON, so that the question can be asked again as it was. `uses` are the models asked on
    the way: each stands whole, tokens and failures too, in the routes' JSON; `model` names the
    writer and them, `prompt_sha256` the prompts that they were sent. `attempts` are a writer's
    drafts that were not shown: they stand with their findings in the draft's JSON.
    """
    evidence = [
        {
            "route": r.route.value,
            "facts": [e.fact.fact_id for e in r.evidence if e.fact],
            "images": [e.image.image_id for e in r.evidence if e.image],
        }
        for r in results
    ]
    routes = [{"route": r.route.value, "hits": len(r.evidence), "ms": r.ms} for r in results]
    understood = plain(intent)
    if options is not None and isinstance(understood, dict):
        understood["options"] = dict(options)
    return AuditRecord(
        audit_id=audit_id,
        at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        question=question,
        intent=canonical(understood),
        routes=canonical(routes + [_asked(use) for use in uses]),
        evidence=canonical(evidence),
        draft=canonical(_drafted(draft, attempts)),
        verdict=answer.verdict.status.value,
        findings=canonical(answer.verdict.findings),
        answer=canonical(answer),
        model=" ".join(dict.fromkeys([answer.writer, *(use.model for use in uses)])),
        prompt_sha256=" ".join(dict.fromkeys(u.prompt_sha256 for u in uses if u.prompt_sha256)),
        library_version=library_version,
        elapsed_ms=round(float(elapsed_ms), 1),  # as the store gives it back, or the hash differs
    )


def _drafted(draft: Draft | None, attempts: Sequence[Attempt]) -> Any:
    if draft is None or not attempts:
        return draft
    return {**plain(draft), "attempts": attempts}


def _asked(use: ModelUse) -> dict[str, Any]:
    return {"route": "model", "hits": 0 if use.failure else 1, **plain(use)}


def mark_replay(record: AuditRecord, of: str) -> AuditRecord:
    """The record as one of a question that an auditor asked again, not a user: its id says so
    (`rpl_`), and its intent names the record that was replayed. To be sealed anew.
    """
    intent = {**(json.loads(record.intent) or {}), "replay_of": of}
    audit_id = REPLAY + record.audit_id.partition("_")[2]
    return replace(record, audit_id=audit_id, intent=canonical(intent))


def look_up_record(
    what: str, fact_ids: Sequence[str], caller: str, library_version: str
) -> AuditRecord:
    """The record of what was read without a question: `what` says what was looked up, `fact_ids`
    what was shown. Its id says so (`see_`). To be sealed."""
    intent = {"kind": "look_up", "options": {"caller": caller}}
    return AuditRecord(
        audit_id=LOOK_UP + _chance(),
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
