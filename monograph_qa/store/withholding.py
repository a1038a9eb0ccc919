"""Stored text as it may be shown: each quote and each section is held against its id, and what was
changed where it is stored is withheld. A check is a hash of the section."""

from collections.abc import Iterable
from dataclasses import replace

from monograph_qa.domain.label import WITHHELD, FactSpan, Section, is_intact, sound_among


def shown_section(section: Section) -> Section:
    """The section; without its text where that is not the one of its id."""
    return section if is_intact(section) else replace(section, text=WITHHELD)


def shown_facts(facts: Iterable[FactSpan], sections: Iterable[Section]) -> list[FactSpan]:
    """The FactSpans of these stored sections; without its words, and what leads in to them, each
    that is not the one of its id."""
    spans = list(facts)
    sound = sound_among(spans, sections)
    return [
        fact if holds else replace(fact, quote=WITHHELD, context=None)
        for fact, holds in zip(spans, sound, strict=True)
    ]
