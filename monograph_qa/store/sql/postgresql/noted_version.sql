-- What schema version 0002 brings. Run once, by a migration.

-- The fingerprint is noted at the end of every transaction that changed labels, as a publishing notes
-- it in a file: to reckon it reads every label, and each question says it.
ALTER TABLE library_mark ADD COLUMN version text COLLATE "C" NOT NULL DEFAULT 'empty';

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
                label_id || coalesce(superseded_by, ''''), '','' ORDER BY label_id COLLATE "C"
            ), ''UTF8'')), ''hex''), 16), ''empty'')
            FROM %1$I.label
        ) WHERE xmin <> pg_current_xact_id()::xid',
        TG_TABLE_SCHEMA
    );
    RETURN NULL;
END
$$;

UPDATE library_mark SET version = (
    SELECT coalesce(left(encode(sha256(convert_to(string_agg(
        label_id || coalesce(superseded_by, ''), ',' ORDER BY label_id COLLATE "C"
    ), 'UTF8')), 'hex'), 16), 'empty')
    FROM label
);

-- Which labels were replaced, every question asks.
CREATE INDEX label_replaced ON label (label_id) WHERE superseded_by IS NOT NULL;

-- Sentences are looked for by their label alone. An index over random ids, larger than all else,
-- took half of the time of a load.
ALTER TABLE sentence DROP CONSTRAINT sentence_pkey;
ALTER TABLE sentence ADD PRIMARY KEY (label_id, place);
DROP INDEX sentence_by_label;

-- The names that hold a word, wherever in them it stands.
CREATE INDEX drug_name_key_by_words ON drug_name_key USING gin (string_to_array(name_key, ' '));
