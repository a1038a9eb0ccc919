-- The sentences of one label that hold any of the words, best first by BM25 (k1 = 1.2, b = 0.75), and
-- how many of the words are held at all. A word of several parts ("half-life") is a phrase.
WITH asked AS (
    SELECT number, phraseto_tsquery('monograph', words_of(word)) AS term,
           tsvector_to_array(to_tsvector('monograph', words_of(word))) AS parts
    FROM unnest(string_to_array($words, chr(31))) WITH ORDINALITY AS each (word, number)
),
held AS (
    SELECT count(*) AS sentences, avg(length) AS usual FROM sentence WHERE label_id = $label_id
),
hit AS (
    SELECT a.number, s.place, s.length,
           (SELECT min(cardinality(w.positions)) FROM unnest(s.words) AS w
            WHERE w.lexeme = ANY (a.parts)) AS times
    FROM asked AS a
    JOIN sentence AS s ON s.label_id = $label_id AND s.words @@ a.term
),
rare AS (
    SELECT number,
           greatest(ln((held.sentences - count(*) + 0.5) / (count(*) + 0.5)), 0.000001) AS worth
    FROM hit, held
    GROUP BY number, held.sentences
)
SELECT place, (SELECT count(*) FROM rare)
FROM hit
JOIN rare USING (number), held
GROUP BY place
ORDER BY sum(worth * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * length / usual))) DESC, place
LIMIT 30
