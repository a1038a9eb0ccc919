-- The sentences of one label nearest in meaning, nearest first, none below the least likeness.
SELECT place
FROM (
    SELECT place, -(meaning <#> $meaning::halfvec) AS likeness
    FROM sentence_meaning
    WHERE label_id = $label_id AND embedder = $embedder
) AS compared
WHERE likeness >= $least
ORDER BY likeness DESC, place
LIMIT 30
