"""An audit record for a reader: from the question to the verdict, then the proof."""

from collections.abc import Iterator, Sequence
from typing import Any

from monograph_qa.audit import decoded, quotes_of, record_hash
from monograph_qa.domain.audit import AuditRecord


def record_text(record: AuditRecord) -> str:
    return "\n".join(_lines(record))


def _lines(record: AuditRecord) -> Iterator[str]:
    intent, answer = decoded(record.intent), decoded(record.answer)
    findings = decoded(record.findings).get("", [])
    yield f"{record.audit_id}  {record.at}  ({record.elapsed_ms} ms)"
    if intent.get("replay_of"):
        yield f"replay     of {intent['replay_of']}, asked again by an auditor"
    yield f"question   {record.question}"
    yield from _intent(intent)
    yield from _routes(decoded(record.routes).get("", []))
    outcome = answer.get("outcome", "unreadable")
    yield f"verdict    {record.verdict}; outcome: {outcome}; writer: {record.model}"
    if record.prompt_sha256:
        yield f"prompts    {record.prompt_sha256}"
    yield from _attempts(decoded(record.draft).get("attempts", []))
    for finding in findings:
        told = (str(finding.get(name)) for name in ("check", "subject", "message"))
        yield f"finding    {': '.join(told)}"
    if answer.get("message"):
        yield f"message    {answer['message']}"
    for part in decoded(record.draft).get("parts", []):
        note = f": {part['note']}" if part.get("note") else ""
        yield f"part {part.get('n'):<5} {part.get('subject')} (label {part.get('label_id')}){note}"
    yield from _quotes(record, findings)
    for image in decoded(record.draft).get("images", []):
        yield f"picture    {image.get('image_id')}, page {image.get('page')}, {image.get('sha256')}"
    yield f"library    {record.library_version}"
    yield f"previous   {record.previous_hash or '(first record)'}"
    fits = "fits the record" if record_hash(record) == record.hash else "DOES NOT FIT THE RECORD"
    yield f"hash       {record.hash} ({fits})"


def _intent(intent: dict[str, Any]) -> Iterator[str]:
    drugs = ", ".join(d["name"] for d in intent.get("drugs", [])) or "none"
    yield f"intent     {intent.get('kind')}; drugs: {drugs}"
    yield f"           sections: {', '.join(intent.get('section_keys', [])) or 'none'}"
    yield f"           attributes: {', '.join(intent.get('attributes', [])) or 'none'}"
    options = intent.get("options") or {}
    given = {name: value for name, value in options.items() if value and value != "template"}
    if given:
        yield f"options    {', '.join(f'{name}: {value}' for name, value in given.items())}"


def _routes(routes: Sequence[dict[str, Any]]) -> Iterator[str]:
    for route in routes:
        if route.get("route") == "model":
            tokens = f"{route.get('tokens_in')} tokens in, {route.get('tokens_out')} out"
            failed = f"; failed: {route['failure']}" if route.get("failure") else ""
            yield f"model      {route.get('purpose')}: {route.get('model')}, {tokens}{failed}"
        else:
            yield f"route      {route.get('route')}: {route.get('hits')} hits, {route.get('ms')} ms"


def _attempts(attempts: Sequence[dict[str, Any]]) -> Iterator[str]:
    """What writers tried that was not shown, and why not."""
    for each in attempts:
        found = ", ".join(dict.fromkeys(str(f.get("check")) for f in each.get("findings", [])))
        why = f"{each.get('failed')} ({found})" if found else each.get("failed")
        yield f"tried      {each.get('writer')}: {why}"
        if each.get("said"):
            yield f"said       (not shown to the asker) {each['said']}"


def _quotes(record: AuditRecord, findings: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Each quote of the draft, where it stands, and what the checks found wrong with it."""
    wrong: dict[str, list[str]] = {}
    for finding in findings:
        wrong.setdefault(str(finding.get("subject")), []).append(str(finding.get("check")))
    heading = None
    for quote in quotes_of(record):
        if quote.heading_path != heading:
            heading = quote.heading_path
            yield f"from       {heading}"
        failed = wrong.get(quote.fact_id, [])
        checks = f"failed {', '.join(dict.fromkeys(failed))}" if failed else "no finding"
        if quote.context:
            yield f"  lead-in: {quote.context}"
        yield f"  “{quote.text}”"
        yield (
            f"    {quote.fact_id}, page {quote.page}, label {quote.label_id} "
            f"version {quote.version}; checks: {checks}"
        )
