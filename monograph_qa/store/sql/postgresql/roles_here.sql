-- The roles of the library that this server has.
SELECT rolname::text FROM pg_roles
WHERE rolname IN ('monograph_loader', 'monograph_asker', 'monograph_auditor')
ORDER BY 1
