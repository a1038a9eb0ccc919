"""Whether a sentence is for the change that the question tells of: from another drug or form to
this one, or from this one to another."""

import re
from collections.abc import Iterator
from functools import lru_cache

from monograph_qa.domain.frame import Facet
from monograph_qa.domain.intent import DrugMention
from monograph_qa.frames.concepts import direct_classes_of, terms_of_class
from monograph_qa.frames.contrasts import CHANGES, contrasts_in, ways_of_giving
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign
from monograph_qa.vocabulary.question_words import stop_words
from monograph_qa.vocabulary.stems import stem

Change = tuple[frozenset[str], frozenset[str]]
"""The stems of what is left, and of what is begun."""

_SWITCHING, _WAY = "switching", "way"
_SHORT = 3  # letters of a word that may be short for another: "tab", "inj"
_SIDE = r"(?:[^.:;?,]|\.(?=\d))"  # "2.4 mg" ends no sentence
_A, _B = rf"(?P<a>{_SIDE}{{1,90}}?)", rf"(?P<b>{_SIDE}{{1,60}})"
_TO, _ARROW = r"\b(?:to|onto|into)\b", r"(?:->|→|=>|>)"
_STOP, _START = r"(?:stop|discontinu|off|end)\w*", r"(?:start|initiat|begin|beg[au]n|commenc)\w*"
_CHANGE = rf"(?:{CHANGES}|go(?:es|ing)?)"
_CHANGES = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"\bfrom {_A}\s*(?:{_TO}|{_ARROW})\s*{_B}",
        rf"\bto (?P<b>{_SIDE}{{1,60}}?) from (?P<a>{_SIDE}{{1,60}})",
        rf"\b{_STOP} {_A}\W+(?:(?:and|then|to|before|prior to)\W+)*{_START}\s+(?:on |with )?{_B}",
        rf"\b{_START}\s+(?:treatment )?(?:on |with )?{_B},?\s[^.;]{{0,60}}?"
        rf"\bafter {_STOP} {_A}(?=[.;,]|$)",
        rf"\b{_STOP} {_A}\W+before\b.{{0,30}}?\b(?:tak(?:e|ing)|us(?:e|ing))\s+{_B}",
        rf"\b{_STOP} {_A}[,;.(].{{0,60}}?\b(?:{_START}|wants?|needs?|wishes)\s+"
        rf"(?:to (?:start|begin) )?(?:on |with )?{_B}",
        rf"\b{_STOP} {_A}[,;.(].{{0,20}}?\bwhen (?:can|may|to|should)"
        rf"\s+(?P<b>.{{1,40}}?)\s+{_START}",
        rf"\b(?:within|for) (?:at least )?\d+ \w+ (?:of|after) {_STOP}"
        rf" (?P<a>{_SIDE}{{1,60}})(?P<b>)",
        rf"{_A}\s*{_ARROW}\s*{_B}",
        rf"\b(?:on|stable on|takes?|taking) {_A}[,;.].{{0,30}}?\bonly\s+(?:has|have|got|stocks?)"
        rf"\s+(?:the\s+)?{_B}",
        rf"\b{_CHANGE}\s+{_A}?\s*{_TO}\s+{_B}",
        rf"\b(?:last|final)\s+{_A}[,.:;?].{{1,90}}?\b{_START}\s+(?:on |with )?{_B}",
        rf"{_B}\s+(?:is|are|be|been|should|must|may|can)\b{_SIDE}{{0,50}}?\b(?:given|{_START})\b"
        rf"{_SIDE}{{0,60}}?\bafter\b{_SIDE}{{0,20}}?\b(?:last|final)\b{_A}(?=[.:;?,]|$)",
    )
)
_ASKED = re.compile(rf"{_A}\s+{_TO}\s+{_B}", re.I)  # "warfarin to apixaban?"
_STOPS = re.compile(rf"\b{_STOP}", re.I)
_OF_ANY_CLASS = frozenset(map(stem, ("inhibitor", "agonist", "antagonist", "drug", "agent")))
_WORD = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+")


