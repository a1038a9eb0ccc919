"""Candidates in the order in which they answer: a weighted sum of named signals."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from heapq import nlargest

from monograph_qa.domain.label import GOVERNS, NOTED, FactSpan
from monograph_qa.frames.lines import says_which
from monograph_qa.frames.measure_words import words_meeting
from monograph_qa.frozen import frozen
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signals import SIGNALS
from monograph_qa.ranking.signs import Candidate, Row, Sign, weights
from monograph_qa.vocabulary.stems import stem

_LEANING = frozenset({"points_back", GOVERNS})
_BEST, _BEHIND = 5, 2  # lines, and how many behind each are candidates with it
_MOST_ALIKE, _LEAST_ALIKE = 20, 0.4  # lines that are candidates by their meaning alone


@frozen
class Ranked:
    """One candidate with its score, and what put it there, weightiest first; `found` is how much of
    each row of `ranking.csv` was found."""

    candidate: Candidate
    score: float
    because: tuple[str, ...]
    is_excluded: bool
    found: Mapping[Row, float] = field(default_factory=dict)

    @property
    def fact(self) -> FactSpan:
        return self.candidate.fact


def rank(
    asked: Asked, candidates: Iterable[Candidate], beside: Iterable[Ranked] = ()
) -> list[Ranked]:
    """The candidates, and those that are ranked already, best first; equal ones stay in the label's
    order. What leans on a sentence that is for others ("therefore, caution …") is for these, too,
    and so is the note of no row of a table but theirs.
    """
    ranked = [*beside, *(_ranked(asked, each) for each in candidates)]
    others = {each.fact.fact_id for each in ranked if each.is_excluded}
    noted = {(each.is_excluded, note) for each in ranked for note in _notes_of(each.fact)}
    ranked = [
        replace(each, is_excluded=True)
        if any(need.why in _LEANING and need.fact_id in others for need in each.fact.needs)
        or ((True, each.fact.fact_id) in noted and (False, each.fact.fact_id) not in noted)
        else each
        for each in ranked
    ]
    return sorted(ranked, key=_order)


def _notes_of(fact: FactSpan) -> Iterator[str]:
    """The fact_ids of the notes below a table that a row of it points to."""
    return (need.fact_id for need in fact.needs if need.why == NOTED)


def _order(each: Ranked) -> tuple[float, int]:
    return -each.score, each.candidate.line.at


def _ranked(asked: Asked, candidate: Candidate) -> Ranked:
    weighed: list[tuple[float, Sign]] = []
    found: dict[Row, float] = {}
    for name, signal in SIGNALS.items():
        for sign in signal(asked, candidate):
            row = (name, sign.of) if (name, sign.of) in weights() else (sign.of, "")
            found[row] = found.get(row, 0.0) + sign.value
            weighed.append((weights().get(row, 0.0) * sign.value, sign))
    telling = sorted((each for each in weighed if each[1].why), key=lambda each: -each[0])
    return Ranked(
        candidate,
        sum(worth for worth, _ in weighed),
        tuple(sign.why for _, sign in telling),
        any(sign.excludes for _, sign in weighed),
        found,
    )


def candidates_of(asked: Asked, brought: Iterable[int]) -> set[int]:
    """The places of the lines worth ranking: what the routes brought, what says or stands under
    anything that the question names, what goes on from there, what speaks of such people, and
    what is most like it in meaning: "my face goes red" is answered by a line on flushing."""
    places = set(brought)
    for word in asked.words:
        places.update(asked.lines.standing(word))
    for span in asked.spans:
        for word in words_meeting(span):
            places.update(asked.lines.standing(stem(word)))
    for concept in asked.concepts:
        places |= concept.places
        places |= {at + 1 for at in concept.by_name if asked.lines.goes_on(at)}
        places |= {
            at - 1 for at in concept.places if at and says_which(asked.lines.lines[at].quote)
        }
    alike = (at for at, worth in enumerate(asked.alike) if worth >= _LEAST_ALIKE)
    places.update(nlargest(_MOST_ALIKE, alike, key=asked.alike.__getitem__))
    return places


def going_on(asked: Asked, ranked: Sequence[Ranked]) -> set[int]:
    """The places of the lines right behind the best ones, which may say what to do then."""
    best = [each.candidate.line for each in ranked[:_BEST] if not each.is_excluded]
    lines = asked.lines.lines
    return {
        at
        for line in best
        for at in range(line.at + 1, min(line.at + 1 + _BEHIND, len(lines)))
        if lines[at].head == line.head
    }
