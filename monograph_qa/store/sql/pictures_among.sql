-- The pictures of some labels, with the hash that they were stored under.
SELECT image_id, sha256, png
FROM image
WHERE label_id BETWEEN $first AND $last
