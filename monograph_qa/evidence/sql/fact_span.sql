-- Citable FactSpans between two rows that carry one of the attributes, in no order (see
-- section_match.sql). `attributes` is a pattern over their stored JSON, `"(half_life|tmax)"`: to take
-- the JSON apart costs as much again. An empty one fits all, which is what text search ranks.
SELECT fact_id, section_id, label_id, ordinal, start, stop, quote, kind, attributes, page, boxes,
       context
FROM fact_span
WHERE rowid BETWEEN $first AND $last
  AND kind <> 'OTHER'
  AND regexp_matches(CAST(attributes AS VARCHAR), $attributes)
