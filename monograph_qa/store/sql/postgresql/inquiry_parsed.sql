-- The statement of an outsider as the server parsed it: a tree of nodes, as text.
SELECT prosqlbody FROM pg_proc
WHERE proname = 'asked' AND pronamespace = pg_my_temp_schema()
