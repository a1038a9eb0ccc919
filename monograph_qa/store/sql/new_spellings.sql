-- The folded names of the table `incoming` that no label bore before.
INSERT INTO name_spelling
SELECT DISTINCT name_key, left(name_key, 2), right(name_key, 3)
FROM incoming
WHERE name_key NOT IN (SELECT name_key FROM name_spelling)
