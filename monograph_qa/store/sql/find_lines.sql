-- Lines that speak of all that is sought, and have all words: first those that say all of it in a
-- place of their own, and in the narrowest range, then by drug, label and place; and how many there
-- are. Texts are NULL of a `few` lines (see reading.lines_found).
WITH mark AS (
    SELECT CAST(v ->> 0 AS INTEGER) AS n, v ->> 1 AS facet, v ->> 2 AS concept,
           CAST(v ->> 3 AS DOUBLE) AS low, coalesce(CAST(v ->> 4 AS DOUBLE), 'infinity') AS high,
           coalesce(CAST(v ->> 5 AS BOOLEAN), false) AS whole
    FROM (SELECT unnest(CAST($marks AS JSON[])) AS v)
),
place AS MATERIALIZED (
    SELECT m.n, p.section_no, p.home_no, p.first_fact, p.last_fact,
           CASE WHEN m.low IS NOT NULL THEN coalesce(p.high, 'infinity') - p.low END AS wide,
           m.facet <> 'section' AND p.first_fact = p.last_fact AS own
    FROM frame_place AS p JOIN mark AS m ON p.facet = m.facet AND p.concept = m.concept
    WHERE m.low IS NULL
       OR (m.whole AND p.low <= m.low AND coalesce(p.high, 'infinity') >= m.high)
       OR NOT m.whole AND (greatest(p.low, m.low) < least(coalesce(p.high, 'infinity'), m.high)
       -- "30 to 60" is not below 30, but 30 is in it.
       OR (greatest(p.low, m.low) <= least(coalesce(p.high, 'infinity'), m.high)
           AND (p.low = p.high OR m.low = m.high)))
),
-- What fewest lines speak of; of these lines it is looked what else they say.
rarest AS (
    SELECT n FROM place WHERE (SELECT count(DISTINCT n) FROM place) = $sought
    GROUP BY n ORDER BY sum(last_fact - first_fact + 1) LIMIT 1
),
line AS (
    SELECT DISTINCT section_no, home_no, unnest(range(first_fact, last_fact + 1)) AS row_no
    FROM place WHERE n = (FROM rarest)
),
said AS (
    SELECT l.row_no, l.section_no, l.home_no, p.n, p.wide, p.own
    FROM line AS l JOIN place AS p USING (section_no)
    WHERE l.row_no BETWEEN p.first_fact AND p.last_fact
),
fitting AS (
    SELECT row_no, section_no, home_no, count(DISTINCT CASE WHEN own THEN n END) AS own,
           min(wide) AS wide
    FROM said GROUP BY row_no, section_no, home_no HAVING count(DISTINCT n) = $sought
    UNION ALL
    -- Where nothing but words is looked for, all lines are read.
    SELECT DISTINCT f.row_no, p.section_no, p.home_no, 0, CAST(NULL AS DOUBLE)
    FROM fact_span AS f
    JOIN section AS s USING (section_id)
    JOIN frame_place AS p ON p.facet = 'section' AND p.section_no = s.row_no
    WHERE $sought = 0 AND regexp_matches(concat_ws(' ', f.context, f.quote), $words, 'is')
      AND f.row_no BETWEEN p.first_fact AND p.last_fact
),
-- Texts are read only of these lines, and only where something of them matters.
worded AS MATERIALIZED (
    SELECT t.row_no, f.kind, concat_ws(' ', f.context, f.quote) AS said
    FROM fitting AS t JOIN fact_span AS f ON f.row_no = t.row_no
    WHERE $words <> '' OR $kind <> ''
),
found AS MATERIALIZED (
    SELECT t.row_no, t.section_no, t.own, t.wide, l.label_id, l.drug, s.section_key, s.section_code
    FROM fitting AS t
    JOIN section AS s ON s.row_no = t.home_no
    JOIN label AS l ON l.label_id = s.label_id
    WHERE l.superseded_by IS NULL AND l.withdrawn IS NULL
      AND ($format = '' OR l.format = $format)
      AND ($labels = '' OR l.label_id IN string_split($labels, chr(31)))
      AND (
          ($words = '' AND $kind = '')
          OR t.row_no IN (
              SELECT row_no FROM worded
              WHERE ($kind = '' OR kind = $kind)
                AND ($words = '' OR regexp_matches(said, $words, 'is'))
          )
      )
),
shown AS (
    SELECT * FROM found
    ORDER BY own DESC, wide NULLS LAST, lower(drug), label_id, row_no LIMIT $most OFFSET $skip
)
-- Counts of all: lines by section, labels by drug; then the lines themselves.
SELECT 'section' AS what, section_key AS name, count(*) AS count, NULL AS title, NULL AS key,
       NULL AS code, NULL AS heading_path, NULL AS page, NULL AS fact_id, NULL AS quote,
       NULL AS context, NULL AS drug
FROM found GROUP BY section_key
UNION ALL
SELECT 'drug', drug, count(DISTINCT label_id), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM found GROUP BY drug
UNION ALL
(SELECT 'line', n.label_id, n.row_no, l.title, n.section_key, n.section_code, s.heading_path, f.page,
       f.fact_id, f.quote, f.context, n.drug
FROM shown AS n
JOIN label AS l ON l.label_id = n.label_id
JOIN section AS s ON s.row_no = n.section_no
-- Of few lines the texts are read one by one, which here would be a reading of all.
LEFT JOIN fact_span AS f ON f.row_no = n.row_no AND NOT $few
ORDER BY n.own DESC, n.wide NULLS LAST, lower(n.drug), n.label_id, n.row_no)
