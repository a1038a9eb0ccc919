-- Every citable FactSpan of one label that carries one of the attributes, wherever it stands; all
-- of them where no attribute is named, which is what text search ranks.
WITH RECURSIVE spans AS MATERIALIZED (
    SELECT fact_id, section_id, label_id, ordinal, start, stop, quote, kind, attributes, page,
           boxes, context
    FROM fact_span
    WHERE label_id = $label_id
),
mine AS MATERIALIZED (
    SELECT section_id, parent_id, ordinal, heading, heading_path, section_key, section_code
    FROM section
    WHERE label_id = $label_id
),
lines AS (
    SELECT section_id, section_key AS line FROM mine WHERE parent_id IS NULL
    UNION ALL
    SELECT m.section_id, m.section_key || ' ' || l.line
    FROM mine AS m JOIN lines AS l ON m.parent_id = l.section_id
)
SELECT f.fact_id, f.section_id, f.label_id, f.ordinal, f.start, f.stop, f.quote, f.kind,
       f.attributes, f.page, f.boxes, f.context,
       m.ordinal, m.heading, m.heading_path, m.section_key, m.section_code, l.line,
       CAST([] AS VARCHAR[])
FROM spans AS f
JOIN mine AS m ON m.section_id = f.section_id
JOIN lines AS l ON l.section_id = f.section_id
WHERE f.kind <> 'OTHER'
  AND ($attributes = ''
       OR list_has_any(CAST(f.attributes AS VARCHAR[]), string_split($attributes, chr(31))))
ORDER BY f.ordinal
