-- Forgets the names of one table.
DELETE FROM known_name WHERE source = $source
