-- Of each of the folded names the plainest spelling and the current labels that bear it.
SELECT n.name_key,
       (array_agg(n.name ORDER BY length(n.name), n.name COLLATE "C"))[1] AS name,
       (array_agg(n.kind ORDER BY length(n.name), n.name COLLATE "C"))[1] AS kind,
       array_agg(DISTINCT n.label_id) AS label_ids
FROM drug_name_key AS n
JOIN label AS l ON l.label_id = n.label_id
WHERE l.superseded_by IS NULL AND n.name_key = ANY (string_to_array($keys, chr(31)))
GROUP BY n.name_key
