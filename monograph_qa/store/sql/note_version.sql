-- Notes the fingerprint of what is to be published: it changes when any label is added or superseded.
DELETE FROM published;
INSERT INTO published
SELECT coalesce(
    substr(sha256(string_agg(label_id || coalesce(superseded_by, ''), ',' ORDER BY label_id)), 1, 16),
    'empty')
FROM label;
