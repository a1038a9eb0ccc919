"""An audit record for a reader: from the question to the verdict, then the proof."""

import json
from collections.abc import Iterator

from monograph_qa.domain.audit import AuditRecord


def record_text(record: AuditRecord) -> str:
    return "\n".join(_lines(record))


def _lines(record: AuditRecord) -> Iterator[str]:
    yield f"{record.audit_id}  {record.at}  ({record.elapsed_ms:.0f} ms)"
    yield f"question   {record.question}"
    intent = json.loads(record.intent) or {}
    drugs = ", ".join(d["name"] for d in intent.get("drugs", [])) or "none"
    yield f"intent     {intent.get('kind')}; drugs: {drugs}"
    yield f"           sections: {', '.join(intent.get('section_keys', [])) or 'none'}"
    yield f"           attributes: {', '.join(intent.get('attributes', [])) or 'none'}"
    for route in json.loads(record.routes):
        yield f"route      {route['route']}: {route['hits']} hits, {route['ms']} ms"
    answer = json.loads(record.answer)
    yield f"verdict    {record.verdict}; outcome: {answer['outcome']}; writer: {record.model}"
    for finding in json.loads(record.findings):
        yield f"finding    {finding['check']}: {finding['subject']}: {finding['message']}"
    if answer["message"]:
        yield f"message    {answer['message']}"
    draft = json.loads(record.draft) or {"groups": [], "sources": []}
    sources = {s["n"]: s for s in draft["sources"]}
    for group in draft["groups"]:
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
