-- Lines that meet all criteria, and have all words: first those that say all of it
-- themselves, and in the narrowest range, of what is forbidden first what the contraindications list
-- (what stands there says so itself), then by drug, label and place; and how many there are.
-- Each criterion, and each word, is a bit: to count distinct numbers takes four times as long.
WITH mark AS MATERIALIZED (
    SELECT CAST(v ->> 0 AS INTEGER) AS n, v ->> 1 AS facet, v ->> 2 AS concept,
           CAST(v ->> 3 AS DOUBLE) AS low, coalesce(CAST(v ->> 4 AS DOUBLE), 'infinity') AS high,
           coalesce(CAST(v ->> 5 AS BOOLEAN), false) AS whole
    FROM (SELECT unnest(CAST($marks AS JSON[])) AS v)
),
rarest AS MATERIALIZED (
    SELECT n FROM (
        SELECT n, count(*) AS places, count(*) OVER () AS said
        FROM named_place JOIN mark USING (facet, concept) GROUP BY n
    )
    WHERE said = $criteria ORDER BY places LIMIT 1
),
-- What is said in fewest places leads: of the lines there it is looked what else they say.
ranked AS MATERIALIZED (SELECT mark.*, mark.n = rarest.n AS leads FROM mark CROSS JOIN rarest),
place AS NOT MATERIALIZED (
    SELECT m.leads, 1 << m.n AS bit, p.label_no, p.section_no, p.home_no, p.home_key,
           p.first_fact, p.last_fact,
           p.own OR (p.facet = 'stance' AND p.home_key = 'contraindications') AS own,
           CASE WHEN m.low IS NOT NULL THEN coalesce(p.high, 1e9) - p.low END AS wide
    FROM named_place AS p JOIN ranked AS m ON p.facet = m.facet AND p.concept = m.concept
    WHERE m.low IS NULL
       OR (m.whole AND p.low <= m.low AND coalesce(p.high, 'infinity') >= m.high)
       OR NOT m.whole AND (greatest(p.low, m.low) < least(coalesce(p.high, 'infinity'), m.high)
       -- "30 to 60" is not below 30, but 30 is in it.
       OR (greatest(p.low, m.low) <= least(coalesce(p.high, 'infinity'), m.high)
           AND (p.low = p.high OR m.low = m.high)))
),
first_place AS MATERIALIZED (SELECT * FROM place WHERE leads),
other_place AS MATERIALIZED (
    SELECT bit, own, section_no, first_fact, last_fact, wide FROM place
    WHERE NOT leads AND section_no IN (SELECT section_no FROM first_place)
),
-- A line has a word where one of its own begins so; a branch for each of four words, since of two
-- ranges in one condition the whole table is read.
worded AS MATERIALIZED (
    SELECT row_no, section_no, bit << $criteria AS bit
    FROM (
        SELECT row_no, section_no, 1 AS bit FROM word_place
        WHERE $words > 0 AND word BETWEEN $word_1 AND $word_1 || '~'
        UNION ALL
        SELECT row_no, section_no, 2 FROM word_place
        WHERE $words > 1 AND word BETWEEN $word_2 AND $word_2 || '~'
        UNION ALL
        SELECT row_no, section_no, 4 FROM word_place
        WHERE $words > 2 AND word BETWEEN $word_3 AND $word_3 || '~'
        UNION ALL
        SELECT row_no, section_no, 8 FROM word_place
        WHERE $words > 3 AND word BETWEEN $word_4 AND $word_4 || '~'
    )
    WHERE $criteria = 0 OR section_no IN (SELECT section_no FROM first_place)
),
-- The sections in which all of it is said: of others no lines are made.
home AS MATERIALIZED (
    SELECT DISTINCT section_no, label_no, home_no, home_key FROM first_place
    WHERE ($words = 0 OR section_no IN (SELECT section_no FROM worded))
      AND ($criteria = 1 OR section_no IN (
          SELECT section_no FROM other_place
          GROUP BY section_no HAVING bit_count(bit_or(bit)) = $criteria - 1
      ))
    UNION ALL
    SELECT DISTINCT section_no, label_no, home_no, home_key FROM named_place
    WHERE $criteria = 0 AND facet = 'section' AND concept = home_key
      AND section_no IN (SELECT section_no FROM worded)
),
line AS MATERIALIZED (
    SELECT unnest(range(first_fact, last_fact + 1)) AS row_no, section_no, bit, own, wide
    FROM first_place SEMI JOIN home USING (section_no)
),
fitting AS (
    SELECT row_no, section_no, bit_count(bit_or(CASE WHEN own THEN bit ELSE 0 END)) AS own,
           min(wide) AS wide
    FROM (
        FROM line
        UNION ALL
        SELECT l.row_no, section_no, p.bit, p.own, p.wide
        FROM line AS l JOIN other_place AS p USING (section_no)
        WHERE $criteria > 1 AND l.row_no BETWEEN p.first_fact AND p.last_fact
        UNION ALL
        SELECT row_no, section_no, bit, false, NULL FROM worded
    )
    GROUP BY row_no, section_no HAVING bit_count(bit_or(bit)) = $criteria + $words
),
-- Texts are read only where the words that a line has do not tell.
told AS MATERIALIZED (
    SELECT t.row_no, f.kind, concat_ws(' ', f.context, f.quote) AS said
    FROM fitting AS t JOIN fact_span AS f ON f.row_no = t.row_no
    WHERE $reads OR $kind <> ''
),
-- Labels by their place in the order of lines: numbers are sorted, not names.
fit_label AS MATERIALIZED (
    SELECT r.first_section AS label_no, l.label_id, l.drug, l.title,
           row_number() OVER (ORDER BY lower(l.drug), l.label_id) AS nth
    FROM label_rows AS r JOIN label AS l USING (label_id)
    WHERE l.superseded_by IS NULL AND l.withdrawn IS NULL
      AND ($format = '' OR l.format = $format)
      AND ($labels = '' OR l.label_id IN string_split($labels, chr(31)))
),
placed AS MATERIALIZED (
    SELECT section_no, home_no, home_key, label_no, nth,
           home_key = 'contraindications'
           AND EXISTS (SELECT 1 FROM mark WHERE facet = 'stance' AND concept = 'forbids') AS listed
    FROM home JOIN fit_label USING (label_no)
),
found AS MATERIALIZED (
    SELECT * FROM fitting
    WHERE section_no IN (SELECT section_no FROM placed)
      AND (
          NOT ($reads OR $kind <> '')
          OR row_no IN (
              SELECT row_no FROM told
              WHERE ($kind = '' OR kind = $kind)
                AND (NOT $reads OR regexp_matches(said, $pattern, 'is'))
          )
      )
),
counted AS MATERIALIZED (
    SELECT home_key, label_no, lines
    FROM placed JOIN (SELECT section_no, count(*) AS lines FROM found GROUP BY section_no)
    USING (section_no)
),
shown AS MATERIALIZED (
    SELECT own, wide, listed, nth, row_no, section_no, home_no, label_no
    FROM found JOIN placed USING (section_no)
    ORDER BY own DESC, wide NULLS LAST, listed DESC, nth, row_no LIMIT $most OFFSET $skip
)
-- Counts of all: lines by section, labels by drug; then the lines themselves, by their numbers.
SELECT 'section' AS what, home_key AS name, sum(lines) AS number, NULL AS row_no, NULL AS section_no,
       NULL AS home_no, NULL AS drug, NULL AS title
FROM counted GROUP BY home_key
UNION ALL
SELECT 'drug', drug, count(*), NULL, NULL, NULL, NULL, NULL
FROM fit_label WHERE label_no IN (SELECT label_no FROM counted) GROUP BY drug
UNION ALL
(SELECT 'line', label_id, NULL, row_no, section_no, home_no, drug, title
FROM shown JOIN fit_label USING (label_no)
ORDER BY own DESC, wide NULLS LAST, listed DESC, shown.nth, row_no)
