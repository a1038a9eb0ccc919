-- FactSpans of one label that bear one of the ids, in no order.
SELECT fact_id, section_id, label_id, ordinal, start, stop, quote, kind, attributes, page, boxes,
       context, frame, needs
FROM fact_span
WHERE label_id = $label_id
  AND fact_id = ANY (string_to_array($ids, chr(31)))
