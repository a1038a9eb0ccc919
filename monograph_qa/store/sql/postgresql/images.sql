-- All pictures of one label, in reading order.
SELECT image_id, label_id, section_id, page, box, kind, confidence, classifier, caption, sha256,
       png
FROM image
WHERE label_id = $label_id
ORDER BY page NULLS LAST, image_id COLLATE "C"
