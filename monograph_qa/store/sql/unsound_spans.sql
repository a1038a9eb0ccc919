-- How many FactSpans are not exactly the slice of their section's text that they claim to be.
SELECT count(*)
FROM fact_span AS f
LEFT JOIN section AS s ON s.section_id = f.section_id
WHERE s.text IS NULL OR substring(s.text, f.start + 1, f.stop - f.start) <> f.quote
