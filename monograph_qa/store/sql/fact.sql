-- One FactSpan by its id.
SELECT fact_id, section_id, label_id, ordinal, start, stop, quote, kind, attributes, page, boxes,
       context, frame, needs
FROM fact_span
WHERE fact_id = $fact_id
