-- Sequence numbers of the audit records between two places that fit, newest first. An unset value
-- asks for nothing.
-- A column that holds no JSON any more was tampered with: the record then fits no question about it.
-- A finding is one of the answer, or of a try before it that was refused (draft.attempts).
SELECT sequence
FROM audit_record
WHERE sequence BETWEEN $first AND $last
    AND ($since IS NULL OR at >= $since)
    AND ($until IS NULL OR at < $until)
    AND ($replays OR substr(audit_id, 1, 4) = 'aud_')
    AND (
        $outcome IS NULL
        OR CASE WHEN typeof(answer) = 'text' AND instr(answer, $outcome) AND json_valid(answer)
            THEN json_extract(answer, '$.outcome') END = $outcome
    )
    AND (
        $caller IS NULL
        OR CASE WHEN typeof(intent) = 'text' AND json_valid(intent)
            THEN json_extract(intent, '$.options.caller') END = $caller
    )
    AND (
        $finding IS NULL
        OR EXISTS (
            SELECT 1
            FROM json_each(
                CASE WHEN typeof(findings) = 'text' AND json_valid(findings)
                    THEN findings ELSE '[]' END
            ) AS found
            WHERE json_extract(found.value, '$.check') = $finding
        )
        OR EXISTS (
            SELECT 1
            FROM json_tree(
                CASE WHEN typeof(draft) = 'text' AND json_valid(draft)
                    THEN draft ELSE '{}' END, '$.attempts'
            ) AS tried
            WHERE tried.key = 'check' AND tried.atom = $finding
                AND tried.path LIKE '$.attempts[%].findings[%'
        )
    )
    AND (
        $drug IS NULL
        OR EXISTS (
            SELECT 1
            FROM json_tree(
                CASE WHEN typeof(intent) = 'text' AND json_valid(intent)
                    THEN intent ELSE '{}' END
            ) AS named
            WHERE named.key IN ('name', 'asked')
                AND (named.path LIKE '$.drugs[%' OR named.path LIKE '$%unknown_drugs%')
                AND named.path NOT LIKE '%.near%' AND named.path NOT LIKE '%.held%'
                AND instr(lower(named.atom), lower($drug)) > 0
        )
        OR EXISTS (
            SELECT 1
            FROM json_each(
                CASE WHEN typeof(draft) = 'text' AND json_valid(draft)
                    THEN draft ELSE '{}' END, '$.sources'
            ) AS source
            WHERE instr(lower(json_extract(source.value, '$.drug')), lower($drug)) > 0
                OR instr(lower(json_extract(source.value, '$.title')), lower($drug)) > 0
        )
    )
ORDER BY sequence DESC
LIMIT $most
