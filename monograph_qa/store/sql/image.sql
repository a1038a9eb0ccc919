-- One picture by its id.
SELECT image_id, label_id, section_id, page, box, kind, confidence, classifier, caption, sha256,
       png
FROM image
WHERE image_id = $image_id
