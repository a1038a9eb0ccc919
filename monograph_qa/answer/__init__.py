"""Drafts of answers. A Draft is unjudged: only `gate` lets it out."""

from monograph_qa.answer.composing import compose, limits_of, required_of

__all__ = ["compose", "limits_of", "required_of"]
