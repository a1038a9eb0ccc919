"""How much of the question a sentence says: in its own words or those around and above it, in other
words, or in words that mean alike (as the shipped embedder compares them)."""

from collections.abc import Iterator

from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign

_FARTHER = 0.8  # of what a word counts in the nearest heading
_MOST = 6.0  # of a word's weight: a word that stands nowhere in the label tells no more
_FAR = 0.4  # a class of classes: "antibacterial agents" for vancomycin
_EACH_MORE = 0.2  # of what a second such thing adds


def word_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`words` for those that it or its lead-in says, the telling ones more (BM25), `whole` for the
    share of the question that it and its headings say."""
    line = candidate.line
    said = {word: asked.lines.bm25(line, word) for word in asked.words}
    told = sorted((word for word, worth in said.items() if worth), key=lambda w: -said[w])
    if told:
        yield Sign("words", sum(said.values()) / asked.total, f"words: {', '.join(told[:4])}")
    # How much of the question is said here at all, however long the sentence is.
    known = told + [w for w in asked.words if w in line.heading or w in line.path]
    if known:
        yield Sign("whole", sum(asked.words[word] for word in set(known)) / asked.total)


def passage_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """The share of the question's words, by weight, that the sentence or those near it say: what is
    asked is often spread over two or three sentences."""
    passage = (candidate.line, *asked.lines.around(candidate.line))
    said = [
        worth
        for word, worth in asked.words.items()
        if any(word in each.own or word in each.above for each in passage)
    ]
    if said:
        yield Sign("passage", sum(said) / asked.total)


def heading_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """The share of the question's words, by weight, that its headings say: a heading speaks for all
    below it, the nearest most."""
    line = candidate.line
    words = [word for word in asked.words if not word[0].isdigit()]  # "4.2" is not 4 years
    near = [word for word in words if word in line.heading]
    far = [word for word in words if word in line.path and word not in line.heading]
    worth = sum(asked.words[w] for w in near) + _FARTHER * sum(asked.words[w] for w in far)
    if worth:
        yield Sign("heading", worth / asked.total, f"heading: {', '.join((near + far)[:4])}")


def likeness_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`line` for the sentence itself, `around` for those near it in its section: the sentence that
    answers often says other words than the one before it."""
    if not asked.alike:
        return
    line = candidate.line
    if asked.alike[line.at] > 0:
        yield Sign("line", asked.alike[line.at])
    near = [asked.alike[each.at] for each in asked.lines.around(line)]
    if near and sum(near) > 0:
        yield Sign("around", sum(near) / len(near))


def meaning_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`meaning` for other words ("thrombocytopenia" for low platelets), `class` for a class
    ("strong CYP3A4 inhibitors" for clarithromycin)."""
    at = candidate.line.at
    meant = [each for each in asked.concepts if at in each.meant]
    if meant:
        worths = sorted((min(each.weight, _MOST) for each in meant), reverse=True)
        value = (worths[0] + _EACH_MORE * sum(worths[1:])) / asked.total
        named = ", ".join(each.named.said for each in meant)
        yield Sign("meaning", value, f"in other words: {named}")
    classed = [each for each in asked.concepts if at in each.classed]
    if classed:
        value = 1.0 if any(at in each.near_classed for each in classed) else _FAR
        yield Sign("class", value, f"class of {', '.join(e.named.said for e in classed)}")
