-- Between which rows one label's FactSpans stand, and between which its sections. A label is stored at
-- once, so they stand together: a range of rows is read ten times faster than the same rows one by
-- one by their index. Rows of another label may stand between: who reads a range leaves them out.
SELECT coalesce(min(f.rowid), 0), coalesce(max(f.rowid), -1),
       (SELECT coalesce(min(s.rowid), 0) FROM section AS s WHERE s.label_id = $label_id),
       (SELECT coalesce(max(s.rowid), -1) FROM section AS s WHERE s.label_id = $label_id)
FROM fact_span AS f
WHERE f.label_id = $label_id
