-- One audit record by its place.
SELECT
    sequence, audit_id, at, question, intent, routes, evidence, draft, verdict, findings, answer,
    model, prompt_sha256, library_version, elapsed_ms, previous_hash, hash
FROM audit_record
WHERE sequence = $sequence
