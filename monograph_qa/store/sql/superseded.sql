-- Labels that a newer version replaced.
SELECT label_id FROM label WHERE superseded_by IS NOT NULL
