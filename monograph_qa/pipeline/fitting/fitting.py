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

from monograph_qa.domain.evidence import Evidence, Route, RouteResult
from monograph_qa.domain.intent import Intent
from monograph_qa.evidence.stems import stem, stems_of, words_of
from monograph_qa.intent.lexicon import is_plain
from monograph_qa.pipeline.fitting.asked_measures import telling_of_people, told_exactly
from monograph_qa.pipeline.fitting.denials import Told
from monograph_qa.pipeline.fitting.measure_words import units
from monograph_qa.pipeline.fitting.measures import width
from monograph_qa.pipeline.fitting.regimens import DOSES, Regimen, naming, ranks_of
from monograph_qa.pipeline.fitting.sought import Sought, animals, asks_a_dose
from monograph_qa.pipeline.fitting.suiting import (
    is_of_the_organs,
    measures_taken_in,
    place_in_section,
    section_of,
    suits,
    telling_rows_first,
    texts_of,
)
from monograph_qa.vocabulary.sections import is_of_patients, is_patients_part

_NAMED = 0.6  # of what the best sentence holds of the words, the rarer ones weighing more
_ROUTES = (Route.FACT_SPAN, Route.SECTION_MATCH)


_OTHERS = frozenset({"pregnancy", "lactation", "nonclinical_toxicology", "labor_and_delivery"})
_CONTRAINDICATED = "contraindications"
_WORTH = (3, 2)  # of naming what is asked, and of standing where doses are stated


def put_in_order(
    results: Sequence[RouteResult],
    intent: Intent,
    sought: Sought,
    regimen: Regimen | None = None,
    *,
    silent: Sequence[str] = (),
) -> tuple[tuple[RouteResult, ...], str]:
    """The same results, with scores by which what fits comes first; and a line that says so.

    `silent` are the sought words that no sentence of the label says.
    """
    hits = [e for r in results if r.route in _ROUTES for e in r.evidence if e.fact]
    if len(hits) < 2 or (sought.is_empty and not intent.attributes and regimen is None):
        return tuple(results), ""
    judged = _Judged(hits, sought, intent, regimen, silent)
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


_Merit = tuple[bool, bool, int, bool, bool, int, int, int, int, int, float]


