-- Whether a label is withdrawn, and why, and whether it is preferred.
UPDATE label SET withdrawn = $withdrawn, preferred = $preferred WHERE label_id = $label_id
