-- The meanings of the sentences, where the server has pgvector; without it, askers compare in memory.
-- No index of nearest neighbours: a search is within one label, whose few thousand vectors are read
-- by `label_id` and compared one by one, exactly.
DO $$
BEGIN
    IF to_regclass('label_meaning') IS NOT NULL
        OR NOT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'vector') THEN
        RETURN;
    END IF;
    CREATE EXTENSION IF NOT EXISTS vector;
    CREATE TABLE sentence_meaning (
        label_id text COLLATE "C" NOT NULL,
        embedder text COLLATE "C" NOT NULL,
        place integer NOT NULL,
        meaning halfvec NOT NULL,
        PRIMARY KEY (label_id, embedder, place)
    );
    -- Labels whose every sentence has its vector of this embedder.
    CREATE TABLE label_meaning (
        label_id text COLLATE "C" NOT NULL,
        embedder text COLLATE "C" NOT NULL,
        PRIMARY KEY (label_id, embedder)
    );
EXCEPTION WHEN insufficient_privilege OR undefined_object THEN
    RAISE NOTICE 'pgvector is not for this user, or too old: meanings are compared in memory';
END
$$;
