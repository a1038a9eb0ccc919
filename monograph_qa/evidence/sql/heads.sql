-- Sections between two numbers without their texts, in no order (see store/sql/rows_of_label.sql and
-- sections.sql).
SELECT section_id, label_id, parent_id, ordinal, level, heading, heading_path, section_key, section_code,
       frame
FROM section
WHERE row_no BETWEEN $first AND $last
