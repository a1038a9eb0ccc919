-- How many labels questions are answered from.
SELECT count(*) FROM label WHERE superseded_by IS NULL AND withdrawn IS NULL
