-- Those FactSpans of one label that bear one of the ids (see rows_of_label.sql).
SELECT fact_id, section_id, label_id, ordinal, start, stop, quote, kind, attributes, page, boxes,
       context
FROM fact_span
WHERE rowid BETWEEN $first AND $last
  AND label_id BETWEEN $label_id AND $label_id
  AND list_contains(string_split($ids, chr(31)), fact_id)
ORDER BY ordinal
