-- Checks that found something wrong: in how many of the users' questions, and how often in all.
SELECT
    (found ->> 'check') COLLATE "C" AS name,
    count(DISTINCT sequence) AS questions,
    count(*) AS findings
FROM audit_record, jsonb_path_query(audit_json(findings), '$[*]') AS found
WHERE ($since::text IS NULL OR at >= $since::text)
    AND ($until::text IS NULL OR at < $until::text)
    AND left(audit_id, 4) <> 'rpl_'
GROUP BY 1
ORDER BY questions DESC, name
