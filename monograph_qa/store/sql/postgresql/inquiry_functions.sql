-- The functions of these OIDs: name, and whether it is of the library's schema, shipped with the
-- server, and volatile.
SELECT proname, pronamespace = current_schema()::regnamespace,
    pronamespace = 'pg_catalog'::regnamespace, provolatile = 'v'
FROM pg_proc
WHERE oid = ANY (string_to_array($oids, ',')::oid[])
ORDER BY proname
