-- Sections of one label without their texts, between two numbers, in order (see
-- store/sql/rows_of_label.sql and sections.sql).
SELECT section_id, parent_id, ordinal, level, heading, heading_path, section_key, section_code
FROM section
WHERE row_no BETWEEN $first AND $last
  AND CASE label_id WHEN $label_id THEN TRUE ELSE FALSE END
ORDER BY ordinal
