-- FactSpans between two numbers, in no order (see rows_of_label.sql).
SELECT fact_id, section_id, label_id, ordinal, start, stop, quote, kind, attributes, page, boxes,
       context, frame, needs
FROM fact_span
WHERE row_no BETWEEN $first AND $last
