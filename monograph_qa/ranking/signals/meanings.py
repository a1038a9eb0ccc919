"""What the question names, said in other words ("thrombocytopenia" for low platelets), or named by
its class ("strong CYP3A4 inhibitors" for clarithromycin)."""

from collections.abc import Iterator

from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign

_MOST = 6.0  # of a word's weight: a word that stands nowhere in the label tells no more
_FAR = 0.4  # a class of classes: "antibacterial agents" for vancomycin
_EACH_MORE = 0.2  # of what a second such thing adds


def meaning_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`meaning` for other words, `class` for a class."""
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
