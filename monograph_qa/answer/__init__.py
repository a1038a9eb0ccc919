"""Writers of drafts. A Draft is unjudged: only `gate` lets it out."""

from monograph_qa.answer.composing import compose

__all__ = ["compose"]
