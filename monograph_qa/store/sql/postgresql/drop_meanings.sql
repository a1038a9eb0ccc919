-- Forgets the vectors of one label by one embedder, to be stored anew.
DELETE FROM sentence_meaning WHERE label_id = $label_id AND embedder = $embedder
