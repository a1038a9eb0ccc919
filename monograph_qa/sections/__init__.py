"""Headings become normalized sections. Depends on no parser: blocks in, sections out."""

from monograph_qa.sections.sectionizer import sectionize
from monograph_qa.sections.several import BoundLabel, bound_together

__all__ = ["BoundLabel", "bound_together", "sectionize"]
