-- What sentences and headings speak of, a row a value; and what a sentence must not be shown without.
CREATE VIEW IF NOT EXISTS fact_frame AS
SELECT fact_id, label_id, v ->> 0 AS facet, v ->> 1 AS concept, CAST(v ->> 2 AS DOUBLE) AS low,
       CAST(v ->> 3 AS DOUBLE) AS high, v ->> 4 AS unit, v ->> 5 AS source
FROM (SELECT fact_id, label_id, unnest(CAST(frame AS JSON[])) AS v FROM fact_span);

CREATE VIEW IF NOT EXISTS section_frame AS
SELECT section_id, label_id, v ->> 0 AS facet, v ->> 1 AS concept, CAST(v ->> 2 AS DOUBLE) AS low,
       CAST(v ->> 3 AS DOUBLE) AS high, v ->> 4 AS unit, v ->> 5 AS source
FROM (SELECT section_id, label_id, unnest(CAST(frame AS JSON[])) AS v FROM section);

CREATE VIEW IF NOT EXISTS fact_link AS
SELECT fact_id, label_id, v ->> 0 AS needs_id, v ->> 1 AS why
FROM (SELECT fact_id, label_id, unnest(CAST(needs AS JSON[])) AS v FROM fact_span);

-- A sentence's own frame and what the headings above it say.
CREATE VIEW IF NOT EXISTS said_of AS
SELECT * FROM fact_frame
UNION ALL
SELECT f.fact_id, f.label_id, s.facet, s.concept, s.low, s.high, s.unit, s.source
FROM fact_span f JOIN section_frame s ON s.section_id = f.section_id;
