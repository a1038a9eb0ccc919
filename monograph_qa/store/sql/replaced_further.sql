-- Older versions that a label replaced are replaced by what is now current in its stead.
UPDATE label SET superseded_by = (
    SELECT n.label_id FROM label AS n WHERE n.doc_key = $doc_key AND n.superseded_by IS NULL
    AND n.label_id <> $label_id
)
WHERE superseded_by = $label_id
