-- The drugs that users asked about most: as named by the library, and in how many questions.
SELECT
    lower(json_extract(named.value, '$.name')) AS drug,
    count(DISTINCT sequence) AS questions
FROM audit_record, json_each(
    CASE WHEN typeof(intent) = 'text' AND json_valid(intent) THEN intent ELSE '{}' END, '$.drugs'
) AS named
WHERE ($since IS NULL OR at >= $since)
    AND ($until IS NULL OR at < $until)
    AND substr(audit_id, 1, 4) <> 'rpl_'
GROUP BY drug
ORDER BY questions DESC, drug
LIMIT $most
