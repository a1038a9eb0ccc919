"""Route 4, the last resort: the question's words in one label's sentences, BM25 with vectors."""

import re
from collections.abc import Sequence

from monograph_qa.domain.evidence import Evidence, Route, RoutePlan
from monograph_qa.domain.label import FactSpan
from monograph_qa.evidence.reading import LabelRows
from monograph_qa.evidence.searched import Searched

MOST_HITS = 8
_FUSION = 60.0  # Cormack, Clarke and Büttcher 2009
_LEAST_COSINE = 0.35  # below this two sentences share no subject
_CLOSE_COSINE = 0.6  # above this they say much the same
_KNOWN_SHARE = 0.6
_LEANS = re.compile(
    r"^(?:this|these|those|such|it|its|they|their|however|therefore|thus|in addition|similarly|"
    r"the (?:former|latter|same|above))\b",
    re.I,
)


def search_text(
    rows: LabelRows, plan: RoutePlan, before: Sequence[Evidence] = ()
) -> list[Evidence]:
    """The best sentences of this label for the question's words, best first, at most MOST_HITS.

    A sentence that leans on the one before it ("This effect …") brings it along. Nothing at all
    when no word of the question, or nothing near in meaning, stands in the label.
    """
    searched = rows.searched()
    query = " ".join(plan.words)
    if not len(searched) or not query:
        return []
    hits, known = searched.by_words(plan.words)
    # Most of the question's words stand nowhere in this label: only a close meaning still counts.
    is_strange = known < _KNOWN_SHARE * len(plan.words)
    least = _CLOSE_COSINE if is_strange else _LEAST_COSINE
    near = searched.by_meaning(query, least)
    ranked = fuse([] if is_strange else hits, near)
    chosen = [at for at, _ in ranked[:MOST_HITS]]
    return rows.evidence(_with_neighbours(searched, chosen), Route.TEXT_SEARCH)


def fuse(*rankings: Sequence[int]) -> list[tuple[int, float]]:
    """Reciprocal rank fusion: (index, score), best first."""
    scores: dict[int, float] = {}
    for ranking in rankings:
        for rank, at in enumerate(ranking):
            scores[at] = scores.get(at, 0.0) + 1.0 / (_FUSION + rank)
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))


def _with_neighbours(searched: Searched, chosen: Sequence[int]) -> list[FactSpan]:
    facts = searched.facts({*chosen, *(at - 1 for at in chosen if at)})
    out: dict[int, FactSpan] = {}
    for at in chosen:
        fact = facts[at]
        before = facts.get(at - 1) if _LEANS.match(fact.quote) else None
        if before and before.section_id == fact.section_id:
            out.setdefault(at - 1, before)
        out.setdefault(at, fact)
    return list(out.values())
