"""Which parts of a dosing section state the dose that was asked for, and which one stands first.

A heading names for all below it. The regimen for everybody comes before what is said of special
patients, of interactions and of changes; where only those name the disease, what the section says
for all comes along, for they are no answer alone.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from monograph_qa.domain.evidence import Evidence, Route, SectionHead
from monograph_qa.domain.intent import Intent
from monograph_qa.intent.lexicon import is_plain
from monograph_qa.pipeline.fitting.focusing import Focused, but_the_rest_of_sections, with_company
from monograph_qa.pipeline.fitting.measure_words import measure_words
from monograph_qa.pipeline.fitting.measures import fit
from monograph_qa.pipeline.fitting.spans import Measure, Span
from monograph_qa.pipeline.fitting.spelling import (
    Thing,
    Wanted,
    explained_in,
    headed_by,
    things_in,
    without_plain_words,
)
from monograph_qa.vocabulary.rows import read_rows, split_list

DOSES = "dosage_and_administration"
_SHORT = 4  # sentences; so few are read at a glance
AMOUNT = re.compile(
    r"\d\s?-?(?:mg|mcg|µg|micrograms?|g|ml|units?|iu|meq|mmol|drops?|tablets?|capsules?|%|"
    r"puffs?|patch(?:es)?)\b(?!\s?/\s?(?:min|d?l)\b)",
    re.I,
)
# So the chapter's own part is headed in some countries; it is on all doses.
_ON_ALL = re.compile(r"\brecommended dos(?:e|age)s? and dos(?:e|age) adjustments?\b", re.I)
_BY_AGE = {
    "children": Span(Measure.AGE, 0.0, 216.0, closes=True),
    "elderly": Span(Measure.AGE, 780.0),
}


@dataclass(frozen=True, slots=True)
class Regimen:
    """What a question tells of the regimen it asks for: things that it names and its purposes;
    `lifted` are the special matters that it speaks of itself, `people` whom it is for."""

    things: tuple[Thing, ...]
    purposes: frozenset[str]
    lifted: frozenset[str]
    people: tuple[Span, ...] = ()


def regimen_of(
    intent: Intent,
    words: Sequence[str],
    headings: Sequence[str],
    texts: Iterable[str],
    *,
    people: Sequence[Span],
) -> Regimen:
    """The regimen that a question asks for; `headings` and `texts` of the label explain its short
    forms."""
    own = [
        w
        for w in without_plain_words(words)
        if w not in measure_words() and not _meant("purpose", w)
    ]
    lifted = _meant("special", intent.question)
    lifted |= {key for key, ages in _BY_AGE.items() if any(s.meets(ages) for s in people)}
    purposes = _meant("purpose", intent.question)
    explained = explained_in((*headings, *texts))
    explained += headed_by(own, headings, intent.question)
    return Regimen(things_in(own, explained), purposes, lifted, tuple(people))


@dataclass(frozen=True, slots=True)
class Standing:
    """How a section stands to the regimen: whether its headings name it, for which purposes, and
    whether it speaks to everybody."""

    is_named: bool
    purpose: int
    special: frozenset[str]

    @property
    def is_special(self) -> bool:
        """Whether it speaks of special patients or matters that were not asked about."""
        return bool(self.special)

    @property
    def is_alone(self) -> bool:
        """Whether its doses are an answer by themselves: a disease of children has no others."""
        return self.special <= _BY_AGE.keys()

    @property
    def rank(self) -> int:
        """The higher, the earlier it is to be read."""
        worth = (1 if self.is_special else 2) if self.is_named else -int(self.is_special)
        return 10 * worth + (self.purpose if self.is_named else 0)


def standing_of(head: SectionHead, asked: Regimen, things: Sequence[Thing]) -> Standing:
    """How a section stands to what is asked, by its heading and those above it."""
    path = _path(head)
    told = Wanted.of(path)
    named = bool(things) and all(thing.is_in(told) for thing in things)
    purposes = _meant("purpose", path)
    wanted = asked.purposes or frozenset({"treatment", "induction"})
    fitting = len(purposes & wanted) - len(purposes - asked.purposes - {"treatment", "induction"})
    special = _meant("special", _ON_ALL.sub(" ", path))
    own = _meant("special", _ON_ALL.sub(" ", head.heading))
    # Under "Renal or hepatic impairment" the part on kidneys is on no livers.
    special = own if not own.isdisjoint(asked.lifted) else special
    return Standing(named, fitting, special - asked.lifted)


def naming(hits: Sequence[Evidence], asked: Regimen | None) -> frozenset[str]:
    """The fact_ids of the sentences that name all that is asked, in a heading or themselves."""
    things = asked.things if asked else ()
    return frozenset(
        e.fact.fact_id
        for e in hits
        if e.fact and things and all(thing.is_in(Wanted.of(_said(e))) for thing in things)
    )


def ranks_of(hits: Sequence[Evidence], asked: Regimen, ids: frozenset[str]) -> dict[str, int]:
    """How early the sections on dosing are to be read, by their ids; a section that names what is
    asked in a sentence on a dose is one that is named. `ids` are of the sentences that do (see
    `naming`)."""
    named = {
        e.section for e in hits if e.fact and e.fact.fact_id in ids and AMOUNT.search(e.fact.quote)
    }
    # Where no section names it, or nothing is to be named: a dose comes before what is to be done
    # first, and before how to prepare it.
    dosed = {
        e.section
        for e in hits
        if not ids and e.fact and "dose" in e.fact.attributes
        if AMOUNT.search(e.fact.quote)
    }
    ranks: dict[str, int] = {}
    for head in dict.fromkeys(e.section for e in hits):
        if head is not None and DOSES in head.line:
            stands = standing_of(head, asked, asked.things)
            stands = replace(stands, is_named=stands.is_named or head in named)
            ranks[head.section_id] = stands.rank + (head in dosed and not stands.is_special)
    return ranks


def focus_regimen(evidence: Sequence[Evidence], asked: Regimen) -> Focused | None:
    """The evidence of a whole dosing section, narrowed to the regimen that is asked for.

    None where nothing tells one, or where no part of the section names all of it.
    """
    whole = [e for e in evidence if e.route is Route.SECTION_MATCH and e.fact and e.section]
    if len(whole) <= _SHORT or not any(DOSES in e.section.line for e in whole if e.section):
        return None
    texts = [Wanted.of(_said(each)) for each in whole]
    things = [t for t in asked.things if any(t.is_in(text) for text in texts)]
    strange = (w for t in asked.things if t not in things for w in t.asked.split())
    if not (things or asked.purposes) or any(not is_plain(word) for word in strange):
        return None
    stands = {e.section: standing_of(e.section, asked, things) for e in whole if e.section}
    named = {head for head, each in stands.items() if each.is_named}
    told = [
        at
        for at, e in enumerate(whole)
        if e.section in named or (things and all(t.is_in(texts[at]) for t in things))
    ]
    if not things:
        best = max((each.purpose for each in stands.values()), default=0)
        named = {h for h, each in stands.items() if best > 0 and each.purpose == best}
        told = [at for at, e in enumerate(whole) if e.section in named]
    if not told:
        return None
    told = _for_the_purpose(told, whole, stands, asked)
    chosen = with_company(whole, set(told))
    chosen |= _for_just_them(whole, {whole[at].section for at in told}, asked.people)
    # Of children, say, only what names the disease: its neighbours may be on anything.
    special = {head for head, each in stands.items() if each.is_special}
    standard = [
        at
        for at in chosen
        if _states_a_dose(whole[at], stands)
        if at in told or whole[at].section not in special
    ]
    general: set[SectionHead | None] = set()
    if not standard:
        general = {
            e.section
            for e in whole
            if e.section and not stands[e.section].is_special and _states_a_dose(e, stands)
        }
        chosen |= {at for at, e in enumerate(whole) if e.section in general}
    if len(chosen) == len(whole):
        return Focused(tuple(evidence))
    kept = {whole[at].fact for at in chosen}
    return Focused(
        but_the_rest_of_sections(evidence, kept),
        telling=tuple(t.asked for t in things) or tuple(sorted(asked.purposes)),
        is_general=bool(general),
    )


def _for_just_them(
    whole: Sequence[Evidence], heads: Collection[SectionHead | None], people: Sequence[Span]
) -> set[int]:
    """What the sections say of just the people who are asked about, by a number: "over 75 years:
    no loading dose" belongs to the disease named before it."""
    return {
        at
        for at, e in enumerate(whole)
        if e.fact and e.section in heads
        if any(fit([each], [e.fact.quote]) >= 2 for each in people)
    }


