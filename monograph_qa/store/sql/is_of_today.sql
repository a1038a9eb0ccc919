-- A row, in a file that has all that this version gives one: a view and a column that came last.
SELECT 1
FROM duckdb_views() AS v, duckdb_columns() AS c
WHERE v.view_name = 'fact_frame' AND c.table_name = 'label' AND c.column_name = 'preferred'
