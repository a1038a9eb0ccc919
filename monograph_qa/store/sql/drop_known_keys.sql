-- Forgets the spellings of the names of one table.
DELETE FROM known_key WHERE name_id IN (SELECT name_id FROM known_name WHERE source = $source)
