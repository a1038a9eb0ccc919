-- Those FactSpans of one label that bear one of the ids. The label's index is read first.
WITH mine AS MATERIALIZED (
    SELECT fact_id, section_id, label_id, ordinal, start, stop, quote, kind, attributes, page,
           boxes, context
    FROM fact_span
    WHERE label_id = $label_id
)
SELECT fact_id, section_id, label_id, ordinal, start, stop, quote, kind, attributes, page, boxes,
       context
FROM mine
WHERE fact_id IN (SELECT unnest(string_split($ids, chr(31))))
ORDER BY ordinal
