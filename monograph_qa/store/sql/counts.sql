-- How much each label holds.
SELECT l.label_id,
       (SELECT count(*) FROM section AS s WHERE s.label_id = l.label_id) AS sections,
       (SELECT count(*) FROM fact_span AS f WHERE f.label_id = l.label_id) AS facts,
       (SELECT count(*) FROM fact_span AS f
        WHERE f.label_id = l.label_id AND f.kind = 'TABLE_ROW') AS table_rows,
       (SELECT count(*) FROM image AS i WHERE i.label_id = l.label_id) AS images
FROM label AS l
