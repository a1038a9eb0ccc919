"""What fits the question first: its disease, weight, age, organ function. Nothing is left out.

The FactSpan invariant brings every dose of a label; who asks for one disease and one weight must
not read the doses of the others first. A heading above a sentence names for it; a section stands
where its best sentence puts it, and keeps its own order but for table rows that are ruled out.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from monograph_qa.domain.evidence import Evidence, Route, RouteResult, SectionHead
from monograph_qa.domain.intent import Intent
from monograph_qa.domain.label import FactKind
from monograph_qa.evidence.stems import stem, stems_of, words_of
from monograph_qa.intent.lexicon import is_plain
from monograph_qa.intent.splitting import subjects_named
from monograph_qa.pipeline.focusing import telling_words
from monograph_qa.pipeline.measure_words import measure_words
from monograph_qa.pipeline.measures import fit, spans_in
from monograph_qa.pipeline.spans import Span
from monograph_qa.vocabulary.attributes import attributes
from monograph_qa.vocabulary.name_keys import name_parts
from monograph_qa.vocabulary.rows import read_rows

DOSES = "dosage_and_administration"
_DOSING = "dosing"
_NO_DOSE = frozenset({"missed_dose", "switching", "discontinuation", "dose_equivalence"})
_NAMED = 0.6  # of what the best sentence holds of the words, the rarer ones weighing more
_ROUTES = (Route.FACT_SPAN, Route.SECTION_MATCH)


_OTHERS = frozenset({"pregnancy", "lactation", "nonclinical_toxicology", "labor_and_delivery"})
_WORTH = (3, 2)  # of naming what is asked, and of standing where doses are stated


@dataclass(frozen=True, slots=True)
class Sought:
    """What a question tells of its patient and disease: words, ranges, and what states it best."""

    words: tuple[str, ...]
    spans: tuple[Span, ...]
    outright: tuple[tuple[int, re.Pattern[str]], ...]
    about_animals: bool

    @property
    def is_empty(self) -> bool:
        """Whether nothing is told that could put sentences in order."""
        return not (self.words or self.spans or self.outright)


def sought_by(intent: Intent, named: Sequence[str]) -> Sought:
    """What the question seeks beside its subject; `named` are words that stand anywhere."""
    asked = {*intent.topics, *intent.populations}
    subject = [key.replace("_", " ") for key in (*asked, *intent.attributes)]
    measured = measure_words()
    words = tuple(
        word
        for word in telling_words(intent.words, (*named, *subject))
        if word not in measured
        and word not in name_parts().forms
        and asked.isdisjoint(subjects_named(word))
    )
    spans = spans_in(intent.question) or spans_in(" ".join(intent.populations))
    outright = tuple(
        (weight, p) for attribute, weight, p in _outright() if attribute in intent.attributes
    )
    return Sought(words, spans, outright, bool(_animals().search(intent.question)))


def put_in_order(
    results: Sequence[RouteResult], intent: Intent, named: Sequence[str]
) -> tuple[tuple[RouteResult, ...], str]:
    """The same results, with scores by which what fits comes first; and a line that says so."""
    sought = sought_by(intent, named)
    hits = [e for r in results if r.route in _ROUTES for e in r.evidence if e.fact]
    if len(hits) < 2 or (sought.is_empty and not intent.attributes):
        return tuple(results), ""
    judged = _Judged(hits, sought, intent)
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


_Merit = tuple[bool, bool, int, int, int, int]


class _Judged:
    """Sentences weighed against what is sought."""

    def __init__(self, hits: Sequence[Evidence], sought: Sought, intent: Intent) -> None:
        self._hits = hits
        self._sought = sought
        self._keys = intent.section_keys
        self._doses = asks_a_dose(intent)
        # What is said of the unborn is no answer on a child.
        self._strangers = _OTHERS.difference(intent.populations, intent.topics)
        held = self._stems_held()
        counts = Counter(s for own in held for s in own)
        self.missing = tuple(w for w in sought.words if not counts[stem(w)])
        self._named = self._naming(held, counts)
        self._fits = [_fit(sought.spans, e) for e in hits]

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
        for at, each in enumerate(self._hits):
            merits[_section(each)].append(self._merit(at))
        best = {section: max(own) for section, own in merits.items()}
        first = {_section(e): _ordinal(e) for e in sorted(self._hits, key=_ordinal, reverse=True)}
        ordered = sorted(
            range(len(self._hits)),
            key=lambda at: (
                tuple(-int(part) for part in best[_section(self._hits[at])]),
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
        of_people = self._sought.about_animals or not _animals().search(quote)
        of_people = of_people and self._strangers.isdisjoint(
            hit.section.line[:1] if hit.section else ()
        )
        outright = max((w for w, p in self._sought.outright if p.search(quote)), default=0)
        line = hit.section.line if hit.section else ()
        places = (n for n, key in enumerate(self._keys) if key in line)
        rank = -1 if hit.route is Route.SECTION_MATCH else next(places, len(self._keys))
        is_usual = rank < len(self._keys)
        fits = self._fits[at]
        worth = _WORTH[0] * self._named[at] + _WORTH[1] * (DOSES in line and self._doses)
        return of_people, is_usual, worth + (fits > 0), outright, -rank, fits

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
        if any(fitting) and not all(fitting):
            measures = dict.fromkeys(span.measure.value for span in self._sought.spans)
            told.append(f"takes in the {' and '.join(measures)} asked for")
        lines = [f"First is what {' and '.join(told)}; the rest follows."] if told else []
        none = len(self.missing) == len(self._sought.words)
        strange = [word for word in self.missing if none or not is_plain(word)]
        if strange:
            named = ", ".join(f"“{word}”" for word in strange)
            lines.insert(0, f"No sentence shown names {named}.")
        return " ".join(lines)


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


def asks_a_dose(intent: Intent) -> bool:
    """Whether a question asks how much to give, and not what to do about a missed dose."""
    groups = {a.key: a.group for a in attributes()}
    return any(groups.get(a) == _DOSING and a not in _NO_DOSE for a in intent.attributes)


def _section(evidence: Evidence) -> str:
    return evidence.section.section_id if evidence.section else ""


def _ordinal(evidence: Evidence) -> int:
    return evidence.fact.ordinal if evidence.fact else 0


@cache
def _animals() -> re.Pattern[str]:
    words = [row["word"] for row in read_rows("sentence_words") if row["role"] == "animal"]
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b", re.I)


@cache
def _outright() -> tuple[tuple[str, int, re.Pattern[str]], ...]:
    """The patterns by which a sentence states an attribute outright, by its attribute."""
    return tuple(
        (row["attribute"], int(row["weight"]), re.compile(row["pattern"], re.I))
        for row in read_rows("attribute_statements")
    )
