"""An audit record for a reader: from the question to the verdict, its quotes, then the proof."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from monograph_qa.audit.chain import record_hash
from monograph_qa.audit.recording import RecordedQuote, decoded, quotes_of
from monograph_qa.domain.journal import AuditRecord

_DEFAULTS = (None, False, "", "template")

Rows = Iterator[tuple[str, str]]
"""(heading, text) of each line."""


def record_text(record: AuditRecord) -> str:
    rows = [f"{name:<10} {text}" for name, text in course_rows(record)]
    proof = [f"{name:<10} {text}" for name, text in proof_rows(record)]
    head = f"{record.audit_id}  {record.at}  ({record.elapsed_ms} ms)"
    return "\n".join([head, *rows, *_quotes(record), *proof])


def course_rows(record: AuditRecord) -> Rows:
    intent, answer = decoded(record.intent), decoded(record.answer)
    if intent.get("replay_of"):
        yield "replay", f"of {intent['replay_of']}, asked again by an auditor"
    yield "question", record.question
    yield from _intent(intent)
    yield from _routes(decoded(record.routes).get("", []))
    yield "verdict", f"{record.verdict}; outcome: {outcome_of(record)}; writer: {record.model}"
    if record.prompt_sha256:
        yield "prompts", record.prompt_sha256
    yield from _attempts(decoded(record.draft).get("attempts", []))
    for finding in decoded(record.findings).get("", []):
        yield "finding", ": ".join(str(finding.get(n)) for n in ("check", "subject", "message"))
    if answer.get("message"):
        yield "message", answer["message"]
    for part in decoded(record.draft).get("parts", []):
        note = f": {part['note']}" if part.get("note") else ""
        named = f"part {part.get('n')}"
        subject = part.get("subject") or part.get("title")
        yield named, f"{subject} (label {part.get('label_id')}){note}"


def outcome_of(record: AuditRecord) -> str:
    return str(decoded(record.answer).get("outcome", "unreadable"))


def caller_of(record: AuditRecord) -> str:
    """Who asked through a server; "" for a question of the command line or of a program."""
    options = decoded(record.intent).get("options")
    return str(options.get("caller") or "") if isinstance(options, dict) else ""


def proof_rows(record: AuditRecord) -> Rows:
    """The pictures shown, the library asked, and the record's place in the chain."""
    for image in decoded(record.draft).get("images", []):
        place = f"page {image.get('page')}, {image.get('sha256')}"
        yield "picture", f"{image.get('image_id')}, {place}"
    yield "library", record.library_version
    yield "previous", record.previous_hash or "(first record)"
    fits = "fits the record" if record_hash(record) == record.hash else "DOES NOT FIT THE RECORD"
    yield "hash", f"{record.hash} ({fits})"


def failed_checks(record: AuditRecord) -> Mapping[str, Sequence[str]]:
    """What each quote failed, by its fact_id."""
    wrong: dict[str, list[str]] = {}
    for finding in decoded(record.findings).get("", []):
        checks = wrong.setdefault(str(finding.get("subject")), [])
        if str(finding.get("check")) not in checks:
            checks.append(str(finding.get("check")))
    return wrong


def _intent(intent: dict[str, Any]) -> Rows:
    drugs = ", ".join(d["name"] for d in intent.get("drugs", [])) or "none"
    yield "intent", f"{intent.get('kind')}; drugs: {drugs}"
    yield "", f"sections: {', '.join(intent.get('section_keys', [])) or 'none'}"
    yield "", f"attributes: {', '.join(intent.get('attributes', [])) or 'none'}"
    for name in ("topics", "populations", "words"):
        if intent.get(name):
            yield "", f"{name}: {', '.join(intent[name])}"
    if took := intent.get("carried"):
        carried = ", ".join([*took["drugs"], *took["topics"]])
        yield "carried", f"{carried}, from “{took['question']}”"
    if intent.get("refined_by"):
        yield "refined", f"by {intent['refined_by']}"
    options = intent.get("options") or {}
    given = [f"{name}: {value}" for name, value in options.items() if value not in _DEFAULTS]
    if given:
        yield "options", ", ".join(given)


def _routes(routes: Sequence[dict[str, Any]]) -> Rows:
    for route in routes:
        if route.get("route") == "model":
            tokens = f"{route.get('tokens_in')} tokens in, {route.get('tokens_out')} out"
            failed = f"; failed: {route['failure']}" if route.get("failure") else ""
            yield "model", f"{route.get('purpose')}: {route.get('model')}, {tokens}{failed}"
        else:
            yield "route", f"{route.get('route')}: {route.get('hits')} hits, {route.get('ms')} ms"


def _attempts(attempts: Sequence[dict[str, Any]]) -> Rows:
    """What writers tried that was not shown, and why not."""
    for each in attempts:
        found = ", ".join(dict.fromkeys(str(f.get("check")) for f in each.get("findings", [])))
        why = f"{each.get('failed')} ({found})" if found else each.get("failed")
        yield "tried", f"{each.get('writer')}: {why}"
        if each.get("said"):
            yield "said", f"(not shown to the asker) {each['said']}"


def _quotes(record: AuditRecord) -> Iterator[str]:
    """Each quote of the draft, where it stands, and what the checks found wrong with it."""
    wrong = failed_checks(record)
    heading = None
    for quote in quotes_of(record):
        if quote.heading_path != heading:
            heading = quote.heading_path
            yield f"{'from':<10} {heading}"
        if quote.context:
            yield f"  lead-in: {quote.context}"
        yield f"  “{quote.text}”"
        failed = wrong.get(quote.fact_id, ())
        checks = f"failed {', '.join(failed)}" if failed else "no finding"
        yield f"    {place_of(quote)}; checks: {checks}"


def place_of(quote: RecordedQuote) -> str:
    """Where a quote stands, by ids, and which tier it was of."""
    page = f"page {quote.page}, " if quote.page else ""
    tier = f"; tier: {quote.tier}" if quote.tier else ""
    return f"{quote.fact_id}, {page}label {quote.label_id} version {quote.version}{tier}"
