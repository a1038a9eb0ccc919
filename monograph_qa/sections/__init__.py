"""Headings become normalized sections. Depends on no parser: blocks in, sections out."""

from monograph_qa.sections.sectionizer import BoundLabel, bound_together, sectionize

__all__ = ["BoundLabel", "bound_together", "sectionize"]
