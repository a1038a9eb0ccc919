-- Jobs that are said to be running, but whose load is dead.
SELECT job_id, source_path, doc_key, state, attempt, error_type, error, created_at, started_at,
    ended_at, label_id
FROM ingest_job
WHERE state = 'running' AND NOT is_load_alive(load_id)
ORDER BY created_at DESC, job_id
