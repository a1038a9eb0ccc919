-- Sections of one label that bear one of the ids, in no order.
SELECT section_id, label_id, ordinal, parent_id, level, heading, heading_path, section_number,
       section_code, section_key, text, page_first, page_last, frame
FROM section
WHERE label_id = $label_id
  AND section_id = ANY (string_to_array($ids, chr(31)))
