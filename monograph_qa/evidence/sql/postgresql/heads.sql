-- Sections of one label without their texts, in no order.
SELECT section_id, label_id, parent_id, ordinal, level, heading, heading_path, section_key, section_code,
       frame
FROM section
WHERE label_id = $label_id