def switch_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` where the sentence changes in the direction asked about, `other` where it only
    changes the other way."""
    wanted = _change_asked(asked.intent.question, asked.intent.drugs, asked.called)
    if wanted is None or not (
        _SWITCHING in asked.intent.topics
        or _STOPS.search(asked.whole)
        or all(side & ways_of_giving() for side in wanted)  # "IM to sc ampoules"
    ):
        return
    wanted = _with_classes(wanted, asked)
    ways = (_way(change, wanted) for text in candidate.line.outwards if (change := _change(text)))
    way = next(filter(None, ways), 0)
    if way > 0:
        yield Sign("agrees", 1.0, "changes as asked")
    elif way < 0:
        yield Sign("other", 1.0, "changes the other way")


def is_the_other_way(asked: Asked, candidate: Candidate) -> bool:
    """Whether the sentence only tells of the change back."""
    return any(sign.of == "other" for sign in switch_signs(asked, candidate))


@lru_cache(maxsize=64)  # every line of a label is compared with it
def _change_asked(
    question: str, drugs: tuple[DrugMention, ...], called: tuple[str, ...]
) -> Change | None:
    """The change that a question tells of, each drug under both of its names, the label's own as it
    is `called` there, too."""
    change = _change(question) or _sides(_ASKED.search(question))
    if change is None:
        return None
    names = [(_stems(drug.asked), _stems(drug.name)) for drug in drugs]
    own = _stems(" ".join(called))
    names += [(asked, own) for asked, name in names if name & own or len(drugs) == 1]
    left, begun = (side.union(*(name for asked, name in names if asked & side)) for side in change)
    return left, begun


def _with_classes(change: Change, asked: Asked) -> Change:
    """The change, each drug taken as well under the names of its nearest classes, too: labels speak
    of MAOIs, and not of phenelzine."""
    named = asked.of(Facet.COMEDICATION)
    called = [(_stems(each.named.said), _classes_of(each.named.concept)) for each in named]
    left, begun = (side.union(*(name for said, name in called if said & side)) for side in change)
    return left, begun


@lru_cache(maxsize=64)
def _classes_of(drug: str) -> frozenset[str]:
    terms = (term for name in direct_classes_of(drug) for term in terms_of_class(name))
    words = {word.rstrip("*") for term in terms for word in term}
    return frozenset(stem(word) for word in words if word not in stop_words()) - _OF_ANY_CLASS


@lru_cache(maxsize=4096)
def _change(text: str) -> Change | None:
    """The first change that a text tells of."""
    return _sides(next(filter(None, (each.search(text) for each in _CHANGES)), None))


def _sides(said: re.Match[str] | None) -> Change | None:
    """The sides of a change, without what stands on both."""
    if said is None:
        return None
    left, begun = _stems(said["a"] or ""), _stems(said["b"] or "")
    return left - begun, begun - left


def _way(told: Change, wanted: Change) -> int:
    """Above 0 where what is told changes as is wanted, below where it changes the other way."""
    (left, begun), (wanted_left, wanted_begun) = told, wanted
    if begun and left and wanted_left and not _shared(left | begun, wanted_left):
        # From another drug, for an MAOI is no fluoxetine; or to any other, from what is begun.
        return -_shared(left, wanted_begun)
    ahead = _shared(left, wanted_left) + _shared(begun, wanted_begun)
    return ahead - _shared(left, wanted_begun) - _shared(begun, wanted_left)


def _shared(told: frozenset[str], wanted: frozenset[str]) -> int:
    return sum(any(_is_same(each, word) for each in told) for word in wanted)


def _is_same(one: str, other: str) -> bool:
    """Whether two words are one, or one is short for the other: "inj", "tab"."""
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= _SHORT and short.isalpha() and long.startswith(short))


def _stems(text: str) -> frozenset[str]:
    """The stems of a text, and the ways of giving that it names: "sc" is subcutaneous."""
    words = (word.casefold() for word in _WORD.findall(text))
    ways = contrasts_in(text).get(_WAY, frozenset())
    return ways.union(stem(word) for word in words if word not in stop_words())
