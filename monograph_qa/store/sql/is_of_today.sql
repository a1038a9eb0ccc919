-- A row, in a file that has all that this version gives one: `name_spelling` came last.
SELECT 1 FROM duckdb_tables() WHERE table_name = 'name_spelling'
