-- Sections of one label that bear one of the ids, in no order. Apart, because DuckDB looks into an index
-- only for a single condition.
WITH own AS MATERIALIZED (
    SELECT section_id, label_id, ordinal, parent_id, level, heading, heading_path, section_number,
           section_code, section_key, text, page_first, page_last
    FROM section
    WHERE label_id = $label_id
)
SELECT * FROM own WHERE section_id IN string_split($ids, chr(31))
