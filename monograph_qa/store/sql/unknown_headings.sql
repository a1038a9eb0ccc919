-- Chapter headings outside the vocabulary, once a label.
SELECT DISTINCT heading, label_id
FROM section
WHERE section_key = 'spl_unclassified' AND level = 1 AND heading <> ''
ORDER BY heading
