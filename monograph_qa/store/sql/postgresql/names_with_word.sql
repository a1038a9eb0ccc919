-- Names that hold a word, wherever in the name it stands: the ingredients of a combination.
SELECT name, kind, label_id
FROM drug_name_key
WHERE string_to_array(name_key, ' ') @> string_to_array($word, ' ')
  AND strpos(' ' || name_key || ' ', ' ' || $word || ' ') > 0
