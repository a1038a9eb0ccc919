-- Puts words in order, as sort_named_places what labels speak of.
CREATE OR REPLACE TABLE word_place AS SELECT * FROM word_place ORDER BY word, row_no
