-- How many FactSpans of some labels begin before the one before them in their section ends.
SELECT count(*)
FROM (
    SELECT start, lag(stop) OVER (PARTITION BY section_id ORDER BY start, stop) AS before
    FROM fact_span
    WHERE label_id BETWEEN $first AND $last
) AS spans
WHERE start < before
