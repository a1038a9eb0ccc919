-- Sections of one label, between two numbers, that bear one of the ids, in no order (see
-- rows_of_label.sql and sections.sql).
SELECT section_id, label_id, ordinal, parent_id, level, heading, heading_path, section_number,
       section_code, section_key, text, page_first, page_last
FROM section
WHERE row_no BETWEEN $first AND $last
  AND CASE label_id WHEN $label_id THEN TRUE ELSE FALSE END
  AND section_id IN string_split($ids, chr(31))
