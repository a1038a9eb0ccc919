-- The first of the newest audit records between two places, so many of them; null where there are none.
SELECT min(sequence)
FROM (
    SELECT sequence FROM audit_record
    WHERE sequence BETWEEN $first AND $last
    ORDER BY sequence DESC LIMIT $many
) AS newest
