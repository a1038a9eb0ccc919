-- Labels that bear any of the folded names, in no order; `keys` is one string, see
-- store.queries.several. A join with the keys looks them up in the index, a condition on them reads
-- all names. Replaced labels are left out by who reads.
SELECT name_key, n.name, n.kind, n.label_id
FROM (SELECT DISTINCT unnest(string_split($keys, chr(31))) AS name_key)
JOIN drug_name_key AS n USING (name_key)
