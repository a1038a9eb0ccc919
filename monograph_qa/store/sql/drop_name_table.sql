-- Forgets that a table of names was imported.
DELETE FROM name_table WHERE source = $source
