-- The number of the next FactSpan to be stored.
SELECT coalesce(max(row_no), -1) + 1 FROM fact_span
