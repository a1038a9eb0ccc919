-- Sequence numbers of the audit records between two places that fit, newest first. An unset value
-- asks for nothing.
-- A column that holds no JSON any more was tampered with: the record then fits no question about it.
-- A finding is one of the answer, or of a try before it that was refused (draft.attempts).
SELECT sequence
FROM audit_record
WHERE sequence BETWEEN $first::bigint AND $last::bigint
    AND ($since::text IS NULL OR at >= $since::text)
    AND ($until::text IS NULL OR at < $until::text)
    AND ($replays::boolean OR left(audit_id, 4) = 'aud_')
    AND ($outcome::text IS NULL OR audit_json(answer) ->> 'outcome' = $outcome::text)
    AND ($caller::text IS NULL OR audit_json(intent) #>> '{options,caller}' = $caller::text)
    AND (
        $finding::text IS NULL
        OR EXISTS (
            SELECT 1
            FROM (
                SELECT jsonb_path_query(audit_json(findings), '$[*]')
                UNION ALL
                SELECT jsonb_path_query(audit_json(draft), '$.attempts[*].findings[*]')
            ) AS findings (found)
            WHERE found ->> 'check' = $finding::text
        )
    )
    AND (
        $drug::text IS NULL
        OR EXISTS (
            SELECT 1
            FROM (
                SELECT jsonb_path_query(audit_json(intent), '$.drugs[*].name')
                UNION ALL
                SELECT jsonb_path_query(audit_json(intent), '$.drugs[*].asked')
                UNION ALL
                SELECT jsonb_path_query(audit_json(intent), '$.**.unknown_drugs[*].asked')
                UNION ALL
                SELECT jsonb_path_query(audit_json(intent), '$.**.unknown_drugs[*].known[*].name')
            ) AS names (named)
            WHERE strpos(lower(named #>> '{}' COLLATE "C"), lower($drug::text COLLATE "C")) > 0
        )
        OR EXISTS (
            SELECT 1
            FROM jsonb_path_query(audit_json(draft), '$.sources[*]') AS source
            WHERE strpos(lower(source ->> 'drug' COLLATE "C"), lower($drug::text COLLATE "C")) > 0
                OR strpos(lower(source ->> 'title' COLLATE "C"), lower($drug::text COLLATE "C")) > 0
        )
    )
ORDER BY sequence DESC
LIMIT nullif($most::bigint, -1)
