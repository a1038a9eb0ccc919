-- What `label_rows` holds (see rows_of_label.sql), reckoned anew: for a file of an earlier version.
SELECT l.label_id, coalesce(f.first, 0) AS first_fact, coalesce(f.last, -1) AS last_fact,
       coalesce(s.first, 0) AS first_section, coalesce(s.last, -1) AS last_section
FROM label AS l
LEFT JOIN (
    SELECT label_id, min(row_no) AS first, max(row_no) AS last FROM fact_span GROUP BY label_id
) AS f USING (label_id)
LEFT JOIN (
    SELECT label_id, min(row_no) AS first, max(row_no) AS last FROM section GROUP BY label_id
) AS s USING (label_id)
