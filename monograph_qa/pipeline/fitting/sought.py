"""What a question seeks beside its subject: words, patients, a stated figure, a regimen."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from monograph_qa.domain.evidence import Route
from monograph_qa.domain.intent import Intent
from monograph_qa.evidence import LabelRows
from monograph_qa.intent.lexicon import is_plain
from monograph_qa.intent.splitting import subjects_named
from monograph_qa.pipeline.fitting.asked_measures import telling_of_people, told_spans
from monograph_qa.pipeline.fitting.focusing import telling_words
from monograph_qa.pipeline.fitting.measure_words import measure_words
from monograph_qa.pipeline.fitting.measures import spans_in
from monograph_qa.pipeline.fitting.regimens import DOSES, Regimen, regimen_of
from monograph_qa.pipeline.fitting.spans import Span
from monograph_qa.vocabulary.attributes import attributes
from monograph_qa.vocabulary.name_keys import name_parts
from monograph_qa.vocabulary.rows import read_rows

_DOSING = "dosing"
_NO_DOSE = frozenset({"missed_dose", "switching", "discontinuation", "dose_equivalence"})
_EXPLAINING = frozenset({DOSES, "indications_and_usage"})  # where short forms are spelt out
_LONGEST_SHORT = 6  # letters


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
    told = told_spans(telling_of_people(intent))
    measures = {span.measure for span in told}
    people = spans_in(" ".join(intent.populations))
    spans = (*told, *(span for span in people if span.measure not in measures))
    outright = tuple(
        (weight, p) for attribute, weight, p in _outright() if attribute in intent.attributes
    )
    return Sought(words, spans, outright, bool(animals().search(intent.question)))


def asked_regimen(intent: Intent, sought: Sought, rows: LabelRows) -> Regimen | None:
    """The regimen that a question for a dose asks for; None for other questions."""
    whole = {key for tiers in intent.whole_sections for tier in tiers for key in tier}
    if DOSES not in whole and not asks_a_dose(intent):
        return None
    words = [w for w in intent.words if w in sought.words or (len(w) == 2 and w.isalpha())]
    # A short form that is no common word may be spelt out anywhere.
    is_short = any(len(word) <= _LONGEST_SHORT and not is_plain(word) for word in words)
    sections = [
        s for s, p in rows.outline.items() if is_short or not _EXPLAINING.isdisjoint(p.head.line)
    ]
    texts = [e.fact.quote for e in rows.in_sections(sections, Route.SECTION_MATCH) if e.fact]
    heads = [p.head.heading for p in rows.outline.values() if DOSES in p.head.line]
    return regimen_of(intent, words, heads, texts, people=sought.spans)


def asks_a_dose(intent: Intent) -> bool:
    """Whether a question asks how much to give, and not what to do about a missed dose."""
    groups = {a.key: a.group for a in attributes()}
    return any(groups.get(a) == _DOSING and a not in _NO_DOSE for a in intent.attributes)


@cache
def animals() -> re.Pattern[str]:
    """The pattern of words for animals that drugs are tried in."""
    words = [row["word"] for row in read_rows("sentence_words") if row["role"] == "animal"]
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b", re.I)


@cache
def _outright() -> tuple[tuple[str, int, re.Pattern[str]], ...]:
    """The patterns by which a sentence states an attribute outright, by its attribute."""
    return tuple(
        (row["attribute"], int(row["weight"]), re.compile(row["pattern"], re.I))
        for row in read_rows("attribute_statements")
    )
