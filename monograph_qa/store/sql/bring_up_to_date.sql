-- Adds to a file that an earlier version made the columns that came since (see ddl.library_ddl);
-- FactSpans and sections are numbered in the order they were stored.
DROP INDEX IF EXISTS fact_span_by_label;
DROP INDEX IF EXISTS section_by_label;
ALTER TABLE fact_span ADD COLUMN IF NOT EXISTS row_no BIGINT;
UPDATE fact_span SET row_no = rowid WHERE row_no IS NULL;
ALTER TABLE section ADD COLUMN IF NOT EXISTS row_no BIGINT;
UPDATE section SET row_no = rowid WHERE row_no IS NULL;
ALTER TABLE fact_span ADD COLUMN IF NOT EXISTS frame JSON DEFAULT '[]';
ALTER TABLE fact_span ADD COLUMN IF NOT EXISTS needs JSON DEFAULT '[]';
ALTER TABLE section ADD COLUMN IF NOT EXISTS frame JSON DEFAULT '[]';
