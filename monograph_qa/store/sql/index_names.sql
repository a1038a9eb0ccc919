-- The indexes of the published file (DuckDB keeps primary keys apart).
SELECT index_name FROM duckdb_indexes() WHERE database_name = current_database()
