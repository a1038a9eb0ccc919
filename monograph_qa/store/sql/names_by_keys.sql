-- Current labels that bear any of the folded names; `keys` is one string, see store.queries.several.
SELECT n.name_key, n.name, n.kind, n.label_id
FROM drug_name_key AS n
JOIN label AS l ON l.label_id = n.label_id
WHERE n.name_key IN (SELECT unnest(string_split($keys, chr(31)))) AND l.superseded_by IS NULL
ORDER BY n.kind, n.name, n.label_id
