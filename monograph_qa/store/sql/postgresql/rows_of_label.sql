-- A server finds a label's rows by an index and knows no range of rows.
SELECT 0, -1, 0, -1
