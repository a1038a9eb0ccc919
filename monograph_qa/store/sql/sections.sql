-- Sections of one label, between two numbers, in order (see rows_of_label.sql).
-- A CASE, so that the label is looked at in the rows of the range alone.
SELECT section_id, label_id, ordinal, parent_id, level, heading, heading_path, section_number,
       section_code, section_key, text, page_first, page_last
FROM section
WHERE row_no BETWEEN $first AND $last
  AND CASE label_id WHEN $label_id THEN TRUE ELSE FALSE END
ORDER BY ordinal
