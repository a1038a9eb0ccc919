-- Sections between two numbers that bear one of the ids, in no order (see sections.sql).
SELECT section_id, label_id, ordinal, parent_id, level, heading, heading_path, section_number,
       section_code, section_key, text, page_first, page_last, frame
FROM section
WHERE row_no BETWEEN $first AND $last
  AND section_id IN string_split($ids, chr(31))
