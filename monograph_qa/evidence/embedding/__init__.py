"""Meaning as vectors, for the last-resort search of a label's text."""
