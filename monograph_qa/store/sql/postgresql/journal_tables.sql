-- The journal on a PostgreSQL server: jobs, audit records, and what guards them. Run once, by a
-- migration, in the schema that holds the library.
-- Texts are compared byte by byte (COLLATE "C"), as SQLite does: times sort, and hashes are exact.

CREATE TABLE ingest_job (
    job_id text COLLATE "C" PRIMARY KEY,
    source_path text COLLATE "C" NOT NULL,
    doc_key text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL,
    attempt integer NOT NULL,
    error_type text COLLATE "C",
    error text COLLATE "C",
    created_at text COLLATE "C" NOT NULL,
    started_at text COLLATE "C",
    ended_at text COLLATE "C",
    label_id text COLLATE "C",
    load_id integer
);
CREATE INDEX ingest_job_by_path ON ingest_job (source_path);
COMMENT ON COLUMN ingest_job.load_id IS
    'the load that wrote it last; it lives as long as it holds an advisory lock of this number';

CREATE SEQUENCE ingest_load AS integer;

CREATE TABLE audit_record (
    sequence bigint PRIMARY KEY,
    audit_id text COLLATE "C" NOT NULL UNIQUE,
    at text COLLATE "C" NOT NULL,
    question text COLLATE "C" NOT NULL,
    intent text COLLATE "C" NOT NULL,
    routes text COLLATE "C" NOT NULL,
    evidence text COLLATE "C" NOT NULL,
    draft text COLLATE "C" NOT NULL,
    verdict text COLLATE "C" NOT NULL,
    findings text COLLATE "C" NOT NULL,
    answer text COLLATE "C" NOT NULL,
    model text COLLATE "C" NOT NULL,
    prompt_sha256 text COLLATE "C" NOT NULL,
    library_version text COLLATE "C" NOT NULL,
    elapsed_ms double precision NOT NULL,
    previous_hash text COLLATE "C" NOT NULL UNIQUE,
    hash text COLLATE "C" NOT NULL UNIQUE
);

-- How many records were ever appended, and the hash of the last. Who appends locks this one row, so
-- numbers have no gaps: a transaction that is rolled back takes its number with it, as no SQL
-- sequence would.
CREATE TABLE audit_count (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    appended bigint NOT NULL,
    hash text COLLATE "C" NOT NULL
);
INSERT INTO audit_count (appended, hash) VALUES (0, '');

-- The signed anchor of the last record, where askers have a key; one for all machines that ask.
CREATE TABLE signed_head (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    said text COLLATE "C" NOT NULL
);

-- SHA-256 over the canonical JSON of every column but the hash, as `audit.chain.record_hash` has it:
-- keys sorted, no spaces, a number as Python writes it (12.0, not 12).
CREATE FUNCTION audit_record_hash(record audit_record) RETURNS text
LANGUAGE sql STABLE SET extra_float_digits = 1
BEGIN ATOMIC
    SELECT encode(sha256(convert_to(concat(
        '{"answer":', to_json((record).answer),
        ',"at":', to_json((record).at),
        ',"audit_id":', to_json((record).audit_id),
        ',"draft":', to_json((record).draft),
        ',"elapsed_ms":',
        CASE WHEN (record).elapsed_ms = trunc((record).elapsed_ms) AND abs((record).elapsed_ms) < 1e15
            THEN (record).elapsed_ms::bigint::text || '.0' ELSE (record).elapsed_ms::text END,
        ',"evidence":', to_json((record).evidence),
        ',"findings":', to_json((record).findings),
        ',"intent":', to_json((record).intent),
        ',"library_version":', to_json((record).library_version),
        ',"model":', to_json((record).model),
        ',"previous_hash":', to_json((record).previous_hash),
        ',"prompt_sha256":', to_json((record).prompt_sha256),
        ',"question":', to_json((record).question),
        ',"routes":', to_json((record).routes),
        ',"verdict":', to_json((record).verdict),
        '}'
    ), 'UTF8')), 'hex');
END;

-- The only two ways into the log. They run as the owner of the tables, so an asker needs no right to
-- read or write them. Their bodies are bound to these tables when they are made (BEGIN ATOMIC): no
-- search_path can lead them elsewhere.

-- The last number and hash; the log is locked until the transaction ends. What is then committed is
-- on disk whatever the client asked for, and a client that vanishes cannot hold up the others.
CREATE FUNCTION lock_audit_log(OUT appended bigint, OUT hash text)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
    SELECT set_config('synchronous_commit', 'on', true)
    WHERE current_setting('synchronous_commit') = 'off';
    SELECT set_config('lock_timeout', '30s', true),
        set_config('idle_in_transaction_session_timeout', '10s', true);
    SELECT last.appended, last.hash FROM audit_count AS last FOR UPDATE;
END;

