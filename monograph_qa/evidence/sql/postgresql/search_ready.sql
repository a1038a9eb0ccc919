-- How many sentences a label has, where the server can search them by words and by meaning.
SELECT count(*) FROM sentence
WHERE label_id = $label_id
  AND EXISTS (
    SELECT FROM label_meaning WHERE label_id = $label_id AND embedder = $embedder
  )
