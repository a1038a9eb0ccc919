-- Known names that begin as asked, of one table or of all, in the order of the alphabet.
SELECT name, kind, ingredients, source
FROM known_name
WHERE name ILIKE $beginning ESCAPE '\' AND ($source = '' OR source = $source)
ORDER BY lower(name) COLLATE "C", kind COLLATE "C", ingredients COLLATE "C", source COLLATE "C"
LIMIT $most
