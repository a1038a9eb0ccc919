-- Between which numbers one label's FactSpans stand. A label is stored at once, so they stand together:
-- a range of ascending numbers lets DuckDB pass over all of a file but that place. By the index the
-- rows are fetched one by one, by a range of `rowid` the whole file is counted through: at ten million
-- either takes five times as long. Rows of another label may stand between: who reads a range leaves
-- them out.
SELECT coalesce(min(row_no), 0), coalesce(max(row_no), -1)
FROM fact_span
WHERE label_id = $label_id
