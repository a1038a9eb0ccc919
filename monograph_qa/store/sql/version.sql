-- The fingerprint of what is published, as noted by its publishing (see version_of_labels.sql).
SELECT version FROM published
