"""An audit record for a reader: from the question to the verdict, then the proof."""

import json
from collections.abc import Iterator
from typing import Any

from monograph_qa.domain.audit import AuditRecord


def record_text(record: AuditRecord) -> str:
    return "\n".join(_lines(record))


def _lines(record: AuditRecord) -> Iterator[str]:
    yield f"{record.audit_id}  {record.at}  ({record.elapsed_ms} ms)"
    yield f"question   {record.question}"
    intent = _decoded(record.intent)
    drugs = ", ".join(d["name"] for d in intent.get("drugs", [])) or "none"
    yield f"intent     {intent.get('kind')}; drugs: {drugs}"
    yield f"           sections: {', '.join(intent.get('section_keys', [])) or 'none'}"
    yield f"           attributes: {', '.join(intent.get('attributes', [])) or 'none'}"
    for route in _decoded(record.routes).get("", []):
        yield f"route      {route['route']}: {route['hits']} hits, {route['ms']} ms"
    answer = _decoded(record.answer)
    outcome = answer.get("outcome", "unreadable")
    yield f"verdict    {record.verdict}; outcome: {outcome}; writer: {record.model}"
    for finding in _decoded(record.findings).get("", []):
        yield f"finding    {finding['check']}: {finding['subject']}: {finding['message']}"
    if answer.get("message"):
        yield f"message    {answer['message']}"
    draft = _decoded(record.draft)
    sources = {s["n"]: s for s in draft.get("sources", [])}
    for group in draft.get("groups", []):
        yield f"from       {group['heading_path']}"
        for quote in group["quotes"]:
            source = sources.get(quote["source"], {})
            yield f"  “{quote['text']}”"
            yield (
                f"    {quote['fact_id']}, page {quote['page']}, label {source.get('label_id')} "
                f"version {source.get('version')}"
            )
    yield f"library    {record.library_version}"
    yield f"previous   {record.previous_hash or '(first record)'}"
    yield f"hash       {record.hash}"


def _decoded(column: str) -> dict[str, Any]:
    """A JSON column; a list stands under "". Nothing where it is no JSON any more: it was changed,
    which `audit verify` tells."""
    try:
        value = json.loads(column)
    except (ValueError, TypeError):
        return {}
    if isinstance(value, list):
        return {"": value}
    return value if isinstance(value, dict) else {}
