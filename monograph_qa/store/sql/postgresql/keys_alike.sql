-- As keys_alike.sql of a file, of current labels.
SELECT name_key
FROM drug_name_key
WHERE (left(name_key, 2) = left($name_key, 2) OR right(name_key, 3) = right($name_key, 3))
  AND (
    length(name_key) BETWEEN length($name_key) - 3 AND length($name_key) + 3
    OR length(split_part(name_key, ' ', 1)) BETWEEN length($name_key) - 3 AND length($name_key) + 3
    OR starts_with(name_key, $name_key)
  )
  AND label_id NOT IN (SELECT label_id FROM label WHERE superseded_by IS NOT NULL OR withdrawn IS NOT NULL)
GROUP BY name_key
