-- One section by its id.
SELECT section_id, label_id, ordinal, parent_id, level, heading, heading_path, section_number,
       section_code, section_key, text, page_first, page_last, frame
FROM section
WHERE section_id = $section_id
