"""Of a whole section, the sentences that speak of what was asked; the rest is set aside, not lost.

Only what a route brought as a whole section is narrowed. What the FactSpan invariant demands comes
by another route and is never set aside.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from monograph_qa.domain.evidence import Evidence, Route
from monograph_qa.domain.label import FactKind, FactSpan
from monograph_qa.evidence.stems import stem, stems_in, stems_of, words_of
from monograph_qa.intent.cues import words_with_role
from monograph_qa.intent.drug_classes import Term, is_said
from monograph_qa.intent.lexicon import is_plain
from monograph_qa.intent.thing_names import names_of
from monograph_qa.pipeline.fitting.table_blocks import rows_of_blocks

_SHORT = 12  # sentences; so few are read at a glance
_SMALL = 6  # sentences of a subsection that belong together
_COMMON = 0.34  # a word in more of the sentences than this tells none of them apart
_NEAR_BEST = 0.6  # of the best sentence's score
_MOST = 0.7  # of the sentences; narrowing by less than the rest is no narrowing
_SHORTEST = 3  # letters of a word that can tell sentences apart
_LEANS = re.compile(
    r"^(?:this|these|those|such|it|its|they|their|however|therefore|thus|in addition|similarly|"
    r"except|unless|but|nevertheless|instead|otherwise|if so|the (?:former|latter|same|above)|"
    r"thereafter|then|after that|afterwards|subsequently)\b|"
    r"^(?:\w+\s?){1,3},\s(?:this|these|such|it|they)\b",
    re.I,
)
_CONCEDES = re.compile(r"^(?:although|though|even (?:though|if)|while|nonetheless)\b", re.I)
ADVISES_AGAINST = re.compile(
    r"\bnot (?:be )?(?:recommended|indicated|advised|approved|be used|be given|use|receive|take)\b|"
    r"\bavoid|\bcontraindicated\b|\b(?:should|must|do) not\b|\bdiscontinue|\bwithhold|"
    r"\binterrupt|\breduce the (?:dose|dosage)|\bdiscouraged\b",
    re.I,
)
_LONE_MARK = 4  # letters; what is shorter stands before its note
_NOTE_MARK = re.compile(
    r"^(?:[*†‡§¶#]+|[a-i](?=\s+[A-Z])|\d(?=\s+[A-Z])|\([a-i*†‡]\)|note\b)", re.I
)


@dataclass(frozen=True, slots=True)
class Focused:
    """The evidence, some of it aside; `telling` are the words that it was narrowed by, and
    `missing` those of the question that no sentence of the section holds. `is_general` where no
    dose is stated for what was asked by its name, and what is stated for all is shown as well."""

    evidence: tuple[Evidence, ...]
    telling: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    is_general: bool = False


def focus(evidence: Sequence[Evidence], words: Sequence[str], named: Sequence[str]) -> Focused:
    """The evidence of one whole section, narrowed to the sentences that hold the question's words.

    `words` are those of the question that name no section, `named` those that do. A drug or a term
    that the section does not name narrows nothing: then all of it may matter.
    """
    whole = [e for e in evidence if e.route is Route.SECTION_MATCH and e.fact]
    asked = telling_words(words, named)
    if len(whole) <= _SHORT or not asked:
        return Focused(tuple(evidence))
    others = {word: names_of((word,))[1:] for word in asked}
    texts = [_held(each, {w: terms for w, terms in others.items() if terms}) for each in whole]
    counts = Counter(s for text in texts for s in text)
    missing = tuple(w for w in asked if not counts[stem(w)])
    if any(not is_plain(word) for word in missing):
        return Focused(tuple(evidence), missing=missing)
    telling = [w for w in asked if 0 < counts[stem(w)] <= _COMMON * len(whole)]
    chosen = _chosen(texts, [stem(w) for w in telling], counts) if telling else set()
    if not chosen:
        return Focused(tuple(evidence))
    chosen = with_company(whole, chosen)
    if len(chosen) > _MOST * len(whole):
        return Focused(tuple(evidence))
    kept = {whole[at].fact for at in chosen}
    return Focused(but_the_rest_of_sections(evidence, kept), telling=tuple(telling))


def set_aside(
    evidence: Iterable[Evidence], *, but: Callable[[Evidence], bool]
) -> tuple[Evidence, ...]:
    """The same evidence in its order, all of it aside `but` what is to stay."""
    return tuple(e if e.aside or but(e) else replace(e, aside=True) for e in evidence)


def but_the_rest_of_sections(
    evidence: Iterable[Evidence], kept: Collection[FactSpan | None]
) -> tuple[Evidence, ...]:
    """The evidence, of whole sections all aside but what is `kept`."""
    return set_aside(evidence, but=lambda e: e.route is not Route.SECTION_MATCH or e.fact in kept)


def without_other_rows(
    evidence: Sequence[Evidence], telling: Sequence[str]
) -> tuple[Evidence, ...]:
    """The facts of a narrowed question; table rows that hold none of its words stand aside."""
    wanted = {stem(word) for word in telling}

    def stays(e: Evidence) -> bool:
        is_row = e.fact is not None and e.fact.kind is FactKind.TABLE_ROW
        is_other = wanted and e.route is Route.FACT_SPAN and is_row
        return not (is_other and wanted.isdisjoint(stems_of(said(e))))

    return set_aside(evidence, but=stays)


def telling_words(words: Sequence[str], named: Sequence[str]) -> tuple[str, ...]:
    """Those of `words` that can tell sentences apart: no passing word, and none of `named`."""
    passing = {stem(word) for word in words_with_role("passing")} | set(stems_in(named))
    return tuple(
        word
        for word in words
        if len(word) >= _SHORTEST and word.isalpha() and stem(word) not in passing
    )


def said(evidence: Evidence) -> str:
    """The words that a sentence is read with: its heading, its lead-in and its own."""
    fact, head = evidence.fact, evidence.section
    return f"{head.heading if head else ''} {fact.context or ''} {fact.quote}" if fact else ""


def _held(evidence: Evidence, others: Mapping[str, Sequence[Term]]) -> frozenset[str]:
    """The stems of a sentence, and those of the asked words that it says in `others` for them."""
    text = said(evidence)
    stems = stems_of(text)
    if not others:
        return stems
    words = words_of(text)
    meant = (w for w, terms in others.items() if any(is_said(term, words) for term in terms))
    return stems.union(map(stem, meant))


def _chosen(
    texts: Sequence[frozenset[str]], telling: Sequence[str], counts: Counter[str]
) -> set[int]:
    """The sentences whose words weigh nearly as much as the best one's; rare words weigh more."""
    weights = {each: math.log(1 + len(texts) / counts[each]) for each in telling}
    scores = [sum(weights[each] for each in weights if each in text) for text in texts]
    best = max(scores)
    return {at for at, score in enumerate(scores) if score and score >= _NEAR_BEST * best}


