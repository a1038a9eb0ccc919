-- Frames of the FactSpans of one label, as `incoming` has them.
UPDATE fact_span SET frame = incoming.frame, needs = incoming.needs
FROM incoming WHERE fact_span.fact_id = incoming.fact_id AND label_id = $label_id
