-- Spellings that no label bears any more.
DELETE FROM name_spelling WHERE name_key NOT IN (SELECT name_key FROM drug_name_key)
