"""Whether a sentence is for the disease asked about, or stands under another one that the label is
indicated for."""

from collections.abc import Iterator
from functools import lru_cache
from weakref import WeakKeyDictionary

from monograph_qa.domain.frame import Facet
from monograph_qa.frames.concepts import named_things
from monograph_qa.frames.lines import LabelLines
from monograph_qa.frames.tokens import tokenize
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign
from monograph_qa.vocabulary.question_words import stop_words

_INDICATIONS = "indications_and_usage"
_BY_INDICATION = frozenset({_INDICATIONS, "dosage_and_administration", "clinical_studies"})
_INDICATED: WeakKeyDictionary[LabelLines, frozenset[str]] = WeakKeyDictionary()


def condition_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` where it names the disease itself or under its headings; `excluded` where its
    nearest text that names diseases names only others, which the label is indicated for."""
    things = asked.of(Facet.CONDITION)
    if not things:
        return
    line = candidate.line
    named = [thing.named.said for thing in things if line.at in thing.literal | thing.meant]
    if named:
        yield Sign("agrees", 1.0, f"condition: {', '.join(named)}")
        return
    indicated = indications_of(asked.lines)
    wanted = {each.named.concept for each in things}
    if not wanted & indicated:
        return
    for text in (line.lead_in, *reversed(line.head.heading_path.split(" > "))):
        concepts = conditions_in(text)
        if concepts & wanted:
            yield Sign("agrees", 1.0, "condition: heading")
            return
        if concepts & indicated and not _BY_INDICATION.isdisjoint(line.head.line):
            others = ", ".join(sorted(concepts & indicated))
            yield Sign("excluded", 1.0, f"for {others}", excludes=True)
            return


def indications_of(lines: LabelLines) -> frozenset[str]:
    """The diseases that the label's indications name."""
    if lines not in _INDICATED:
        texts = {
            text
            for line in lines.lines
            if _INDICATIONS in line.head.line
            for text in (line.quote, line.head.heading)
        }
        _INDICATED[lines] = frozenset(each for text in texts for each in conditions_in(text))
    return _INDICATED[lines]


@lru_cache(maxsize=4096)
def conditions_in(text: str) -> frozenset[str]:
    """The diseases, symptoms and effects that a text names."""
    words = [token.key for token in tokenize(text) if token.key not in stop_words()]
    named = named_things(words)
    return frozenset(each.concept for each in named if each.facet is Facet.CONDITION)
