-- Adds a job or replaces it by its id.
INSERT INTO ingest_job (
    job_id, source_path, doc_key, state, attempt, error_type, error, created_at, started_at,
    ended_at, label_id, load_id
) VALUES (
    $job_id, $source_path, $doc_key, $state, $attempt, $error_type, $error, $created_at,
    $started_at, $ended_at, $label_id, $load_id
)
ON CONFLICT (job_id) DO UPDATE SET
    source_path = excluded.source_path, doc_key = excluded.doc_key, state = excluded.state,
    attempt = excluded.attempt, error_type = excluded.error_type, error = excluded.error,
    created_at = excluded.created_at, started_at = excluded.started_at,
    ended_at = excluded.ended_at, label_id = excluded.label_id, load_id = excluded.load_id
