-- The fingerprint of what is published: it changes when any label is added, superseded, withdrawn or
-- preferred. A publishing notes it in the table `published`.
SELECT coalesce(
    substr(sha256(string_agg(label_id || coalesce(superseded_by, '') || coalesce(' ' || withdrawn, '')
            || CASE WHEN preferred THEN '+' ELSE '' END, ',' ORDER BY label_id)), 1, 16),
    'empty')
AS version
FROM label
