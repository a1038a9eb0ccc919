-- The tables of these OIDs: name, and whether it is a table of the library's schema.
SELECT relname, relnamespace = current_schema()::regnamespace
FROM pg_class
WHERE oid = ANY (string_to_array($oids, ',')::oid[])
ORDER BY relname
