-- Of one label's citable sentences, what text search reads: heading, lead-in and sentence.
SELECT n.place, s.heading, coalesce(f.context, ''), f.quote
FROM sentence AS n
JOIN fact_span AS f USING (fact_id)
JOIN section AS s USING (section_id)
WHERE n.label_id = $label_id
ORDER BY n.place
