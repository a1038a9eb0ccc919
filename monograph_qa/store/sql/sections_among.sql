-- Those sections of one label that bear one of the ids.
SELECT section_id, label_id, ordinal, parent_id, level, heading, heading_path, section_number,
       section_code, section_key, text, page_first, page_last
FROM section
WHERE label_id BETWEEN $label_id AND $label_id
  AND list_contains(string_split($ids, chr(31)), section_id)
ORDER BY ordinal
