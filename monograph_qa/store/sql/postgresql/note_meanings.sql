-- All vectors of one label by one embedder are stored.
INSERT INTO label_meaning (label_id, embedder) VALUES ($label_id, $embedder) ON CONFLICT DO NOTHING
