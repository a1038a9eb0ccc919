-- Every imported table, with how many names it lists.
SELECT t.source, t.layout, count(n.name_id), t.sha256, t.imported_at
FROM name_table AS t
LEFT JOIN known_name AS n USING (source)
GROUP BY t.source
ORDER BY t.source COLLATE "C"
