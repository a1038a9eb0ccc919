-- A row, in a file that has all that this version gives one: a view, a column and a table.
SELECT 1
FROM duckdb_views() AS v, duckdb_columns() AS c, duckdb_tables() AS t
WHERE v.view_name = 'fact_frame' AND c.table_name = 'label' AND c.column_name = 'preferred'
  AND t.table_name = 'word_place'
