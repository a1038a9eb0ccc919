-- Known keys that could be a misspelling: about as long as asked, with its first letter or its end.
SELECT name_key FROM known_key
WHERE left(name_key, 1) = left($name_key, 1)
  AND length(name_key) BETWEEN length($name_key) - $edits AND length($name_key) + $edits
UNION
SELECT name_key FROM known_key
WHERE right(name_key, 3) = right($name_key, 3)
  AND length(name_key) BETWEEN length($name_key) - $edits AND length($name_key) + $edits
