"""What an audit record says of a question: all that is needed to prove later what was said, why."""

import json
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any
from uuid import uuid4

from monograph_qa.domain.answer import Answer, Draft
from monograph_qa.domain.audit import AuditRecord
from monograph_qa.domain.evidence import RouteResult
from monograph_qa.domain.intent import Intent


def plain(value: Any) -> Any:
    """A domain value as JSON values; pixels are left to their hash."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value) if f.name != "png"}
    if isinstance(value, frozenset | set):
        return sorted(plain(v) for v in value)
    if isinstance(value, tuple | list):
        return [plain(v) for v in value]
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    return value


def canonical(value: Any) -> str:
    """Canonical JSON of a domain value."""
    return json.dumps(plain(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def new_audit_id() -> str:
    return "aud_" + uuid4().hex[:20]


def record_of(
    audit_id: str,
    question: str,
    intent: Intent | None,
    results: list[RouteResult],
    draft: Draft | None,
    answer: Answer,
    *,
    library_version: str,
    elapsed_ms: float,
) -> AuditRecord:
    """The record of one question, not yet sealed. Evidence is kept as ids: the text is stored."""
    evidence = [
        {
            "route": r.route.value,
            "facts": [e.fact.fact_id for e in r.evidence if e.fact],
            "images": [e.image.image_id for e in r.evidence if e.image],
        }
        for r in results
    ]
    routes = [{"route": r.route.value, "hits": len(r.evidence), "ms": r.ms} for r in results]
    return AuditRecord(
        audit_id=audit_id,
        at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        question=question,
        intent=canonical(intent),
        routes=canonical(routes),
        evidence=canonical(evidence),
        draft=canonical(draft),
        verdict=answer.verdict.status.value,
        findings=canonical(answer.verdict.findings),
        answer=canonical(answer),
        model=answer.writer,
        prompt_sha256="",
        library_version=library_version,
        elapsed_ms=round(elapsed_ms, 1),
        previous_hash="",
        hash="",
    )
