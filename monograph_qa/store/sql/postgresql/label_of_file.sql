-- The current label of a document known by its place, last read from this file.
SELECT label_id, doc_key, version, superseded_by, drug, title, format, source_path, sha256,
       page_count, revision_date, parser, extract(epoch FROM ingested_at)::float8 AS ingested_at,
       brand, maker, forms, strengths, routes, numbers,
       set_id, revised_as_printed, withdrawn, preferred
FROM label
WHERE source_path = $source_path AND superseded_by IS NULL AND doc_key LIKE 'file:%'
ORDER BY version DESC
