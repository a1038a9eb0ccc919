-- The newest version that a label replaced is replaced no more.
UPDATE label SET superseded_by = NULL
WHERE label_id = (
    SELECT label_id FROM label WHERE superseded_by = $label_id ORDER BY version DESC LIMIT 1
)
