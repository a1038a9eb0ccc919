-- What was the current version of a document is replaced by a newer one.
UPDATE label SET superseded_by = $label_id WHERE doc_key = $doc_key AND superseded_by IS NULL
