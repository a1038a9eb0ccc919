-- The ids of all labels, superseded ones as well.
SELECT label_id FROM label ORDER BY label_id