-- Adds a record and gives back its number: NULL when it does not follow the last one, or when its
-- hash is not that of its content; nothing is added then.
CREATE FUNCTION append_audit_record(
    audit_id text, at text, question text, intent text, routes text, evidence text, draft text,
    verdict text, findings text, answer text, model text, prompt_sha256 text, library_version text,
    elapsed_ms double precision, previous_hash text, hash text
) RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
    WITH counted AS (
        UPDATE audit_count AS last
        SET appended = last.appended + 1, hash = append_audit_record.hash
        WHERE last.hash = append_audit_record.previous_hash
            AND append_audit_record.hash = audit_record_hash(ROW(
                0, append_audit_record.audit_id, append_audit_record.at,
                append_audit_record.question, append_audit_record.intent,
                append_audit_record.routes, append_audit_record.evidence,
                append_audit_record.draft, append_audit_record.verdict,
                append_audit_record.findings, append_audit_record.answer,
                append_audit_record.model, append_audit_record.prompt_sha256,
                append_audit_record.library_version, append_audit_record.elapsed_ms,
                append_audit_record.previous_hash, append_audit_record.hash
            )::audit_record)
        RETURNING last.appended
    )
    INSERT INTO audit_record
    SELECT counted.appended, append_audit_record.audit_id, append_audit_record.at,
        append_audit_record.question, append_audit_record.intent, append_audit_record.routes,
        append_audit_record.evidence, append_audit_record.draft, append_audit_record.verdict,
        append_audit_record.findings, append_audit_record.answer, append_audit_record.model,
        append_audit_record.prompt_sha256, append_audit_record.library_version,
        append_audit_record.elapsed_ms, append_audit_record.previous_hash,
        append_audit_record.hash
    FROM counted
    RETURNING sequence;
END;

-- Puts a signed head in the place of `kept` (NULL: of none); false when another stands there by now.
-- It holds a place, a hash and a time, so whoever asks may read it; without the key nobody makes one.
CREATE FUNCTION move_signed_head(kept text, becomes text) RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
    SELECT set_config('synchronous_commit', 'on', true)
    WHERE current_setting('synchronous_commit') = 'off';
    WITH moved AS (
        UPDATE signed_head SET said = becomes WHERE said = kept RETURNING true
    ), made AS (
        INSERT INTO signed_head (said) SELECT becomes WHERE kept IS NULL
        ON CONFLICT DO NOTHING RETURNING true
    )
    SELECT EXISTS (SELECT FROM moved) OR EXISTS (SELECT FROM made);
END;

-- Whether the load of this number still runs: it holds an advisory lock until its connection ends.
CREATE FUNCTION is_load_alive(load_id integer) RETURNS boolean
LANGUAGE sql VOLATILE
BEGIN ATOMIC
    SELECT EXISTS (
        SELECT FROM pg_locks AS held
        WHERE held.locktype = 'advisory' AND held.granted AND held.objsubid = 2
            AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND held.classid = 28017 AND held.objid = is_load_alive.load_id::oid
    );
END;

-- A column that should hold JSON; NULL when it does not, since then it was tampered with.
CREATE FUNCTION audit_json(said text) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
BEGIN
    -- jsonb has no place for the character NUL, which JSON may name.
    RETURN replace(said, '\u0000', '\ufffd')::jsonb;
EXCEPTION WHEN others THEN
    RETURN NULL;
END
$$;

CREATE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    RAISE insufficient_privilege USING
        MESSAGE = concat(TG_TABLE_NAME, ' is only ever added to: ', TG_OP, ' is refused');
END
$$;

CREATE FUNCTION only_count_on() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF NEW.appended IS DISTINCT FROM OLD.appended + 1 OR NOT NEW.only_one THEN
        RAISE insufficient_privilege USING
            MESSAGE = 'audit_count goes up by one with each record and never otherwise';
    END IF;
    RETURN NEW;
END
$$;

-- For everyone, the owner too, also where triggers are switched off for replication (ALWAYS). Who
-- owns the tables can drop these; `audit verify` says so, and finds what was then changed.
CREATE TRIGGER audit_record_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_record
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_count_stays BEFORE DELETE OR TRUNCATE ON audit_count
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_count_counts BEFORE UPDATE ON audit_count
    FOR EACH ROW EXECUTE FUNCTION only_count_on();
CREATE TRIGGER signed_head_stays BEFORE DELETE OR TRUNCATE ON signed_head
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_record ENABLE ALWAYS TRIGGER audit_record_stays;
ALTER TABLE audit_count ENABLE ALWAYS TRIGGER audit_count_stays;
ALTER TABLE audit_count ENABLE ALWAYS TRIGGER audit_count_counts;
ALTER TABLE signed_head ENABLE ALWAYS TRIGGER signed_head_stays;

REVOKE ALL ON audit_record, audit_count, signed_head, ingest_job FROM PUBLIC;
REVOKE ALL ON FUNCTION lock_audit_log(), move_signed_head(text, text) FROM PUBLIC;
REVOKE ALL ON FUNCTION append_audit_record(
    text, text, text, text, text, text, text, text, text, text, text, text, text,
    double precision, text, text
) FROM PUBLIC;
