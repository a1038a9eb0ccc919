-- FactSpans of the named sections of one label, in reading order.
SELECT fact_id, section_id, label_id, ordinal, start, stop, quote, kind, attributes, page, boxes,
       context
FROM fact_span
WHERE rowid BETWEEN $first AND $last
  AND list_contains(string_split($sections, chr(31)), section_id)
ORDER BY ordinal
