-- The labels read from exactly these bytes, of any document or of one; current ones first.
SELECT label_id, doc_key, version, superseded_by, drug, title, format, source_path, sha256,
       page_count, revision_date, parser, extract(epoch FROM ingested_at)::float8 AS ingested_at,
       brand, maker, forms, strengths, routes, numbers,
       set_id, revised_as_printed, withdrawn, preferred
FROM label
WHERE sha256 = $sha256 AND ($doc_key = '' OR doc_key = $doc_key)
ORDER BY superseded_by IS NOT NULL, version DESC
