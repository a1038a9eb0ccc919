"""A library and its journal as files in a folder: DuckDB and SQLite."""
