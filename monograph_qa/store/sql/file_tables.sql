-- Tables that a file has for speed (docs/scale.md). A label's FactSpans and sections are found by a range
-- of `row_no`, which counts them as they were stored: in a large file a fifth of the time of an index or of
-- `rowid`, which would more than double the time of a load.
CREATE TABLE IF NOT EXISTS label_rows (
	label_id VARCHAR NOT NULL,
	first_fact BIGINT NOT NULL,
	last_fact BIGINT NOT NULL,
	first_section BIGINT NOT NULL,
	last_section BIGINT NOT NULL,
	PRIMARY KEY (label_id)
);

-- The version of what is published.
CREATE TABLE IF NOT EXISTS published (
	version VARCHAR NOT NULL
);

-- Each folded name once: what is spelt alike is looked for among those that share their first two letters
-- or their last three.
CREATE TABLE IF NOT EXISTS name_spelling (
	name_key VARCHAR NOT NULL,
	key_start VARCHAR NOT NULL,
	key_end VARCHAR NOT NULL
);

-- Where something is spoken of; what a heading says in one row for all lines below it.
CREATE TABLE IF NOT EXISTS named_place (
	facet VARCHAR NOT NULL,
	concept VARCHAR NOT NULL,
	low DOUBLE PRECISION,
	high DOUBLE PRECISION,
	own BOOLEAN NOT NULL,
	label_no BIGINT NOT NULL,
	section_no BIGINT NOT NULL,
	home_no BIGINT NOT NULL,
	home_key VARCHAR NOT NULL,
	first_fact BIGINT NOT NULL,
	last_fact BIGINT NOT NULL
);

-- Which words each line has.
CREATE TABLE IF NOT EXISTS word_place (
	word VARCHAR NOT NULL,
	section_no BIGINT NOT NULL,
	row_no BIGINT NOT NULL
);
