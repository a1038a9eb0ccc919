"""Drafts of answers. A Draft is unjudged: only `gate` lets it out."""

from monograph_qa.answer.composing import compose, required_of

__all__ = ["compose", "required_of"]
