-- Frames of the sections of one label, as `incoming` has them.
UPDATE section SET frame = incoming.frame
FROM incoming WHERE section.section_id = incoming.section_id AND label_id = $label_id
