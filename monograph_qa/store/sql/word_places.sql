-- What `word_place` holds of the FactSpans from the number `first_fact` on, of all where no load has
-- set this variable: each word of a line that may be quoted, once a line. Words are in lower case, and
-- what the `\b` of a pattern bounds; that words are looked for by how they begin makes stems of them.
SELECT word, section_no, row_no
FROM (
    SELECT unnest(list_distinct(regexp_extract_all(lower(concat_ws(' ', f.context, f.quote)), '\w+')))
           AS word, s.row_no AS section_no, f.row_no
    FROM fact_span AS f JOIN section AS s USING (section_id)
    WHERE f.row_no >= coalesce(getvariable('first_fact'), 0)
      AND s.row_no >= coalesce(getvariable('first_section'), 0) AND f.kind <> 'OTHER'
)
ORDER BY word, row_no
