-- What does not fit among the versions of documents: what, and how many.
SELECT 'superseded by a label that is not here', count(*)
FROM label AS l LEFT JOIN label AS n ON n.label_id = l.superseded_by
WHERE l.superseded_by IS NOT NULL AND n.label_id IS NULL
UNION ALL
SELECT 'superseded by themselves', count(*)
FROM label
WHERE superseded_by = label_id
UNION ALL
SELECT 'documents with several current versions', count(*)
FROM (SELECT doc_key FROM label WHERE superseded_by IS NULL GROUP BY doc_key HAVING count(*) > 1) AS several
UNION ALL
SELECT 'documents with two versions of one number', count(*)
FROM (SELECT doc_key FROM label GROUP BY doc_key, version HAVING count(*) > 1) AS twice
UNION ALL
SELECT 'superseded by one another', count(*)
FROM label AS l JOIN label AS n ON n.label_id = l.superseded_by
WHERE n.superseded_by = l.label_id AND n.label_id <> l.label_id
