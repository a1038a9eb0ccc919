-- Rows whose id does not follow from what they hold (see domain/label.py): what, how many, one of them. A
-- section's id follows from its text, a sentence's from its section and its offsets.
SELECT 'labels', count(*), min(label_id)
FROM label
WHERE label_id <> 'lab_' || substr(sha256(concat_ws(chr(31), sha256, parser)), 1, 16)
UNION ALL
SELECT 'sections', count(*), min(section_id)
FROM section
WHERE section_id <> 'sec_'
    || substr(sha256(concat_ws(chr(31), label_id, ordinal, heading_path, text)), 1, 20)
UNION ALL
SELECT 'sentences', count(*), min(fact_id)
FROM fact_span
WHERE fact_id <> 'fact_' || substr(sha256(concat_ws(chr(31), section_id, start, stop)), 1, 20)
