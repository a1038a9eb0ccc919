-- Folded names that could be a misspelling, the most alike first: they or their first word as long as
-- asked, give or take, and alike; or going on where what was asked breaks off ("cipro"). One slip leaves
-- the beginning or the end of a key as it is: only keys that share one of them are compared.
-- More than are wanted: names that only replaced labels bear fall away after this.
SELECT name_key, jaro_winkler_similarity(name_key, $name_key) AS likeness
FROM name_spelling
WHERE (key_start = left($name_key, 2) OR key_end = right($name_key, 3))
  AND (
    (length(name_key) BETWEEN length($name_key) - 3 AND length($name_key) + 3
     OR length(split_part(name_key, ' ', 1)) BETWEEN length($name_key) - 3 AND length($name_key) + 3)
    AND jaro_winkler_similarity(name_key, $name_key) >= $least
    OR starts_with(name_key, $name_key)
  )
ORDER BY likeness DESC, name_key
LIMIT 30
