-- Labels that no question is answered from: a newer version replaced them, or they were withdrawn.
SELECT label_id FROM label WHERE superseded_by IS NOT NULL OR withdrawn IS NOT NULL
