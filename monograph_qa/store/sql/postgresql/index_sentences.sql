-- Makes the index of words of some labels' citable sentences.
INSERT INTO sentence (fact_id, label_id, place, words, length)
SELECT fact_id, label_id, place, words,
       (SELECT coalesce(sum(cardinality(positions)), 0) FROM unnest(words))
FROM (
    SELECT f.fact_id, f.label_id,
           row_number() OVER (PARTITION BY f.label_id ORDER BY f.ordinal) - 1 AS place,
           to_tsvector('monograph', words_of(
               concat(s.heading, '. ', f.context, ' ', f.quote)
           )) AS words
    FROM fact_span AS f
    JOIN section AS s USING (section_id)
    WHERE f.label_id = ANY (string_to_array($labels, chr(31))) AND f.kind <> 'OTHER'
) AS said
