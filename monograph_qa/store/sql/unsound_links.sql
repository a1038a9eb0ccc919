-- Rows that name what is not there, or what belongs to another label: what, and how many. All are 0
-- in a sound library; there are no foreign keys, for rows are only ever inserted, a label at once.
SELECT 'sentences of no section', count(*)
FROM fact_span AS f LEFT JOIN section AS s ON s.section_id = f.section_id
WHERE s.section_id IS NULL
UNION ALL
SELECT 'sentences of another label than their section', count(*)
FROM fact_span AS f JOIN section AS s ON s.section_id = f.section_id
WHERE s.label_id <> f.label_id
UNION ALL
SELECT 'sections of no label', count(*)
FROM section AS s LEFT JOIN label AS l ON l.label_id = s.label_id
WHERE l.label_id IS NULL
UNION ALL
SELECT 'sections below none of their label', count(*)
FROM section AS s LEFT JOIN section AS p ON p.section_id = s.parent_id AND p.label_id = s.label_id
WHERE s.parent_id IS NOT NULL AND p.section_id IS NULL
UNION ALL
SELECT 'pictures of no label', count(*)
FROM image AS i LEFT JOIN label AS l ON l.label_id = i.label_id
WHERE l.label_id IS NULL
UNION ALL
SELECT 'pictures of no section of their label', count(*)
FROM image AS i LEFT JOIN section AS s ON s.section_id = i.section_id AND s.label_id = i.label_id
WHERE i.section_id IS NOT NULL AND s.section_id IS NULL
UNION ALL
SELECT 'names of no label', count(*)
FROM drug_name AS n LEFT JOIN label AS l ON l.label_id = n.label_id
WHERE l.label_id IS NULL
UNION ALL
SELECT 'labels without a name', count(*)
FROM label AS l LEFT JOIN (SELECT DISTINCT label_id FROM drug_name) AS n ON n.label_id = l.label_id
WHERE n.label_id IS NULL
    AND l.label_id NOT IN (SELECT d.label_id FROM reading_doubt AS d WHERE d.kind = 'name')
UNION ALL
SELECT 'names that no question can find (no key)', count(*)
FROM drug_name AS n
LEFT JOIN (SELECT DISTINCT name, kind, label_id FROM drug_name_key) AS k
    ON k.name = n.name AND k.kind = n.kind AND k.label_id = n.label_id
WHERE k.name IS NULL
UNION ALL
SELECT 'keys of no name', count(*)
FROM drug_name_key AS k
LEFT JOIN drug_name AS n ON n.name = k.name AND n.kind = k.kind AND n.label_id = k.label_id
WHERE n.name IS NULL
UNION ALL
SELECT 'sentences that bear one id', count(*)
FROM (SELECT fact_id FROM fact_span GROUP BY fact_id HAVING count(*) > 1) AS twice