def _for_the_purpose(
    told: Sequence[int],
    whole: Sequence[Evidence],
    stands: dict[SectionHead, Standing],
    asked: Regimen,
) -> list[int]:
    """Of what names the disease, what is for the asked purpose where headings tell purposes
    apart."""
    if not asked.purposes:
        return list(told)
    worth = {at: stands[head].purpose for at in told if (head := whole[at].section)}
    plain = {at for at in worth if (h := whole[at].section) and not stands[h].is_special}
    best = max((worth[at] for at in plain), default=0)
    return [
        at for at in told if best <= 0 or worth[at] == best or (at not in plain and worth[at] >= 0)
    ]


def _states_a_dose(evidence: Evidence, stands: dict[SectionHead, Standing]) -> bool:
    fact = evidence.fact
    return (
        fact is not None
        and "dose" in fact.attributes
        and evidence.section is not None
        and stands[evidence.section].is_alone
        and bool(AMOUNT.search(fact.quote))
    )


def _path(head: SectionHead) -> str:
    """The headings from below the chapter's down to a section's own; a chapter's is its own."""
    return " ".join(head.heading_path.split(" > ")[1:]) or head.heading


def _said(evidence: Evidence) -> str:
    """The words that a sentence is read with: the headings above it, its lead-in and its own."""
    fact, head = evidence.fact, evidence.section
    if fact is None or head is None:
        return ""
    return f"{_path(head)} {fact.context or ''} {fact.quote}"


@cache
def _patterns(kind: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    found: dict[str, list[str]] = defaultdict(list)
    for row in read_rows("regimen_words"):
        if row["kind"] == kind:
            found[row["key"]] += map(_pattern, split_list(row["words"]))
    return tuple((key, re.compile("|".join(found[key]), re.I)) for key in found)


def _pattern(words: str) -> str:
    parts = [re.escape(word).replace(r"\*", r"\w*") for word in words.split()]
    return r"\b" + r"\W+(?:\w+\W+){0,2}".join(parts) + r"\b"


def _meant(kind: str, text: str) -> frozenset[str]:
    """The purposes or special matters that a text speaks of."""
    return frozenset(key for key, pattern in _patterns(kind) if pattern.search(text))
