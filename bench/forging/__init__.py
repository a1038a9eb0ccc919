"""Forged quotes, honest prints, and the checks that others would use on them."""
