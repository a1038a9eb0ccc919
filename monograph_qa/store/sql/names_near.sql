-- Names that could be a misspelling: as long as asked, give or take, and alike; or that go on where
-- what was asked breaks off ("cipro"). One slip leaves the beginning or the end of a key as it is: only
-- keys that share one of them are compared.
-- Of several names under one key the plainest is offered: the shortest.
WITH sharing AS (
    SELECT name_key FROM drug_name_key WHERE key_start = left($name_key, 2)
    UNION
    SELECT name_key FROM drug_name_key WHERE key_end = right($name_key, 3)
),
alike AS (
    SELECT name_key, jaro_winkler_similarity(name_key, $name_key) AS likeness
    FROM sharing
    WHERE length(name_key) BETWEEN length($name_key) - 3 AND length($name_key) + 3
      AND jaro_winkler_similarity(name_key, $name_key) >= $least
      OR starts_with(name_key, $name_key)
)
SELECT n.name_key, arg_min(n.name, (length(n.name), n.name)) AS name,
       arg_min(n.kind, (length(n.name), n.name)) AS kind,
       list(DISTINCT n.label_id) AS label_ids
FROM alike
JOIN drug_name_key AS n USING (name_key)
WHERE n.label_id NOT IN (SELECT label_id FROM label WHERE superseded_by IS NOT NULL)
GROUP BY n.name_key, alike.likeness
ORDER BY alike.likeness DESC, n.name_key
LIMIT 12
