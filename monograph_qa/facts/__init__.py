"""Sentences become FactSpans: offsets, kind, attributes. Nothing is rebuilt or cleaned."""

from monograph_qa.facts.extraction import extract_facts

__all__ = ["extract_facts"]
