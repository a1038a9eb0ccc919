-- Adds to a file that an earlier version made the columns that came since (see ddl.library_ddl);
-- FactSpans are numbered in the order they were stored. In any other file there is nothing to do.
ALTER TABLE fact_span ADD COLUMN IF NOT EXISTS row_no BIGINT;
UPDATE fact_span SET row_no = rowid WHERE row_no IS NULL;
ALTER TABLE drug_name_key ADD COLUMN IF NOT EXISTS key_start VARCHAR;
ALTER TABLE drug_name_key ADD COLUMN IF NOT EXISTS key_end VARCHAR;
UPDATE drug_name_key SET key_start = left(name_key, 2), key_end = right(name_key, 3)
WHERE key_start IS NULL;
