-- Names that hold a word, wherever in the name it stands: the ingredients of a combination.
SELECT n.name, n.kind, n.label_id
FROM name_spelling AS s
JOIN drug_name_key AS n USING (name_key)
WHERE contains(s.name_key, $word) AND strpos(' ' || s.name_key || ' ', ' ' || $word || ' ') > 0
