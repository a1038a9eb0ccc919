"""Marks and exponents that stand raised, as characters that say so: "10⁹/L", "0.78³", "Nausea ᵃ".

Set on the line they would change what is printed: 0.78 with its note 3 is not 0.783.
"""

import re

_PLAIN = "0123456789+-−–abcdefghijklmnoprstuvwxyz"
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"
_UP = str.maketrans(_PLAIN, _RAISED)
_DOWN = str.maketrans(_RAISED, _PLAIN)
_MARKS = re.compile(r"[+\-−–]?[0-9]{1,3}|[a-pr-z0-9](?:,\s?[a-pr-z0-9])*,?")
_LENGTH = re.compile(r"(?:^|[^A-Za-z])[cdkmµμ]?m$")  # "m2" says what is meant, on the line as well


def raised(before: str, text: str) -> str | None:
    """`text` raised behind `before`, apart from it where that ends a word; None for what is no
    mark: "th", "®", the 2 of "m2"."""
    plain = text.translate(_DOWN)  # what was raised before stays raised
    if not _MARKS.fullmatch(plain) or (plain.isdigit() and _LENGTH.search(before)):
        return None
    return plain.translate(_UP)


def stands_apart(before: str, mark: str) -> bool:
    """Does the mark stand apart from a word, so that it can be read: "Nausea ᵃ", but "kg⁻¹"?"""
    return before[-1:].isalpha() and mark[0] not in "⁺⁻"


def is_mark(text: str) -> bool:
    """Is it but a mark or an exponent that stands raised?"""
    return all(char in _RAISED or char == "," for char in text)
