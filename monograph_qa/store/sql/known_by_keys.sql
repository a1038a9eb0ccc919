-- Known names under any of the folded names; `keys` is a JSON array.
SELECT k.name_key, n.name, n.kind, n.ingredients
FROM known_key AS k
JOIN known_name AS n USING (name_id)
WHERE k.name_key IN (SELECT value FROM json_each(:keys))
GROUP BY k.name_key, n.name, n.kind, n.ingredients
ORDER BY k.name_key, n.kind, length(n.name), n.name, n.ingredients
