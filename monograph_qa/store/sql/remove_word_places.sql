-- Takes out the words of a label.
DELETE FROM word_place
WHERE row_no BETWEEN (SELECT first_fact FROM label_rows WHERE label_id = $label_id)
                 AND (SELECT last_fact FROM label_rows WHERE label_id = $label_id)
