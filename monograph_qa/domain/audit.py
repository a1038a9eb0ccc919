"""One AuditRecord a question, released or not: what was asked, found, drafted, judged, said."""

from monograph_qa.frozen import frozen


@frozen
class AuditRecord:
    """A row of the chained log. JSON columns hold canonical JSON text; `at` is ISO 8601, UTC.

    `hash` is SHA-256 over `previous_hash` and every other column (see `audit.chain`).
    """

    audit_id: str
    at: str
    question: str
    intent: str
    routes: str
    evidence: str
    draft: str
    verdict: str
    findings: str
    answer: str
    model: str
    prompt_sha256: str
    library_version: str
    elapsed_ms: float
    previous_hash: str
    hash: str
