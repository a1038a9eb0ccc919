-- The fingerprint of what is published, the same as a file's with the same labels. The end of a load
-- notes it in `library_mark`.
SELECT coalesce(
    left(encode(sha256(convert_to(
        string_agg(label_id || coalesce(superseded_by, '') || coalesce(' ' || withdrawn, '')
            || CASE WHEN preferred THEN '+' ELSE '' END, ',' ORDER BY label_id COLLATE "C"),
        'UTF8')), 'hex'), 16),
    'empty')
FROM label
