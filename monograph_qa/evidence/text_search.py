"""Route 4, the last resort: the question's words in one label's sentences, BM25 and vectors fused.

The full-text index is SQLite's FTS5, built in memory over the one label that was asked about: a few
thousand sentences take milliseconds, the cost does not grow with the library, and no index has to
be kept in step with it.
"""

import re
import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING

from monograph_qa.domain.evidence import Evidence, Route, RoutePlan
from monograph_qa.evidence.reading import LabelRows

if TYPE_CHECKING:
    from monograph_qa.evidence.embedding import Likeness

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
    candidates = rows.with_attributes((), Route.TEXT_SEARCH)
    texts = [_said(evidence) for evidence in candidates]
    query = " ".join(plan.words)
    if not texts or not query:
        return []
    hits, known = _by_words(texts, plan.words)
    # Most of the question's words stand nowhere in this label: only a close meaning still counts.
    is_strange = known < _KNOWN_SHARE * len(plan.words)
    least = _CLOSE_COSINE if is_strange else _LEAST_COSINE
    ranked = fuse([] if is_strange else hits, _by_meaning(texts, query, least, rows.likeness))
    chosen = [at for at, _ in ranked[:MOST_HITS]]
    return [candidates[at] for at in _with_neighbours(candidates, chosen)]


def fuse(*rankings: Sequence[int]) -> list[tuple[int, float]]:
    """Reciprocal rank fusion: (index, score), best first."""
    scores: dict[int, float] = {}
    for ranking in rankings:
        for rank, at in enumerate(ranking):
            scores[at] = scores.get(at, 0.0) + 1.0 / (_FUSION + rank)
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))


def _said(evidence: Evidence) -> str:
    fact, head = evidence.fact, evidence.section
    heading = head.heading if head else ""
    return f"{heading}. {fact.context or ''} {fact.quote}" if fact else heading


def _by_words(texts: Sequence[str], words: Sequence[str]) -> tuple[list[int], int]:
    """Indices by BM25, best first, and how many of the words stand in any sentence at all."""
    terms = ['"' + word.replace('"', '""') + '"' for word in words if word]
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute(
            "CREATE VIRTUAL TABLE sentence USING fts5(said, tokenize = 'porter unicode61')"
        )
        connection.executemany("INSERT INTO sentence (rowid, said) VALUES (?, ?)", enumerate(texts))
        hits = connection.execute(
            "SELECT rowid FROM sentence WHERE sentence MATCH ? ORDER BY bm25(sentence) LIMIT 30",
            (" OR ".join(terms),),
        ).fetchall()
        count = "SELECT count(*) > 0 FROM sentence WHERE sentence MATCH ?"
        known = sum(connection.execute(count, (term,)).fetchone()[0] for term in terms)
    finally:
        connection.close()
    return [rowid for (rowid,) in hits], known


def _by_meaning(
    texts: Sequence[str], query: str, least: float, likeness: "Likeness | None"
) -> list[int]:
    # Imported here: numpy costs more than all other routes together, and most questions need none.
    from monograph_qa.evidence.embedding import Likeness

    scores = (likeness or Likeness()).compare(query, texts).scores
    order = scores.argsort()[::-1][:30]
    return [int(at) for at in order if scores[at] >= least]


def _with_neighbours(candidates: Sequence[Evidence], chosen: Sequence[int]) -> list[int]:
    out: list[int] = []
    for at in chosen:
        fact = candidates[at].fact
        before = candidates[at - 1].fact if at else None
        if fact and before and _LEANS.match(fact.quote) and before.section_id == fact.section_id:
            out.append(at - 1)
        out.append(at)
    return list(dict.fromkeys(out))
