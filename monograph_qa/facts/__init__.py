"""Sentences become FactSpans: offsets, kind, attributes. Nothing is rebuilt or cleaned."""
