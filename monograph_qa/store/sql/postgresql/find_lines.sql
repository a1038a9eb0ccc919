-- Lines that meet all criteria, and have all words: first those that say all of it
-- themselves, and in the narrowest range, of what is forbidden first what the contraindications list
-- (what stands there says so itself), then by drug, label and place; and how many there are.
WITH RECURSIVE mark AS (
    SELECT CAST(v ->> 0 AS integer) AS n, v ->> 1 AS facet, v ->> 2 AS concept,
           CAST(v ->> 3 AS double precision) AS low,
           coalesce(CAST(v ->> 4 AS double precision), 'infinity') AS high,
           coalesce(CAST(v ->> 5 AS boolean), false) AS whole,
           jsonb_build_array(jsonb_build_array(v ->> 1, v ->> 2)) AS value
    FROM json_array_elements(CAST($marks AS json)) AS v
),
below AS (
    SELECT m.n, s.section_id, s.label_id
    FROM mark AS m JOIN section AS s ON m.facet = 'section' AND s.section_key = m.concept
    UNION
    SELECT b.n, s.section_id, s.label_id
    FROM below AS b JOIN section AS s ON s.label_id = b.label_id AND s.parent_id = b.section_id
),
headed AS (
    SELECT n, section_id, CAST(NULL AS double precision) AS wide, false AS does, false AS listed
    FROM below
    UNION ALL
    SELECT m.n, s.section_id, range.wide, m.facet = 'stance',
           m.facet = 'stance' AND s.section_key = 'contraindications'
    FROM mark AS m JOIN section AS s ON CAST(s.frame AS jsonb) @> m.value
    CROSS JOIN LATERAL (
        SELECT count(*) AS fits, min(least(v.high, 1e9) - v.low) FILTER (WHERE m.low IS NOT NULL) AS wide
        FROM (
            SELECT CAST(e ->> 2 AS double precision) AS low,
                   coalesce(CAST(e ->> 3 AS double precision), 'infinity') AS high
            FROM jsonb_array_elements(CAST(s.frame AS jsonb)) AS e
            WHERE e ->> 0 = m.facet AND e ->> 1 = m.concept
        ) AS v
        WHERE NOT m.whole OR (v.low <= m.low AND v.high >= m.high)
    ) AS range
    WHERE frame_fits(s.frame, m.facet, m.concept, m.low, m.high) AND range.fits > 0
),
said AS (
    SELECT h.n, f.fact_id, h.wide, h.listed AS own
    FROM headed AS h JOIN fact_span AS f USING (section_id)
    -- What a heading does it does not do to lines that refer to somebody (see store/named_places).
    WHERE NOT (does AND CAST(f.frame AS jsonb) @> '[["stance", "refers"]]')
    UNION ALL
    SELECT m.n, f.fact_id, range.wide, true
    FROM mark AS m JOIN fact_span AS f ON CAST(f.frame AS jsonb) @> m.value
    CROSS JOIN LATERAL (
        SELECT count(*) AS fits, min(least(v.high, 1e9) - v.low) FILTER (WHERE m.low IS NOT NULL) AS wide
        FROM (
            SELECT CAST(e ->> 2 AS double precision) AS low,
                   coalesce(CAST(e ->> 3 AS double precision), 'infinity') AS high
            FROM jsonb_array_elements(CAST(f.frame AS jsonb)) AS e
            WHERE e ->> 0 = m.facet AND e ->> 1 = m.concept
        ) AS v
        WHERE NOT m.whole OR (v.low <= m.low AND v.high >= m.high)
    ) AS range
    WHERE frame_fits(f.frame, m.facet, m.concept, m.low, m.high) AND range.fits > 0
    UNION ALL
    SELECT m.n, f.fact_id, NULL, true
    FROM mark AS m JOIN fact_span AS f
      ON m.facet = 'attribute' AND CAST(f.attributes AS jsonb) @> to_jsonb(m.concept)
),
fitting AS (
    SELECT fact_id, count(DISTINCT n) FILTER (WHERE own) AS said_itself, min(wide) AS wide
    FROM said GROUP BY fact_id HAVING count(DISTINCT n) = CAST($criteria AS integer)
    UNION ALL
    SELECT fact_id, 0, NULL FROM fact_span WHERE CAST($criteria AS integer) = 0
),
found AS (
    SELECT f.*, l.drug, l.title, said_itself, wide
    FROM fitting JOIN fact_span AS f USING (fact_id) JOIN label AS l USING (label_id)
    WHERE f.kind <> 'OTHER' AND l.superseded_by IS NULL AND l.withdrawn IS NULL
      AND CAST($format AS text) IN ('', l.format)
      AND CAST($kind AS text) IN ('', f.kind)
      AND ($labels = '' OR l.label_id = ANY (string_to_array($labels, chr(31))))
      AND ($pattern = '' OR concat_ws(' ', f.context, f.quote) ~* replace($pattern, '\b', '\y'))
),
-- The nearest section above whose key is known.
up AS (
    SELECT DISTINCT f.section_id, s.section_id AS home_id, s.section_key, s.parent_id, s.label_id
    FROM found AS f JOIN section AS s USING (section_id)
    UNION ALL
    SELECT u.section_id, s.section_id, s.section_key, s.parent_id, s.label_id
    FROM up AS u JOIN section AS s ON s.section_id = u.parent_id
    WHERE u.section_key = 'spl_unclassified'
),
home AS (
    SELECT section_id, home_id, section_key FROM up
    WHERE section_key <> 'spl_unclassified' OR parent_id IS NULL
),
placed AS MATERIALIZED (
    SELECT f.*, h.home_id, h.section_key,
           h.section_key = 'contraindications'
           AND EXISTS (SELECT 1 FROM mark WHERE facet = 'stance' AND concept = 'forbids') AS listed
    FROM found AS f JOIN home AS h USING (section_id)
)
-- Counts of all: lines by section, labels by drug; then the lines themselves, by their ids.
SELECT 'section', section_key, count(*), NULL AS fact_id, NULL AS section_id, NULL AS home_id,
       NULL AS drug, NULL AS title
FROM placed GROUP BY section_key
UNION ALL
SELECT 'drug', drug, count(DISTINCT label_id), NULL, NULL, NULL, NULL, NULL
FROM placed GROUP BY drug
UNION ALL
(SELECT 'line', label_id, NULL, fact_id, section_id, home_id, drug, title
FROM placed
ORDER BY said_itself DESC, wide NULLS LAST, listed DESC, lower(drug), label_id, ordinal
LIMIT $most OFFSET $skip)
