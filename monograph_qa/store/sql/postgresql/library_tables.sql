-- The library on a PostgreSQL server: the tables of store.tables, and what only a server needs.
-- Run once, by a migration. Texts are compared byte by byte (COLLATE "C"), as in a file.

CREATE TABLE drug_name (
    name text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    label_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (name, kind, label_id)
);
CREATE INDEX drug_name_by_label ON drug_name (label_id);

CREATE TABLE drug_name_key (
    name_key text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    label_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (name_key, name, kind, label_id)
);
CREATE INDEX drug_name_key_by_key ON drug_name_key (name_key);

CREATE TABLE fact_span (
    fact_id text COLLATE "C" NOT NULL,
    section_id text COLLATE "C" NOT NULL,
    label_id text COLLATE "C" NOT NULL,
    ordinal integer NOT NULL,
    start integer NOT NULL,
    stop integer NOT NULL,
    quote text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    attributes json NOT NULL,
    page integer,
    boxes json NOT NULL,
    context text COLLATE "C",
    PRIMARY KEY (fact_id)
);
CREATE INDEX fact_span_by_label ON fact_span (label_id);

CREATE TABLE image (
    image_id text COLLATE "C" NOT NULL,
    label_id text COLLATE "C" NOT NULL,
    section_id text COLLATE "C",
    page integer,
    box json,
    kind text COLLATE "C" NOT NULL,
    confidence double precision NOT NULL,
    classifier text COLLATE "C" NOT NULL,
    caption text COLLATE "C",
    sha256 text COLLATE "C" NOT NULL,
    png bytea NOT NULL,
    PRIMARY KEY (image_id)
);
CREATE INDEX image_by_label ON image (label_id);

CREATE TABLE label (
    label_id text COLLATE "C" NOT NULL,
    doc_key text COLLATE "C" NOT NULL,
    version integer NOT NULL,
    superseded_by text COLLATE "C",
    drug text COLLATE "C" NOT NULL,
    title text COLLATE "C" NOT NULL,
    format text COLLATE "C" NOT NULL,
    source_path text COLLATE "C" NOT NULL,
    sha256 text COLLATE "C" NOT NULL,
    page_count integer NOT NULL,
    revision_date text COLLATE "C",
    parser text COLLATE "C" NOT NULL,
    ingested_at timestamptz NOT NULL,
    PRIMARY KEY (label_id)
);

CREATE TABLE section (
    section_id text COLLATE "C" NOT NULL,
    label_id text COLLATE "C" NOT NULL,
    ordinal integer NOT NULL,
    parent_id text COLLATE "C",
    level integer NOT NULL,
    heading text COLLATE "C" NOT NULL,
    heading_path text COLLATE "C" NOT NULL,
    section_number text COLLATE "C",
    section_code text COLLATE "C",
    section_key text COLLATE "C" NOT NULL,
    text text COLLATE "C" NOT NULL,
    page_first integer,
    page_last integer,
    PRIMARY KEY (section_id)
);
CREATE INDEX section_by_label ON section (label_id);
-- Misspelt names are compared with those that share their beginning or their end.
CREATE INDEX drug_name_key_by_start ON drug_name_key (left(name_key, 2));
CREATE INDEX drug_name_key_by_end ON drug_name_key (right(name_key, 3));

-- A load asks whether it holds a file already, by its bytes, its document and its place.
CREATE INDEX label_by_content ON label (sha256);
CREATE INDEX label_by_document ON label (doc_key);
CREATE INDEX label_by_file ON label (source_path);

-- One row: who keeps what it read (a long-running asker) sees by its number that it is outdated.
-- The triggers run at the end of a transaction, so that loads wait for each other but a moment.
CREATE TABLE library_mark (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    mark bigint NOT NULL
);
INSERT INTO library_mark (mark) VALUES (0);

CREATE FUNCTION mark_library() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    EXECUTE format('UPDATE %I.library_mark SET mark = mark + 1', TG_TABLE_SCHEMA);
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER label_marks AFTER INSERT OR UPDATE OR DELETE ON label
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION mark_library();

-- The words of every citable sentence, read with its heading and its lead-in, for text search within
-- one label. `place` counts a label's sentences in reading order. Stems are Porter's, and no word is
-- left out: how rare it is in the label says how much it counts.
CREATE TEXT SEARCH DICTIONARY monograph_stem (TEMPLATE = snowball, LANGUAGE = porter);
CREATE TEXT SEARCH CONFIGURATION monograph (COPY = simple);
ALTER TEXT SEARCH CONFIGURATION monograph
    ALTER MAPPING FOR asciiword, word, numword WITH monograph_stem;

CREATE TABLE sentence (
    fact_id text COLLATE "C" PRIMARY KEY,
    label_id text COLLATE "C" NOT NULL,
    place integer NOT NULL,
    words tsvector NOT NULL,
    length integer NOT NULL
);
CREATE INDEX sentence_by_label ON sentence (label_id, place);

-- A text without the punctuation that the server's parser would take for paths, hosts and signs.
CREATE FUNCTION words_of(said text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(said, '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g');

-- Names of drugs known beyond the labels, from imported tables.
CREATE TABLE name_table (
    source text COLLATE "C" PRIMARY KEY,
    layout text COLLATE "C" NOT NULL,
    sha256 text COLLATE "C" NOT NULL,
    imported_at text COLLATE "C" NOT NULL
);

CREATE TABLE known_name (
    name_id integer PRIMARY KEY,
    name text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    ingredients text COLLATE "C" NOT NULL,
    source text COLLATE "C" NOT NULL,
    UNIQUE (name, kind, ingredients, source)
);
CREATE INDEX known_name_by_source ON known_name (source);

CREATE TABLE known_key (
    name_key text COLLATE "C" NOT NULL,
    name_id integer NOT NULL,
    PRIMARY KEY (name_key, name_id)
);
CREATE INDEX known_key_by_start ON known_key (left(name_key, 1), length(name_key));
CREATE INDEX known_key_by_end ON known_key (right(name_key, 3), length(name_key));
CREATE INDEX known_key_by_name ON known_key (name_id);

REVOKE ALL ON FUNCTION mark_library() FROM PUBLIC;
