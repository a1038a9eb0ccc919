"""Words of a question that nothing found so far says: before an answer tells that no sentence names
them, the whole label is looked through, and what does name them comes along."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from monograph_qa.domain.evidence import Evidence, Route, RouteResult, fact_ids
from monograph_qa.domain.intent import Intent
from monograph_qa.evidence import LabelRows
from monograph_qa.evidence.stems import stem
from monograph_qa.intent.near import edits_between
from monograph_qa.intent.thing_names import names_of, tells
from monograph_qa.pipeline.fitting.denials import LIMITING
from monograph_qa.pipeline.fitting.measures import fit
from monograph_qa.pipeline.fitting.named_order import names, put_telling_sections_first
from monograph_qa.pipeline.fitting.sought import Sought
from monograph_qa.pipeline.fitting.suiting import texts_of
from monograph_qa.pipeline.search.particular import with_their_company
from monograph_qa.pipeline.search.parts_of_label import professional_sections

_BEGINS = 5  # letters that tell of a longer word: "adjust" of "adjustment"
_SLIPS = 2
_CODE = re.compile(r"[a-z]+\d+")  # b12, men2
_SHORTEST = 3  # letters
_LONGEST = 4  # words that may be named together
_MOST = 12  # sentences; what stands in more tells nothing in particular
_FIRST = 10_000.0  # before all that was found by subject


@dataclass(frozen=True, slots=True)
class LeftOver:
    """The sentences that name what nothing shown names, with their company; and the `silent` words
    of the question that no sentence of the label says."""

    evidence: tuple[Evidence, ...] = ()
    silent: tuple[str, ...] = ()


def look_for_left_over(
    found: Sequence[RouteResult], intent: Intent, sought: Sought, rows: LabelRows
) -> LeftOver:
    """What names a sought word that nothing shown names: under a heading that names it, among
    limits, or in few sentences at all. It comes before all else."""
    shown = [e.fact.fact_id for r in found for e in r.evidence if e.fact and not e.aside]
    brought = fact_ids(found)
    more: dict[str, Evidence] = {}
    silent: list[str] = []
    naming: Counter[str] = Counter()
    for words in _asked(intent, sought):
        terms = names_of(words)
        ids_saying = rows.ids_saying(terms)
        naming.update(ids_saying)
        if not ids_saying.isdisjoint(shown):
            continue
        if not ids_saying and len(words) > 1:
            continue
        if not ids_saying:
            word = words[0]
            if word not in sought.words:
                continue
            longer = [(f"{stem(word)}*",)] if len(stem(word)) >= _BEGINS else []
            if not (rows.ids_saying(longer) or _is_a_slip(word, intent.words)):
                silent.append(word)
            continue
        saying = rows.saying(terms, professional_sections(rows), Route.SECTION_MATCH)
        told = [e for e in saying if _is_told_there(e, words)] or saying
        is_telling = told is not saying or len(words) > 1 or tells(words[0])
        if 0 < len(told) <= _MOST and is_telling:
            ids = {e.fact.fact_id for e in told if e.fact}
            own = with_their_company(ids, told, rows)
            kept = [RouteResult(Route.SECTION_MATCH, tuple(own.values()), 0.0)]
            ordered = put_telling_sections_first(kept, terms, ids)
            more.update((e.fact.fact_id, e) for r in ordered for e in r.evidence if e.fact)
    most = max((naming[fact_id] for fact_id in more), default=0)
    first = (
        replace(e, score=e.score + _FIRST * (fit(sought.spans, texts_of(e)) >= 0))
        for fact_id, e in more.items()
        # Of several words, what names them together is meant.
        if naming[fact_id] == most or fact_id not in naming
    )
    fresh = (e for e in first if e.fact and e.fact.fact_id not in brought)
    return LeftOver(tuple(fresh), tuple(silent))


def _asked(intent: Intent, sought: Sought) -> Iterator[tuple[str, ...]]:
    """Each word that is looked for by itself, and those that tell something all together."""
    yield from ((word,) for word in sought.words)
    for word in intent.words:
        # A word that names a section may call a thing that the section calls otherwise.
        if word not in sought.words and (_CODE.fullmatch(word) or len(names_of((word,))) > 1):
            yield (word,)
    together = tuple(w for w in intent.words if w.isalpha() and len(w) >= _SHORTEST)
    if 1 < len(together) <= _LONGEST and not set(together).isdisjoint(sought.words):
        yield together


def _is_a_slip(word: str, words: Sequence[str]) -> bool:
    """Whether a word is what was typed for another one that the question was read with."""
    return any(w != word and edits_between(word, w, _SLIPS) <= _SLIPS for w in words)


def _is_told_there(evidence: Evidence, words: Sequence[str]) -> bool:
    """Whether a sentence stands among limits or under a heading that names the words."""
    head = evidence.section
    if head is None:
        return False
    return not LIMITING.isdisjoint(head.line) or names(head.heading, [tuple(words)])