def with_company(
    whole: Sequence[Evidence], chosen: set[int], *, belongs: Collection[str] | None = None
) -> set[int]:
    """The chosen sentences and all that they cannot be read without: what they lean on and what
    leans on them, the items of a list they open, the notes of their table, their small subsection.

    `belongs` are the sections whose few sentences belong together; None: those of any section do.
    """
    kept = set(chosen)
    sizes = Counter(e.fact.section_id for e in whole if e.fact)
    homes = {e.fact.section_id for at, e in enumerate(whole) if at in chosen and e.fact}
    leads = {e.fact.quote for at, e in enumerate(whole) if at in chosen and e.fact}
    for at, each in enumerate(whole):
        fact = each.fact
        if fact is None:
            continue
        small = fact.section_id in homes and sizes[fact.section_id] <= _SMALL
        small = small and (belongs is None or fact.section_id in belongs)
        if small or (fact.context and fact.context in leads and fact.section_id in homes):
            kept.add(at)
    for at in range(1, len(whole)):
        here, before = whole[at].fact, whole[at - 1].fact
        if not here or not before or here.section_id != before.section_id:
            continue
        if leans(here.quote) and (at in kept or at - 1 in kept):
            kept |= {at, at - 1}
        # "Use with oral anticoagulants is not recommended. Although warfarin levels did not ..."
        if at in kept and _CONCEDES.match(here.quote) and ADVISES_AGAINST.search(before.quote):
            kept.add(at - 1)
    kept |= rows_of_blocks(whole, kept)
    return kept | _notes(whole, kept)


def leans(quote: str) -> bool:
    """Whether a sentence cannot be read without the one before it."""
    return bool(_LEANS.match(quote))


def _notes(whole: Sequence[Evidence], kept: set[int]) -> set[int]:
    """The footnotes of the kept table rows: those below their table whose marks the rows bear."""
    found: set[int] = set()
    below = ""
    for at, each in enumerate(whole):
        fact = each.fact
        if fact is None:
            continue
        if fact.kind is FactKind.TABLE_ROW:
            before = whole[at - 1].fact if at else None
            if before is None or before.kind is not FactKind.TABLE_ROW:
                below = ""
            if at in kept:
                below += f" {fact.context or ''} | {fact.quote} |"
        elif below:
            mark = _NOTE_MARK.match(fact.quote)
            if mark and _bears(below, mark.group()):
                found.add(at)
            elif not mark and len(fact.quote) >= _LONE_MARK:
                below = ""
    return found


def _bears(rows: str, mark: str) -> bool:
    """Whether rows bear a footnote's mark: a sign anywhere, a letter or digit at a cell's end."""
    sign = mark.strip("()")
    if not sign.isalnum():
        return bool(re.search(rf"(?<!{re.escape(sign[0])}){re.escape(sign)}(?!\{sign[-1]})", rows))
    if len(sign) > 1:  # "Note" speaks of the whole table
        return True
    return bool(re.search(rf"[\w)%\]] ?\(?{sign}\)?(?:,\w)*\s*[|:]", rows))
