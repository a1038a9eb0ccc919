-- All names of a library that bears few of them; of one that bears more, one too many, which tells.
SELECT name_key, name, kind, label_id
FROM drug_name_key
LIMIT 2001
