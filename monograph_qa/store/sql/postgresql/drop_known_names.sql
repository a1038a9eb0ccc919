-- Forgets one table of names, and all that only it listed.
WITH dropped AS (DELETE FROM known_name WHERE source = $source RETURNING name_id),
keys AS (DELETE FROM known_key WHERE name_id IN (SELECT name_id FROM dropped))
DELETE FROM name_table WHERE source = $source
