-- Names that could be a misspelling: as long as asked, give or take, and alike; or that go on where
-- what was asked breaks off ("cipro").
-- Of several names under one key the plainest is offered: the shortest.
SELECT n.name_key, arg_min(n.name, (length(n.name), n.name)) AS name,
       arg_min(n.kind, (length(n.name), n.name)) AS kind,
       list(DISTINCT n.label_id) AS label_ids
FROM drug_name_key AS n
JOIN label AS l ON l.label_id = n.label_id
WHERE l.superseded_by IS NULL
  AND (
    length(n.name_key) BETWEEN length($name_key) - 3 AND length($name_key) + 3
    AND jaro_winkler_similarity(n.name_key, $name_key) >= $least
    OR starts_with(n.name_key, $name_key)
  )
GROUP BY n.name_key
ORDER BY jaro_winkler_similarity(n.name_key, $name_key) DESC, n.name_key
LIMIT 12
