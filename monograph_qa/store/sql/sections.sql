-- Sections between two numbers, in no order (see rows_of_label.sql): who reads them leaves out those of
-- other labels and sorts, for a third of this statement's time.
SELECT section_id, label_id, ordinal, parent_id, level, heading, heading_path, section_number,
       section_code, section_key, text, page_first, page_last, frame
FROM section
WHERE row_no BETWEEN $first AND $last
