-- The fingerprint of what is published, as noted by its publishing (see note_version.sql).
SELECT version FROM published
