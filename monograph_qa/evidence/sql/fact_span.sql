-- Every citable FactSpan of one label that carries one of the attributes, wherever it stands; all
-- of them where no attribute is named, which is what text search ranks. For the range of rows see
-- store/sql/rows_of_label.sql.
SELECT fact_id, section_id, label_id, ordinal, start, stop, quote, kind, attributes, page, boxes,
       context
FROM fact_span
WHERE rowid BETWEEN $first AND $last
  AND label_id BETWEEN $label_id AND $label_id
  AND kind <> 'OTHER'
  AND ($attributes = ''
       OR list_has_any(CAST(attributes AS VARCHAR[]), string_split($attributes, chr(31))))
ORDER BY ordinal
