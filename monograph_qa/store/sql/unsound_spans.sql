-- How many FactSpans of some labels are not exactly the slice of their section's text that they claim
-- to be. A stretch of labels at a time: the texts of fifty thousand labels would fill the memory.
SELECT count(*)
FROM fact_span AS f
LEFT JOIN section AS s ON s.section_id = f.section_id AND s.label_id BETWEEN $first AND $last
WHERE f.label_id BETWEEN $first AND $last
    AND (s.text IS NULL OR substring(s.text, f.start + 1, f.stop - f.start) <> f.quote)
