-- Folded names that could be meant by what was asked: they or their first word about as long, or going
-- on where it breaks off ("cipro"). One slip leaves the beginning or the end of a key as it is: only
-- keys that share one of them are sent. How alike they are is counted by who reads (most_alike).
SELECT name_key
FROM name_spelling
WHERE (key_start = left($name_key, 2) OR key_end = right($name_key, 3))
  AND (
    length(name_key) BETWEEN length($name_key) - 3 AND length($name_key) + 3
    OR length(split_part(name_key, ' ', 1)) BETWEEN length($name_key) - 3 AND length($name_key) + 3
    OR starts_with(name_key, $name_key)
  )
