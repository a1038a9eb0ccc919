-- Names that hold a word, wherever in the name it stands: the ingredients of a combination.
SELECT n.name, n.kind, n.label_id
FROM drug_name_key AS n
WHERE strpos(' ' || n.name_key || ' ', ' ' || $word || ' ') > 0
