"""What fits the question first: its disease, weight, age, organ function. Nothing is left out.

The FactSpan invariant brings every dose of a label; who asks for one disease and one weight must
not read the doses of the others first. A heading above a sentence names for it; a section stands
where its best sentence puts it, and keeps its own order but for table rows that are ruled out.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from monograph_qa.domain.evidence import Evidence, Route, RouteResult, SectionHead
from monograph_qa.domain.intent import Intent
from monograph_qa.domain.label import FactKind
from monograph_qa.evidence.stems import stem, stems_of, words_of
from monograph_qa.intent.lexicon import is_plain
from monograph_qa.pipeline.denials import Told
from monograph_qa.pipeline.measures import fit
from monograph_qa.pipeline.regimens import DOSES, Regimen, naming, ranks_of
from monograph_qa.pipeline.sought import Sought, animals, asks_a_dose
from monograph_qa.pipeline.spans import Span
from monograph_qa.vocabulary.sections import is_of_patients

_NAMED = 0.6  # of what the best sentence holds of the words, the rarer ones weighing more
_ROUTES = (Route.FACT_SPAN, Route.SECTION_MATCH)


_OTHERS = frozenset({"pregnancy", "lactation", "nonclinical_toxicology", "labor_and_delivery"})
_WORTH = (3, 2)  # of naming what is asked, and of standing where doses are stated


def put_in_order(
    results: Sequence[RouteResult],
    intent: Intent,
    sought: Sought,
    regimen: Regimen | None = None,
) -> tuple[tuple[RouteResult, ...], str]:
    """The same results, with scores by which what fits comes first; and a line that says so."""
    hits = [e for r in results if r.route in _ROUTES for e in r.evidence if e.fact]
    if len(hits) < 2 or (sought.is_empty and not intent.attributes):
        return tuple(results), ""
    judged = _Judged(hits, sought, intent, regimen)
    scores = judged.scores()
    ordered = tuple(
        replace(
            r,
            evidence=tuple(
                replace(e, score=scores[e.fact.fact_id]) if e.fact and r.route in _ROUTES else e
                for e in r.evidence
            ),
        )
        for r in results
    )
    return ordered, judged.note()


_Merit = tuple[bool, bool, bool, bool, int, int, int, int, int]


class _Judged:
    """Sentences weighed against what is sought."""

    def __init__(
        self,
        hits: Sequence[Evidence],
        sought: Sought,
        intent: Intent,
        regimen: Regimen | None,
    ) -> None:
        self._hits = hits
        self._sought = sought
        self._keys = intent.section_keys
        self._asks_patients = any(map(is_of_patients, self._keys[:1]))
        self._doses = asks_a_dose(intent)
        # What is said of the unborn is no answer on a child.
        self._strangers = _OTHERS.difference(intent.populations, intent.topics)
        held = self._stems_held()
        counts = Counter(s for own in held for s in own)
        named = naming(hits, regimen)
        self.missing = () if named else tuple(w for w in sought.words if not counts[stem(w)])
        self._named = (
            [e.fact is not None and e.fact.fact_id in named for e in hits]
            if named
            else self._naming(held, counts)
        )
        self._fits = _in_their_sections(hits, [_fit(sought.spans, e) for e in hits])
        self._ranks = ranks_of(hits, regimen, named) if regimen else {}
        self._told = Told.by(intent.question, hits, named)

    def _stems_held(self) -> list[frozenset[str]]:
        """Which of the sought words, as stems, each sentence holds."""
        sought = frozenset(map(stem, self._sought.words))
        if not sought:
            return [frozenset()] * len(self._hits)
        read: dict[tuple[str, ...], frozenset[str]] = {}  # headings stand over many sentences
        held: list[frozenset[str]] = []
        for each in self._hits:
            quote, *above = _texts(each) or ("",)
            key = tuple(above)
            if key not in read:
                read[key] = stems_of(" ".join(above))
            held.append(sought & (read[key] | stems_of(quote)))
        return held

    def _naming(self, texts: Sequence[frozenset[str]], counts: Counter[str]) -> list[bool]:
        if not counts or any(not is_plain(word) for word in self.missing):
            return [False] * len(texts)
        weights = {s: math.log(1 + len(texts) / counts[s]) for s in sorted(counts)}
        shares = [sum(w for s, w in weights.items() if s in text) for text in texts]
        best = max(shares, default=0.0)
        short = self._short_names()
        return [
            share >= _NAMED * best
            or (bool(short) and not short.isdisjoint(words_of(" ".join(_texts(each)))))
            for share, each in zip(shares, self._hits, strict=True)
        ]

    def _short_names(self) -> frozenset[str]:
        """What the label itself writes for the words: "plaque psoriasis (PsO)"."""
        words = "|".join(map(re.escape, self._sought.words))
        pattern = re.compile(rf"\b(?:{words})\w*\s\(([A-Za-z]{{2,6}})\)", re.I)
        written = dict.fromkeys(text for each in self._hits for text in _texts(each))
        return frozenset(m.casefold() for text in written for m in pattern.findall(text))

    def scores(self) -> dict[str, float]:
        """A score for each fact_id, the higher the earlier."""
        merits: dict[str, list[_Merit]] = defaultdict(list)
        for at in range(len(self._hits)):
            merits[self._group(at)].append(self._merit(at))
        best = {group: max(own) for group, own in merits.items()}
        first = {_section(e): _ordinal(e) for e in sorted(self._hits, key=_ordinal, reverse=True)}
        ordered = sorted(
            range(len(self._hits)),
            key=lambda at: (
                tuple(-int(part) for part in best[self._group(at)]),
                first[_section(self._hits[at])],
                _section(self._hits[at]),
                self._is_ruled_out(at),
                _ordinal(self._hits[at]),
            ),
        )
        found: dict[str, float] = {}
        for place, at in enumerate(ordered):
            fact = self._hits[at].fact
            if fact is not None:
                found.setdefault(fact.fact_id, 1.0 + len(ordered) - place)
        return found

    def _merit(self, at: int) -> _Merit:
        """What puts a sentence first, the weightiest first."""
        hit = self._hits[at]
        quote = hit.fact.quote if hit.fact else ""
        of_people = self._sought.about_animals or not animals().search(quote)
        line = hit.section.line if hit.section else ()
        of_people = of_people and self._strangers.isdisjoint(line)
        # The patient's part repeats the professional part in other words.
        is_told = self._asks_patients or not any(map(is_of_patients, line))
        outright = max((w for w, p in self._sought.outright if p.search(quote)), default=0)
        places = (n for n, key in enumerate(self._keys) if key in line)
        rank = -1 if hit.route is Route.SECTION_MATCH else next(places, len(self._keys))
        is_usual = rank < len(self._keys)
        fits = self._fits[at]
        worth = _WORTH[0] * self._named[at] + _WORTH[1] * (DOSES in line and self._doses)
        place = self._ranks.get(_section(hit), 0)
        denied = self._is_denied(at)
        return (
            of_people,
            is_told,
            denied,
            is_usual,
            place,
            worth + (fits > 0),
            outright,
            -rank,
            fits,
        )

    def _group(self, at: int) -> str:
        """What stands together: the sentences of a section, apart from those that deny it."""
        return f"{_section(self._hits[at])}{'!' if self._is_denied(at) else ''}"

    def _is_denied(self, at: int) -> bool:
        fact = self._hits[at].fact
        return fact is not None and fact.fact_id in self._told.denied

    def _is_ruled_out(self, at: int) -> bool:
        fact = self._hits[at].fact
        return self._fits[at] < 0 and fact is not None and fact.kind is FactKind.TABLE_ROW

    def note(self) -> str:
        """What stands first, in a line; nothing where all sentences are alike."""
        told: list[str] = []
        narrowed = any(e.aside for e in self._hits)
        if any(self._named) and not all(self._named) and not narrowed:
            words = [w for w in self._sought.words if w not in self.missing]
            told.append("speaks of " + ", ".join(f"“{word}”" for word in words))
        fitting = [each > 0 for each in self._fits]
        if any(fitting) and not all(fitting) and not self._told.unmet:
            measures = dict.fromkeys(span.measure.value for span in self._sought.spans)
            told.append(f"takes in the {' and '.join(measures)} asked for")
        lines = [f"First is what {' and '.join(told)}; the rest follows."] if told else []
        if self._told.unmet:
            unmet = " and ".join(measure.value for measure in self._told.unmet)
            after = " First is what is said of it." if self._told.denied else ""
            lines.insert(0, f"No dose that is stated takes in the {unmet} asked for.{after}")
        none = len(self.missing) == len(self._sought.words)
        strange = [word for word in self.missing if none or not is_plain(word)]
        if strange:
            named = ", ".join(f"“{word}”" for word in strange)
            lines.insert(0, f"No sentence shown names {named}.")
        return " ".join(lines)


def _in_their_sections(hits: Sequence[Evidence], fits: Sequence[int]) -> list[int]:
    """How well sentences fit, but that a word ("children") fits nothing in a section whose numbers
    all rule out what is asked."""
    best: dict[str, int] = {}
    strict: set[str] = set()
    for each, own in zip(hits, fits, strict=True):
        best[_section(each)] = max(own, best.get(_section(each), own))
        if own < 0:
            strict.add(_section(each))
    return [
        0 if own == 1 and _section(each) in strict and best[_section(each)] < 2 else own
        for each, own in zip(hits, fits, strict=True)
    ]


def _fit(asked: Sequence[Span], evidence: Evidence) -> int:
    """How well a sentence fits; not at all under a heading that rules out what is asked."""
    head = evidence.section
    if not asked or head is None:
        return 0
    by_heading = fit(asked, headings_of(head))
    return by_heading if by_heading < 0 else fit(asked, _texts(evidence))


def _texts(evidence: Evidence) -> tuple[str, ...]:
    """A sentence, its lead-in and the headings above it, the nearest first."""
    fact, head = evidence.fact, evidence.section
    if fact is None or head is None:
        return ()
    return (fact.quote, *([fact.context] if fact.context else []), *headings_of(head))


def headings_of(head: SectionHead) -> tuple[str, ...]:
    """The heading of a section and those above it, but for the chapter's, the nearest first."""
    return (head.heading, *reversed(head.heading_path.split(" > ")[1:-1]))


def _section(evidence: Evidence) -> str:
    return evidence.section.section_id if evidence.section else ""


def _ordinal(evidence: Evidence) -> int:
    return evidence.fact.ordinal if evidence.fact else 0
