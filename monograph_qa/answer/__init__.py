"""Drafts of answers. A Draft is unjudged: only `gate` lets it out."""
