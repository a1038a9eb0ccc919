-- A row, in a file that has all that this version gives one: `fact_frame` came last.
SELECT 1 FROM duckdb_views() WHERE view_name = 'fact_frame'
