-- All names of a library that bears few of them; none of one that bears more.
SELECT name_key, name, kind, label_id
FROM drug_name_key
WHERE (SELECT count(*) FROM (SELECT FROM drug_name_key LIMIT 2001) AS first) <= 2000
