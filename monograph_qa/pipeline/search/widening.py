"""A second look, where the planned one found nothing: wider, in the sections where the subject is
usually stated, and only for what names it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from monograph_qa.domain.evidence import Evidence, Route
from monograph_qa.domain.intent import Intent
from monograph_qa.evidence import LabelRows
from monograph_qa.evidence.stems import stem, stems_in, stems_of
from monograph_qa.intent.splitting import subjects_named
from monograph_qa.pipeline.question.parting import Asked
from monograph_qa.vocabulary.abbreviations import abbreviations, find_meaning
from monograph_qa.vocabulary.attributes import attributes
from monograph_qa.vocabulary.sections import ancestors

_LONG = 30  # sentences; a wider look that brings more is narrowed to the words asked


def quoted(words: Sequence[str]) -> str:
    """The words, each in quotation marks."""
    return ", ".join(f"“{word}”" for word in words)


def _likely(intent: Intent, rows: LabelRows) -> dict[str, None]:
    """The sections where the subject is usually stated, and their parents in the vocabulary."""
    wanted = set(intent.attributes) | set(intent.fallback_attributes)
    keys = {k for a in attributes() if a.key in wanted for k in a.section_keys}
    keys |= {k for tiers in intent.whole_sections for tier in tiers for k in tier}
    keys |= {above for key in tuple(keys) for above in ancestors(key)} | set(intent.section_keys)
    return {s: None for s, p in rows.outline.items() if not keys.isdisjoint(p.head.line)}


def _by_heading(asked: Asked, rows: LabelRows) -> tuple[list[Evidence], str]:
    """Sections whose own headings name the subject, whole."""
    intent = asked.intent
    wanted = frozenset(intent.populations) or frozenset(intent.topics[:1])
    if not wanted:
        return [], ""
    heads = {s: rows.outline[s].head.heading for s in _likely(intent, rows)}
    meant = [s for s, heading in heads.items() if wanted <= subjects_named(heading)]
    evidence = rows.in_sections(sorted(rows.below(meant)), Route.SECTION_MATCH)
    if len(evidence) > _LONG:
        holding = [e for e in evidence if _holds(e, stems_in(asked.named))]
        beyond = [replace(e, aside=True) for e in evidence[_LONG:]]
        evidence = holding or [*evidence[:_LONG], *beyond]
    shown = dict.fromkeys(heads[s] for s in meant)
    return evidence, f"Shown is what stands under {quoted(tuple(shown))}."


def _by_words(asked: Asked, rows: LabelRows) -> tuple[list[Evidence], str]:
    """Sentences and table rows, of the likely sections, that hold every word of the subject."""
    return _holding([stems_in(asked.named)], asked, rows)


def _by_other_words(asked: Asked, rows: LabelRows) -> tuple[list[Evidence], str]:
    """The same, for what the subject's abbreviations stand for, and for its abbreviations."""
    variants = []
    for word in asked.named:
        for other in _other_spellings(word):
            rest = [w for w in asked.named if w != word]
            variants.append(stems_in([*rest, other]))
    return _holding(variants, asked, rows)


def _other_spellings(word: str) -> Iterator[str]:
    meaning = find_meaning(word)
    if meaning:
        yield meaning
    for each in abbreviations():
        if stem(each.meaning) == stem(word):
            yield each.written


def _holding(
    variants: list[tuple[str, ...]], asked: Asked, rows: LabelRows
) -> tuple[list[Evidence], str]:
    usable = [variant for variant in variants if variant]
    sections = _likely(asked.intent, rows)
    if not usable or not sections:
        return [], ""
    found = rows.in_sections(sections, Route.SECTION_MATCH)
    kept = [e for e in found if any(_holds(e, variant) for variant in usable)]
    return kept, f"Shown is what holds the words {quoted(asked.named)}."


def _holds(evidence: Evidence, wanted: tuple[str, ...]) -> bool:
    fact = evidence.fact
    return fact is not None and stems_of(f"{fact.context or ''} {fact.quote}").issuperset(wanted)


Widening = Callable[[Asked, LabelRows], tuple[list[Evidence], str]]
"""What it finds, and the line that says how."""

WIDENINGS: tuple[tuple[str, Widening], ...] = (
    ("headings that name it", _by_heading),
    ("its words", _by_words),
    ("its other spellings", _by_other_words),
)
