-- Labels whose sentences have no vectors of this embedder yet.
SELECT label_id FROM label
WHERE label_id NOT IN (SELECT label_id FROM label_meaning WHERE embedder = $embedder)
ORDER BY label_id
