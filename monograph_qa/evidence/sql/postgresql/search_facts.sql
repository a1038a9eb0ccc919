-- FactSpans of one label by their places among its citable sentences.
SELECT f.fact_id, f.section_id, f.label_id, f.ordinal, f.start, f.stop, f.quote, f.kind,
       f.attributes, f.page, f.boxes, f.context, f.frame, f.needs, n.place
FROM sentence AS n
JOIN fact_span AS f USING (fact_id)
WHERE n.label_id = $label_id
  AND n.place = ANY (string_to_array($places, chr(31))::integer[])
