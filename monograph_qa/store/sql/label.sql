-- One label by its id.
SELECT label_id, doc_key, version, superseded_by, drug, title, format, source_path, sha256,
       page_count, revision_date, parser, epoch(ingested_at) AS ingested_at,
       brand, maker, forms, strengths, routes, numbers,
       set_id, revised_as_printed, withdrawn, preferred
FROM label
WHERE label_id = $label_id
