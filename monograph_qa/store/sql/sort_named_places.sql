-- Puts what labels speak of in order, so that a few thousand of millions of rows are read.
CREATE OR REPLACE TABLE named_place AS
SELECT * FROM named_place ORDER BY facet, concept, section_no, first_fact
