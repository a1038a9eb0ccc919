-- Takes out what a label speaks of.
DELETE FROM named_place
WHERE section_no BETWEEN (SELECT first_section FROM label_rows WHERE label_id = $label_id)
                     AND (SELECT last_section FROM label_rows WHERE label_id = $label_id)
