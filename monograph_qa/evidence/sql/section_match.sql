-- Facts of the sections of one label that bear one of the keys, subsections included.
-- The first step reads one label by its index; everything after works on those few rows.
WITH RECURSIVE mine AS MATERIALIZED (
    SELECT section_id, parent_id, ordinal, heading, heading_path, section_key, section_code
    FROM section
    WHERE label_id = $label_id
),
wanted AS (
    SELECT section_id, section_key AS matched FROM mine WHERE list_contains(string_split($keys, chr(31)), section_key)
    UNION
    SELECT m.section_id, w.matched FROM mine AS m JOIN wanted AS w ON m.parent_id = w.section_id
),
lines AS (
    SELECT section_id, section_key AS line FROM mine WHERE parent_id IS NULL
    UNION ALL
    SELECT m.section_id, m.section_key || ' ' || l.line
    FROM mine AS m JOIN lines AS l ON m.parent_id = l.section_id
),
spans AS MATERIALIZED (
    SELECT fact_id, section_id, label_id, ordinal, start, stop, quote, kind, attributes, page,
           boxes, context
    FROM fact_span
    WHERE label_id = $label_id
)
SELECT f.fact_id, f.section_id, f.label_id, f.ordinal, f.start, f.stop, f.quote, f.kind,
       f.attributes, f.page, f.boxes, f.context,
       m.ordinal, m.heading, m.heading_path, m.section_key, m.section_code, l.line,
       w.matched
FROM (SELECT section_id, list(DISTINCT matched) AS matched FROM wanted GROUP BY section_id) AS w
JOIN mine AS m ON m.section_id = w.section_id
JOIN lines AS l ON l.section_id = w.section_id
JOIN spans AS f ON f.section_id = w.section_id
ORDER BY f.ordinal
