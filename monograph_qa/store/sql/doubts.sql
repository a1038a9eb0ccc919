-- Places where a label may have been read wrongly, in its order.
SELECT label_id, section_id, page, kind, detail
FROM reading_doubt
WHERE label_id = $label_id
ORDER BY ordinal
