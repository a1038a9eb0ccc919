-- FactSpans between two numbers that bear one of the ids, in no order (see rows_of_label.sql).
SELECT fact_id, section_id, label_id, ordinal, start, stop, quote, kind, attributes, page, boxes,
       context, frame, needs
FROM fact_span
WHERE row_no BETWEEN $first AND $last
  AND fact_id IN string_split($ids, chr(31))
