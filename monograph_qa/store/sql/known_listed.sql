-- Known names that begin as asked, of one table or of all, in the order of the alphabet.
SELECT name, kind, ingredients, source FROM known_name
WHERE name LIKE :beginning ESCAPE '\' AND (:source = '' OR source = :source)
ORDER BY name COLLATE NOCASE, kind, ingredients, source
LIMIT :most
