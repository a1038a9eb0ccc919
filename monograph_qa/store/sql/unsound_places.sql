-- What a file keeps for speed and does not hold (see rows_of_label.sql, keys_alike.sql): what, and how
-- many. A sentence outside its label's range would never be found, and nobody would miss it.
SELECT 'labels whose place is not noted', count(*)
FROM label AS l LEFT JOIN label_rows AS r ON r.label_id = l.label_id
WHERE r.label_id IS NULL
UNION ALL
SELECT 'labels with sentences outside their place', count(*)
FROM (
    SELECT label_id, min(row_no) AS first, max(row_no) AS last, count(*) - count(row_no) AS unnumbered
    FROM fact_span GROUP BY label_id
) AS f JOIN label_rows AS r ON r.label_id = f.label_id
WHERE f.unnumbered > 0 OR f.first < r.first_fact OR f.last > r.last_fact
UNION ALL
SELECT 'labels with sections outside their place', count(*)
FROM (
    SELECT label_id, min(row_no) AS first, max(row_no) AS last, count(*) - count(row_no) AS unnumbered
    FROM section GROUP BY label_id
) AS s JOIN label_rows AS r ON r.label_id = s.label_id
WHERE s.unnumbered > 0 OR s.first < r.first_section OR s.last > r.last_section
UNION ALL
SELECT 'names that no misspelling would find', count(*)
FROM (
    SELECT DISTINCT name_key, left(name_key, 2) AS key_start, right(name_key, 3) AS key_end
    FROM drug_name_key
    EXCEPT
    SELECT name_key, key_start, key_end FROM name_spelling
) AS missing
