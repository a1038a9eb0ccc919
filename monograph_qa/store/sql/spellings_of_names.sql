-- What `name_spelling` holds (see keys_alike.sql), reckoned anew: for a file of an earlier version.
SELECT DISTINCT name_key, left(name_key, 2) AS key_start, right(name_key, 3) AS key_end
FROM drug_name_key
