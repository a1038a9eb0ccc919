-- The current version of one document.
SELECT label_id, doc_key, version, superseded_by, drug, title, format, source_path, sha256,
       page_count, revision_date, parser, extract(epoch FROM ingested_at)::float8 AS ingested_at,
       brand, maker, forms, strengths, routes, numbers,
       set_id, revised_as_printed, withdrawn, preferred
FROM label
WHERE doc_key = $doc_key AND superseded_by IS NULL
ORDER BY version DESC
