-- Whether meanings can be compared here: pgvector is installed, and the tables were made since.
SELECT to_regclass('label_meaning') IS NOT NULL