class _Judged:
    """Sentences weighed against what is sought."""

    def __init__(
        self,
        hits: Sequence[Evidence],
        sought: Sought,
        intent: Intent,
        regimen: Regimen | None,
        silent: Sequence[str] = (),
    ) -> None:
        self._hits = hits
        self._sought = sought
        self._keys = intent.section_keys
        whole = {k for tiers in intent.whole_sections for tier in tiers for k in tier}
        self._whole = whole | {_CONTRAINDICATED}
        self._asks_patients = bool(self._keys) and all(map(is_of_patients, self._keys))
        self._doses = asks_a_dose(intent)
        # What is said of the unborn is no answer on a child.
        self._strangers = _OTHERS.difference(intent.populations, intent.topics)
        held = self._stems_held()
        counts = Counter(s for own in held for s in own)
        named = naming(hits, regimen)
        self.missing = () if named else tuple(silent)
        self._named = (
            [e.fact is not None and e.fact.fact_id in named for e in hits]
            if named
            else self._naming(held, counts)
        )
        self._fits = suits(sought.spans, hits)
        self._ranks = ranks_of(hits, regimen, named) if regimen else {}
        self._put_back_what_is_ruled_out()
        pairs = zip(hits, self._named, strict=True)
        ids = named or frozenset(e.fact.fact_id for e, is_named in pairs if is_named and e.fact)
        self._told = Told.by(telling_of_people(intent), hits, ids)
        self._exactly = told_exactly(telling_of_people(intent))
        self._places = [place_in_section(sought.spans, self._exactly, e) for e in hits]
        self._words = frozenset(stem(w) for w in intent.words if w.isalpha() and w not in units())
        self._first = 0  # the place among the hits of what stands first

    def _put_back_what_is_ruled_out(self) -> None:
        """A section that names what is asked, and whose doses are for other people only, does not
        come before one that takes them in."""
        best: dict[str, int] = {}
        worst: dict[str, int] = {}
        for each, fits in zip(self._hits, self._fits, strict=True):
            section = section_of(each)
            best[section] = max(fits, best.get(section, fits))
            worst[section] = min(fits, worst.get(section, fits))
        if not any(best[s] >= 2 for s in self._ranks if s in best):
            return
        for section in self._ranks:
            if worst.get(section, 0) < 0 and best[section] < 1:
                self._ranks[section] = min(0, self._ranks[section])
                own = [section_of(each) == section for each in self._hits]
                self._named = [n and not o for n, o in zip(self._named, own, strict=True)]

    def _stems_held(self) -> list[frozenset[str]]:
        """Which of the sought words, as stems, each sentence holds."""
        sought = frozenset(map(stem, self._sought.words))
        if not sought:
            return [frozenset()] * len(self._hits)
        read: dict[tuple[str, ...], frozenset[str]] = {}  # headings stand over many sentences
        held: list[frozenset[str]] = []
        for each in self._hits:
            quote, *above = texts_of(each) or ("",)
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
            or (bool(short) and not short.isdisjoint(words_of(" ".join(texts_of(each)))))
            for share, each in zip(shares, self._hits, strict=True)
        ]

    def _short_names(self) -> frozenset[str]:
        """What the label itself writes for the words: "plaque psoriasis (PsO)"."""
        words = "|".join(map(re.escape, self._sought.words))
        pattern = re.compile(rf"\b(?:{words})\w*\s\(([A-Za-z]{{2,6}})\)", re.I)
        written = dict.fromkeys(text for each in self._hits for text in texts_of(each))
        return frozenset(m.casefold() for text in written for m in pattern.findall(text))

    def scores(self) -> dict[str, float]:
        """A score for each fact_id, the higher the earlier."""
        merits: dict[str, list[_Merit]] = defaultdict(list)
        for at in range(len(self._hits)):
            merits[self._group(at)].append(self._merit(at))
        best = {group: max(own) for group, own in merits.items()}
        first = {section_of(e): _ordinal(e) for e in sorted(self._hits, key=_ordinal, reverse=True)}
        ordered = sorted(
            range(len(self._hits)),
            key=lambda at: (
                tuple(-part for part in best[self._group(at)]),
                first[section_of(self._hits[at])],
                section_of(self._hits[at]),
                self._places[at],
                _ordinal(self._hits[at]),
            ),
        )
        ordered = telling_rows_first(ordered, self._hits, self._places, self._words)
        self._first = ordered[0]
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
        is_told = self._asks_patients or not is_patients_part(line)
        outright = max((w for w, p in self._sought.outright if p.search(quote)), default=0)
        places = (n for n, key in enumerate(self._keys) if key in line)
        is_whole = hit.route is Route.SECTION_MATCH and not self._whole.isdisjoint(line)
        rank = -1 if is_whole else next(places, len(self._keys))
        is_usual = rank < len(self._keys)
        fits = self._fits[at]
        worth = _WORTH[0] * self._named[at] + _WORTH[1] * (DOSES in line and self._doses)
        place = self._ranks.get(section_of(hit), 0)
        denied = self._is_denied(at)
        return (
            of_people,
            is_told,
            denied * (2 if _CONTRAINDICATED in line else 1),
            is_usual,
            is_of_the_organs(self._sought.spans, hit),
            place,
            worth + (fits > 0),
            outright,
            -rank,
            fits,
            -width(self._exactly, texts_of(hit)) if fits > 0 else -9.0,
        )

    def _group(self, at: int) -> str:
        """What stands together: the sentences of a section, apart from those that deny it."""
        return f"{section_of(self._hits[at])}{'!' if self._is_denied(at) else ''}"

    def _is_denied(self, at: int) -> bool:
        fact = self._hits[at].fact
        return fact is not None and fact.fact_id in self._told.denied

    def note(self) -> str:
        """What stands first, in a line; nothing where all sentences are alike."""
        told: list[str] = []
        narrowed = any(e.aside for e in self._hits)
        words = [w for w in self._sought.words if w not in self.missing]
        first = self._hits[self._first]
        if words and not narrowed and self._named[self._first] and not all(self._named):
            told.append("speaks of " + ", ".join(f"“{word}”" for word in words))
        fitting = [each > 0 for each in self._fits]
        if any(fitting) and not all(fitting) and not self._told.unmet:
            measures = [each.value for each in measures_taken_in(self._sought.spans, first)]
            if measures:
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
            lines.insert(0, f"No sentence of this label names {named}.")
        return " ".join(lines)


def _ordinal(evidence: Evidence) -> int:
    return evidence.fact.ordinal if evidence.fact else 0
