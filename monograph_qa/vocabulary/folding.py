"""Headings folded until printing no longer matters: case, marks, spacing, plural.

For headings only. Labels' sentences are never compared folded: "< 30" must not equal "> 30".
"""

import re
import unicodedata
from functools import cache

from monograph_qa.vocabulary import tokens

_MARKS = re.compile(r"[®™©*†‡§¶]|\((?:r|tm)\)", re.IGNORECASE)
_APOSTROPHES = re.compile(r"['’‘`´]")
_HYPHENS = re.compile(r"[‐‑‒–—―−\-]+")
_NOT_WORD = re.compile(r"[^\w*:]+")
_LEADING_NUMBER = re.compile(
    r"^\s*(?:section\s+)?(\d{1,2}(?:\.\d{1,2}){0,4})\.?[\s:)–-]+(?=\S)", re.I
)
_LIST_LETTER = re.compile(r"^(?:[A-Za-z]|[IVX]+)[.)]?\s+(?=[A-Z])")
MARGIN_MARK = r"\S{1,2}\s+"  # before a heading in brackets
_IN_MARGIN = re.compile(rf"^{MARGIN_MARK}(?=[\[【])")
_PARENTHESIS = re.compile(r"\s*[\[(][^\[\]()]*[\])]\s*")


def split_number(heading: str) -> tuple[str | None, str]:
    """The section number that opens `heading`, and the rest: ("5.1", "Bleeding").

    None and the heading itself where no number opens it, or where nothing would be left.
    """
    found = _LEADING_NUMBER.match(heading)
    if found is None:
        return None, heading
    rest = heading[found.end() :]
    # "12 hours after the dose" starts with a quantity, not a number of a section.
    return (found[1], rest) if rest[:1].isupper() or rest[:1] in "*[(" else (None, heading)


@cache
def fold(heading: str, *, stars: bool = False) -> str:
    """`heading` in lower-case words with one space between, colons kept as words of their own.

    "&" reads as "and", hyphens join ("breast-feeding" is "breastfeeding"), apostrophes vanish.
    With `stars`, "*" stays, as the wildcard of a vocabulary row.
    """
    text = unicodedata.normalize("NFKC", heading).casefold()
    if not stars:
        text = _MARKS.sub(" ", text)
    text = _APOSTROPHES.sub("", text).replace("&", " and ")
    text = re.sub(r"(?<=\w)[‐‑‒–—―−-]+(?=\w)", "", text)
    text = _HYPHENS.sub(" ", text).replace("_", " ")
    text = _NOT_WORD.sub(" ", text.replace(":", " : "))
    return " ".join(text.split()).strip(" :")


def without_colons(folded: str) -> str:
    """A folded heading with its colons dropped."""
    return " ".join(word for word in folded.split() if word != ":")


def readings(heading: str) -> tuple[str, ...]:
    """`heading` as printed, then less what it has in brackets, then less a list letter ("A. ").
    What is in brackets itself loses a mark that stands in the margin before it."""
    heading = _IN_MARGIN.sub("", heading)
    plain = " ".join(_PARENTHESIS.sub(" ", heading).split())
    return tuple(dict.fromkeys((heading, plain, _LIST_LETTER.sub("", plain))))


def singular(folded: str) -> str:
    """A folded heading with each word's plural ending taken off, where it has one."""
    return " ".join(map(tokens.singular, folded.split()))


def compact(folded: str) -> str:
    """A folded heading without any space, so that broken letter spacing does not matter."""
    return "".join(char for char in folded if char.isalnum())
