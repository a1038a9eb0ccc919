-- As facts.sql, without what a line that is found does not show: half the time, as the columns of a
-- whole stretch are unpacked.
SELECT fact_id, section_id, label_id, ordinal, start, stop, quote, kind, '[]' AS attributes, page,
       '[]' AS boxes, context, '[]' AS frame, '[]' AS needs
FROM fact_span WHERE row_no BETWEEN $first AND $last
