-- The file of known names: drugs that imported tables list, whether or not a label of them is here.
CREATE TABLE name_table (
    source TEXT PRIMARY KEY,
    layout TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    imported_at TEXT NOT NULL
);

CREATE TABLE known_name (
    name_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    ingredients TEXT NOT NULL,
    source TEXT NOT NULL,
    UNIQUE (name, kind, ingredients, source)
);

CREATE TABLE known_key (
    name_key TEXT NOT NULL,
    name_id INTEGER NOT NULL,
    PRIMARY KEY (name_key, name_id)
) WITHOUT ROWID;

CREATE INDEX known_key_by_start ON known_key (substr(name_key, 1, 1), length(name_key));
CREATE INDEX known_key_by_end ON known_key (substr(name_key, -3), length(name_key));
CREATE INDEX known_name_by_source ON known_name (source);
