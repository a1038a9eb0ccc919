-- Pictures of one label of the wanted kinds (all kinds where none is named), with their sections.
SELECT i.image_id, i.label_id, i.section_id, i.page, i.box, i.kind, i.confidence, i.classifier,
       i.caption, i.sha256, i.png,
       s.ordinal, s.heading, s.heading_path, s.section_key, s.section_code
FROM image AS i
LEFT JOIN section AS s ON s.section_id = i.section_id
WHERE i.label_id = $label_id
  AND ($kinds = '' OR list_contains(string_split($kinds, chr(31)), i.kind))
ORDER BY i.confidence DESC, i.page NULLS LAST, i.image_id
