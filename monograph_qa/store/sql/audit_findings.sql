-- Checks that found something wrong: in how many of the users' questions, how often in all, and how
-- often in a writer's tries that were refused before the answer.
WITH asked AS (
    SELECT
        sequence,
        CASE WHEN typeof(findings) = 'text' AND json_valid(findings) THEN findings ELSE '[]' END AS judged,
        -- Drafts are half of a log, and few have tries: the others are not read as JSON.
        CASE WHEN typeof(draft) = 'text' AND instr(draft, '"attempts"') AND json_valid(draft)
            THEN draft ELSE '{}' END AS drafted
    FROM audit_record
    WHERE ($since IS NULL OR at >= $since)
        AND ($until IS NULL OR at < $until)
        AND substr(audit_id, 1, 4) = 'aud_'
),
found AS (
    SELECT sequence, json_extract(each.value, '$.check') AS name, 0 AS tried
    FROM asked, json_each(judged) AS each
    UNION ALL
    SELECT sequence, each.atom, 1
    FROM asked, json_tree(drafted, '$.attempts') AS each
    WHERE each.key = 'check' AND each.path LIKE '$.attempts[%].findings[%'
)
SELECT name, count(DISTINCT sequence) AS questions, count(*) AS findings, sum(tried) AS tried
FROM found
GROUP BY name
ORDER BY questions DESC, name
