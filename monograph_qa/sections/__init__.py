"""Headings become normalized sections. Depends on no parser: blocks in, sections out."""

from monograph_qa.sections.sectionizer import sectionize

__all__ = ["sectionize"]
