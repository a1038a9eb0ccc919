-- FactSpans of one label that stand in one of the sections, in no order.
SELECT fact_id, section_id, label_id, ordinal, start, stop, quote, kind, attributes, page, boxes,
       context, frame, needs
FROM fact_span
WHERE label_id = $label_id
  AND section_id = ANY (string_to_array($sections, chr(31)))
