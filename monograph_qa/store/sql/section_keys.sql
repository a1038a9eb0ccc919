-- What each section of the current labels is, and the section above it.
SELECT s.section_id, s.parent_id, s.section_key
FROM section AS s
JOIN label AS l USING (label_id)
WHERE l.superseded_by IS NULL AND l.withdrawn IS NULL
