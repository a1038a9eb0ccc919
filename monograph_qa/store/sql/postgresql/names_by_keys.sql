-- Labels that bear any of the folded names, in no order; `keys` is one string, see
-- store.queries.several. Replaced labels are left out by who reads.
SELECT name_key, name, kind, label_id
FROM drug_name_key
WHERE name_key = ANY (string_to_array($keys, chr(31)))
