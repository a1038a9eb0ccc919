-- Checks that found something wrong: in how many of the users' questions, and how often in all.
SELECT
    json_extract(found.value, '$.check') AS name,
    count(DISTINCT sequence) AS questions,
    count(*) AS findings
FROM audit_record, json_each(
    CASE WHEN typeof(findings) = 'text' AND json_valid(findings) THEN findings ELSE '[]' END
) AS found
WHERE ($since IS NULL OR at >= $since)
    AND ($until IS NULL OR at < $until)
    AND substr(audit_id, 1, 4) <> 'rpl_'
GROUP BY name
ORDER BY questions DESC, name
