-- How many labels are current.
SELECT count(*) FROM label WHERE superseded_by IS NULL
