-- Between which rows one label's FactSpans stand. A label is stored at once, so they stand
-- together: a range of rows is read ten times faster than the same rows one by one by their index.
-- Who reads it compares label_id as a range, which leaves the index aside, and so is right even
-- where another label's rows stand between.
SELECT coalesce(min(rowid), 0), coalesce(max(rowid), -1) FROM fact_span WHERE label_id = $label_id
