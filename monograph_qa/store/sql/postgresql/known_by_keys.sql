-- Known names under any of the folded names; `keys` is a JSON array.
SELECT name_key, name, kind, ingredients
FROM (
    SELECT DISTINCT k.name_key COLLATE "C" AS name_key, n.name COLLATE "C" AS name,
           n.kind COLLATE "C" AS kind, n.ingredients COLLATE "C" AS ingredients
    FROM known_key AS k
    JOIN known_name AS n USING (name_id)
    WHERE k.name_key IN (SELECT json_array_elements_text($keys::json))
) AS found
ORDER BY name_key, kind, length(name), name, ingredients
