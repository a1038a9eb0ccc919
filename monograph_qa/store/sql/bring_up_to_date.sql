-- Adds to a file that an earlier version made what came since (see ddl.library_ddl); FactSpans and
-- sections are numbered in the order they were stored. In any other file there is nothing to do.
DROP INDEX IF EXISTS fact_span_by_label;
DROP INDEX IF EXISTS section_by_label;
ALTER TABLE fact_span ADD COLUMN IF NOT EXISTS row_no BIGINT;
UPDATE fact_span SET row_no = rowid WHERE row_no IS NULL;
ALTER TABLE section ADD COLUMN IF NOT EXISTS row_no BIGINT;
UPDATE section SET row_no = rowid WHERE row_no IS NULL;
CREATE TABLE IF NOT EXISTS label_rows (
    label_id VARCHAR PRIMARY KEY,
    first_fact BIGINT NOT NULL,
    last_fact BIGINT NOT NULL,
    first_section BIGINT NOT NULL,
    last_section BIGINT NOT NULL
);
INSERT INTO label_rows
SELECT l.label_id, coalesce(f.first, 0), coalesce(f.last, -1), coalesce(s.first, 0),
       coalesce(s.last, -1)
FROM label AS l
LEFT JOIN (
    SELECT label_id, min(row_no) AS first, max(row_no) AS last FROM fact_span GROUP BY label_id
) AS f USING (label_id)
LEFT JOIN (
    SELECT label_id, min(row_no) AS first, max(row_no) AS last FROM section GROUP BY label_id
) AS s USING (label_id)
WHERE l.label_id NOT IN (SELECT label_id FROM label_rows);
ALTER TABLE drug_name_key ADD COLUMN IF NOT EXISTS key_start VARCHAR;
ALTER TABLE drug_name_key ADD COLUMN IF NOT EXISTS key_end VARCHAR;
UPDATE drug_name_key SET key_start = left(name_key, 2), key_end = right(name_key, 3)
WHERE key_start IS NULL;
