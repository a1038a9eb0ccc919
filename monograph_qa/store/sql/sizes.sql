-- How much a library holds: current labels, all labels, sections, FactSpans, pictures, names.
SELECT
    (SELECT count(*) FROM label WHERE superseded_by IS NULL AND withdrawn IS NULL),
    (SELECT count(*) FROM label),
    (SELECT count(*) FROM section),
    (SELECT count(*) FROM fact_span),
    (SELECT count(*) FROM image),
    (SELECT count(*) FROM drug_name)
