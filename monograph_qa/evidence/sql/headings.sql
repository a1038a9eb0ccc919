-- Headings of one label's sections, in order: what a silent answer says was searched.
SELECT heading, section_key, level FROM section WHERE label_id = $label_id ORDER BY ordinal
