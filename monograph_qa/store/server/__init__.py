"""A library and its journal on a PostgreSQL server."""
