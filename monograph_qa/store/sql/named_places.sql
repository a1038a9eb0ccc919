-- What `named_place` holds of the sections and FactSpans from the numbers `first_section` and
-- `first_fact` on, of all where no load has set these variables. A section's home is the nearest one
-- above whose key is known; sentences that are never quoted are left out. What a heading does
-- ("Do not take …") it does not do to lines that refer to somebody ("Tell your doctor if you have …").
WITH RECURSIVE fresh_section AS MATERIALIZED (
    SELECT *, min(row_no) OVER (PARTITION BY label_id) AS label_no FROM section
    WHERE row_no >= coalesce(getvariable('first_section'), 0)
),
fresh_fact AS MATERIALIZED (
    SELECT section_id, row_no, frame, attributes FROM fact_span
    WHERE row_no >= coalesce(getvariable('first_fact'), 0) AND kind <> 'OTHER'
),
line AS (
    SELECT section_id, section_key, parent_id, row_no AS home_no, 0 AS up FROM fresh_section
    UNION ALL
    SELECT line.section_id, above.section_key, above.parent_id, above.row_no, up + 1
    FROM line JOIN fresh_section AS above ON above.section_id = line.parent_id
),
home AS (
    SELECT section_id,
           coalesce(arg_min(home_no, up) FILTER (section_key <> 'spl_unclassified'),
                    arg_max(home_no, up)) AS home_no,
           coalesce(arg_min(section_key, up) FILTER (section_key <> 'spl_unclassified'),
                    arg_max(section_key, up)) AS home_key
    FROM line GROUP BY section_id
),
said AS (
    SELECT section_id, v ->> 0 AS facet, v ->> 1 AS concept, CAST(v ->> 2 AS DOUBLE) AS low,
           CAST(v ->> 3 AS DOUBLE) AS high
    FROM (SELECT section_id, unnest(CAST(frame AS JSON[])) AS v FROM fresh_section)
    UNION
    SELECT section_id, 'section', section_key, NULL, NULL FROM line
),
citable AS (
    SELECT f.section_id, label_no, s.row_no AS section_no, home_no, home_key, f.row_no,
           contains(f.frame, '["stance","refers"') AS refers
    FROM fresh_fact AS f JOIN fresh_section AS s USING (section_id) JOIN home USING (section_id)
),
run AS (
    SELECT section_id, label_no, section_no, home_no, home_key, of_stance,
           min(row_no) AS first_fact, max(row_no) AS last_fact
    FROM (
        SELECT *, row_no - row_number()
                  OVER (PARTITION BY section_id, of_stance ORDER BY row_no) AS stretch
        FROM citable CROSS JOIN (VALUES (false), (true)) AS kept(of_stance)
        WHERE NOT (of_stance AND refers)
    )
    GROUP BY section_id, label_no, section_no, home_no, home_key, of_stance, stretch
)
SELECT facet, concept, low, high, false AS own, label_no, section_no, home_no, home_key, first_fact,
       last_fact
FROM said JOIN run ON run.section_id = said.section_id AND of_stance = (facet = 'stance')
WHERE facet <> 'amount'
UNION
SELECT facet, concept, low, high, true, label_no, section_no, home_no, home_key, row_no, row_no
FROM (
    SELECT row_no, v ->> 0 AS facet, v ->> 1 AS concept, CAST(v ->> 2 AS DOUBLE) AS low,
           CAST(v ->> 3 AS DOUBLE) AS high
    FROM (SELECT row_no, unnest(CAST(frame AS JSON[])) AS v FROM fresh_fact)
    UNION ALL
    SELECT row_no, 'attribute', unnest(CAST(attributes AS VARCHAR[])), NULL, NULL FROM fresh_fact
) JOIN citable USING (row_no)
WHERE facet <> 'amount'
ORDER BY facet, concept, section_no, first_fact
