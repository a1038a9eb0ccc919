-- Between which numbers one label's FactSpans stand, and between which its sections. A label is stored
-- at once, so they stand together: a range of ascending numbers lets DuckDB pass over all of a file but
-- that place. By an index the rows are fetched one by one, by a range of `rowid` the whole file is
-- counted through: at ten million either takes five times as long. In files of earlier versions rows of
-- another label may stand between: who reads a range leaves them out.
SELECT first_fact, last_fact, first_section, last_section
FROM label_rows
WHERE label_id = $label_id
