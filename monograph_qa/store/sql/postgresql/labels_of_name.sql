-- Current labels of a drug, of documents known by their place, from files that end as asked.
SELECT label_id, doc_key, version, superseded_by, drug, title, format, source_path, sha256,
       page_count, revision_date, parser, extract(epoch FROM ingested_at)::float8 AS ingested_at,
       brand, maker, forms, strengths, routes, numbers,
       set_id, revised_as_printed, withdrawn, preferred
FROM label
WHERE drug = $drug AND superseded_by IS NULL AND doc_key LIKE 'file:%'
  AND right(source_path, length($ending)) = $ending
ORDER BY version DESC
