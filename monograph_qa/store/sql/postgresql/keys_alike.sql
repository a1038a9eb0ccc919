-- Folded names of current labels that could be meant: about as long as what was asked, or going on
-- where it breaks off; as in names_near.sql only those that share their beginning or their end with
-- it. How alike they are is counted by who reads: a server has no such function.
WITH sharing AS (
    SELECT name_key, label_id FROM drug_name_key WHERE left(name_key, 2) = left($name_key, 2)
    UNION
    SELECT name_key, label_id FROM drug_name_key WHERE right(name_key, 3) = right($name_key, 3)
)
SELECT DISTINCT n.name_key
FROM sharing AS n
JOIN label AS l ON l.label_id = n.label_id
WHERE l.superseded_by IS NULL
  AND (
    length(n.name_key) BETWEEN length($name_key) - 3 AND length($name_key) + 3
    OR starts_with(n.name_key, $name_key)
  )
