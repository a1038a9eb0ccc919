-- Three roles, each with what its work needs and no more: a loader puts labels in, an asker asks, an
-- auditor reads everything and changes nothing. They cannot log in; give them to users:
--     CREATE ROLE ward3 LOGIN PASSWORD '...';  GRANT monograph_asker TO ward3;
-- May be run again at any time, and should be after every upgrade.

DO $$
DECLARE
    needed text;
BEGIN
    FOREACH needed IN ARRAY ARRAY['monograph_loader', 'monograph_asker', 'monograph_auditor'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = needed) THEN
            EXECUTE format('CREATE ROLE %I NOLOGIN', needed);
        END IF;
        EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), needed);
        EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), needed);
    END LOOP;
END
$$;

-- Labels: all three read them; only a loader writes and withdraws them, and only the owner of the
-- tables takes any away.
GRANT SELECT ON alembic_version, library_mark, label, drug_name, drug_name_key, section, fact_span,
    fact_frame, section_frame, fact_link, said_of, image, reading_doubt, sentence, name_table, known_name, known_key
    TO monograph_loader, monograph_asker, monograph_auditor;
GRANT INSERT ON label, drug_name, drug_name_key, section, fact_span, image, reading_doubt, sentence
    TO monograph_loader;
GRANT UPDATE (superseded_by, doc_key, source_path, version, withdrawn, preferred) ON label TO monograph_loader;
-- Names beyond the labels: an import replaces a table's names.
GRANT INSERT, UPDATE, DELETE ON name_table, known_name, known_key TO monograph_loader;

-- Vectors, where there is pgvector.
DO $$
BEGIN
    IF to_regclass('label_meaning') IS NOT NULL THEN
        GRANT SELECT ON sentence_meaning, label_meaning
            TO monograph_loader, monograph_asker, monograph_auditor;
        GRANT INSERT, DELETE ON sentence_meaning, label_meaning TO monograph_loader;
    END IF;
END
$$;

-- The journal: jobs and audit records.
-- A loader writes its jobs and sees those of other loads.
GRANT SELECT, INSERT, UPDATE ON ingest_job TO monograph_loader;
GRANT USAGE ON SEQUENCE ingest_load TO monograph_loader;
-- An asker appends to the log by the two functions that guard its chain, and reads none of it: not
-- its own questions, and not those of others. The signed head holds a number, a hash and a time.
-- An auditor reads all of it, and appends as well: a question asked again is recorded.
GRANT EXECUTE ON FUNCTION lock_audit_log(), move_signed_head(text, text)
    TO monograph_asker, monograph_auditor;
GRANT EXECUTE ON FUNCTION append_audit_record(
    text, text, text, text, text, text, text, text, text, text, text, text, text,
    double precision, text, text
) TO monograph_asker, monograph_auditor;
GRANT SELECT ON signed_head TO monograph_asker, monograph_auditor;
GRANT SELECT ON ingest_job, audit_record, audit_count TO monograph_auditor;
-- `sql` and `audit sql` have the server parse a statement into a function of a session's own, which
-- is never called. PUBLIC has this right unless it was taken away.
DO $$
BEGIN
    EXECUTE format(
        'GRANT TEMPORARY ON DATABASE %I TO monograph_loader, monograph_asker, monograph_auditor',
        current_database()
    );
END
$$;
