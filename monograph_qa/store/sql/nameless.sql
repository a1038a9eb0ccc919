-- The labels of which no name of a drug was found.
SELECT DISTINCT label_id FROM reading_doubt WHERE kind = 'name'
