-- The numbers of the next FactSpan and of the next section to be stored.
SELECT coalesce(max(last_fact), -1) + 1, coalesce(max(last_section), -1) + 1 FROM label_rows
