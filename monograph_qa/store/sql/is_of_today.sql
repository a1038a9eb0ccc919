-- A row, in a file that has all that this version gives one: `label_rows` came last.
SELECT 1 FROM duckdb_tables() WHERE table_name = 'label_rows'
