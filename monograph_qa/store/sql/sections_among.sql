-- Those sections of one label that bear one of the ids.
WITH mine AS MATERIALIZED (
    SELECT section_id, label_id, ordinal, parent_id, level, heading, heading_path, section_number,
           section_code, section_key, text, page_first, page_last
    FROM section
    WHERE label_id = $label_id
)
SELECT section_id, label_id, ordinal, parent_id, level, heading, heading_path, section_number,
       section_code, section_key, text, page_first, page_last
FROM mine
WHERE section_id IN (SELECT unnest(string_split($ids, chr(31))))
ORDER BY ordinal
