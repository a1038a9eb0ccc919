-- The fingerprint of what is published: it changes when any label is added or superseded. A publishing
-- notes it in the table `published`.
SELECT coalesce(
    substr(sha256(string_agg(label_id || coalesce(superseded_by, ''), ',' ORDER BY label_id)), 1, 16),
    'empty')
AS version
FROM label
