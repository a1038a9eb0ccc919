-- What schema version 0004 brings: what product a label is of, doubts of its reading, which labels are
-- withdrawn and which are preferred. Run once, by a migration. Labels that are there already get theirs when they are
-- loaded again.
ALTER TABLE label ADD COLUMN brand text COLLATE "C";
ALTER TABLE label ADD COLUMN maker text COLLATE "C";
ALTER TABLE label ADD COLUMN forms json NOT NULL DEFAULT '[]';
ALTER TABLE label ADD COLUMN strengths json NOT NULL DEFAULT '[]';
ALTER TABLE label ADD COLUMN routes json NOT NULL DEFAULT '[]';
ALTER TABLE label ADD COLUMN numbers json NOT NULL DEFAULT '[]';
ALTER TABLE label ADD COLUMN set_id text COLLATE "C";
ALTER TABLE label ADD COLUMN revised_as_printed text COLLATE "C";
ALTER TABLE label ADD COLUMN withdrawn text COLLATE "C";
ALTER TABLE label ADD COLUMN preferred boolean NOT NULL DEFAULT false;

-- Places where a label may have been read wrongly.
CREATE TABLE reading_doubt (
    label_id text COLLATE "C" NOT NULL,
    ordinal integer NOT NULL,
    section_id text COLLATE "C" NOT NULL,
    page integer,
    kind text COLLATE "C" NOT NULL,
    detail text COLLATE "C" NOT NULL,
    PRIMARY KEY (label_id, ordinal)
);

CREATE OR REPLACE FUNCTION mark_library() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    -- First the lock, then the reading: what another load just stored must be in the fingerprint.
    EXECUTE format('SELECT FROM %I.library_mark FOR UPDATE', TG_TABLE_SCHEMA);
    -- Once a transaction, however many labels it changed.
    EXECUTE format(
        'UPDATE %1$I.library_mark SET mark = mark + 1, version = (
            SELECT coalesce(left(encode(sha256(convert_to(string_agg(
                label_id || coalesce(superseded_by, '''') || coalesce('' '' || withdrawn, '''')
            || CASE WHEN preferred THEN ''+'' ELSE '''' END, '','' ORDER BY label_id COLLATE "C"
            ), ''UTF8'')), ''hex''), 16), ''empty'')
            FROM %1$I.label
        ) WHERE xmin <> pg_current_xact_id()::xid',
        TG_TABLE_SCHEMA
    );
    RETURN NULL;
END
$$;

-- Which labels no question is answered from, every question asks.
DROP INDEX label_replaced;
CREATE INDEX label_out ON label (label_id) WHERE superseded_by IS NOT NULL OR withdrawn IS NOT NULL;
