-- How many doubts there are of the reading of each label that has any.
SELECT label_id, count(*) FROM reading_doubt GROUP BY label_id
