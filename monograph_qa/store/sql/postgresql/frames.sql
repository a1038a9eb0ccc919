-- What schema version 0003 brings: frames of sentences and headings. Run once, by a migration. Labels
-- that are there already get theirs when they are loaded again.
ALTER TABLE fact_span ADD COLUMN frame json NOT NULL DEFAULT '[]';
ALTER TABLE fact_span ADD COLUMN needs json NOT NULL DEFAULT '[]';
ALTER TABLE section ADD COLUMN frame json NOT NULL DEFAULT '[]';

CREATE VIEW fact_frame AS
SELECT fact_id, label_id, v ->> 0 AS facet, v ->> 1 AS concept, CAST(v ->> 2 AS double precision) AS low,
       CAST(v ->> 3 AS double precision) AS high, v ->> 4 AS unit, v ->> 5 AS source
FROM fact_span CROSS JOIN LATERAL json_array_elements(frame) AS v;

CREATE VIEW section_frame AS
SELECT section_id, label_id, v ->> 0 AS facet, v ->> 1 AS concept, CAST(v ->> 2 AS double precision) AS low,
       CAST(v ->> 3 AS double precision) AS high, v ->> 4 AS unit, v ->> 5 AS source
FROM section CROSS JOIN LATERAL json_array_elements(frame) AS v;

CREATE VIEW fact_link AS
SELECT fact_id, label_id, v ->> 0 AS needs_id, v ->> 1 AS why
FROM fact_span CROSS JOIN LATERAL json_array_elements(needs) AS v;

-- A sentence's own frame and what the headings above it say.
CREATE VIEW said_of AS
SELECT * FROM fact_frame
UNION ALL
SELECT f.fact_id, f.label_id, s.facet, s.concept, s.low, s.high, s.unit, s.source
FROM fact_span f JOIN section_frame s ON s.section_id = f.section_id;
