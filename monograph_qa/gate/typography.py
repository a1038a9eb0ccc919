"""What printing may change of a sentence without changing what it says; everything else is words.

For finding which stored sentence a free text quotes. What is shown is always the stored sentence.

Folded: runs and kinds of white space, line wraps with their hyphens, soft hyphens between letters,
ligatures, curly quote marks, the two micro signs, dots of an ellipsis, letters with their accent
apart, dashes where they are no sign of a number. Never folded: digits, superscripts, fractions,
comparators, plus, minus and dashes before a number, letter case, unseen marks, letters of another
alphabet. NFKC as a whole is not safe: it makes "10²" into "102".
"""

import re
import unicodedata
from functools import lru_cache

_SPACE = re.compile("[ \t\n\r\u00a0\u2002-\u200a\u202f\u205f\u3000]+")
_SAME = str.maketrans(
    {
        "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
        "‘": "'", "’": "'", "‚": "'", "‛": "'", "ʼ": "'", "`": "'", "´": "'",
        "“": '"', "”": '"', "„": '"', "‟": '"', "\u00b5": "\u03bc", "…": "...",
    }
)  # fmt: skip
_LETTER = r"[^\W\d_]"
_SOFT_HYPHEN = re.compile(rf"(?<={_LETTER})\u00ad(?:[ \t]*\r?\n[ \t]*)?(?={_LETTER})")
# Overlays (U+0334 to U+0338) strike a letter through: those are other letters, not accents.
_ACCENTED = re.compile("[A-Za-z\u00c0-\u024f\u0370-\u037d\u0386-\u03ff]"
                       "[\u0300-\u0333\u0339-\u036f]+")  # fmt: skip
_DASH = re.compile("[-‐‑‒–—―−]")
_SHORT = "-‐‑‒–"  # what is printed between words, and between the ends of a range
_LONG = "—―"
_NUMBER_AHEAD = re.compile(
    r"[ <>≤≥=≈~±$€£]*[.,·]?[\d\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u218b∞]"
)
_BESIDE_A_RANGE = "%°)]"

# Where a line was broken, in text that is being matched. No stored sentence may hold these.
_HYPHEN_MAY_GO, _SPACE_MAY_GO = "\ue0f0", "\ue0f1"
_LOWER = "[a-zà-öø-ÿα-ω]"
_BROKEN_WORD = re.compile(rf"(?<={_LOWER})[-‐‑][ \t]*\r?\n[ \t]*(?={_LOWER})")
_BROKEN_PAIR = re.compile(r"(?<=\w)[-‐‑–][ \t]*\r?\n[ \t]*(?=\w)")
_BROKEN_SLASH = re.compile(r"(?<=/)[ \t]*\r?\n[ \t]*(?=\w)")
_SKIPPED = re.compile("[ \\-‐‑‒–—―−\ue0f0\ue0f1]")


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """`text` as plain as printing allows: equal for two prints of one sentence, and only for those;
    but for hyphens before line wraps, see `is_same_print`."""
    if not text.isascii():
        text = _SOFT_HYPHEN.sub("", text.translate(_SAME))
        text = _ACCENTED.sub(lambda found: unicodedata.normalize("NFC", found[0]), text)
    else:
        text = text.replace("`", "'")
    text = _SPACE.sub(" ", text).strip(" ")
    return _DASH.sub(_dash, text)


def bare(text: str) -> str:
    """A key that all prints of a sentence share, by which to look for it; others may share it."""
    return _SKIPPED.sub("", fold(text))


def is_same_print(said: str, kept: str) -> bool:
    """Whether `said` is `kept` printed otherwise: each word and figure the same, in the same order.
    A hyphen at the end of a line of `said` may be the word's own or the wrap's."""
    plain = fold(kept)
    if fold(said) == plain:
        return True
    if "\n" not in said or _HYPHEN_MAY_GO in said or _SPACE_MAY_GO in said:
        return False
    wrapped = _BROKEN_WORD.sub(_HYPHEN_MAY_GO, said.translate(_SAME))
    wrapped = _BROKEN_SLASH.sub(_SPACE_MAY_GO, _BROKEN_PAIR.sub("-" + _SPACE_MAY_GO, wrapped))
    pattern = re.escape(fold(wrapped))
    pattern = pattern.replace(_HYPHEN_MAY_GO, "(?:- ?)?").replace(_SPACE_MAY_GO, " ?")
    return re.fullmatch(pattern, plain) is not None


def _dash(found: re.Match[str]) -> str:
    """The dash as "-" where its kind says nothing; itself where it may be a sign."""
    text, at, dash = found.string, found.start(), found[0]
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    spaced = before == " " and after == " "
    if _NUMBER_AHEAD.match(text, at + 1):
        neighbour = text[at - 2 : at - 1] if spaced else before
        is_range = neighbour.isalnum() or (neighbour != "" and neighbour in _BESIDE_A_RANGE)
        return "-" if is_range and dash in _SHORT else dash
    if spaced or dash not in _LONG:
        return "-"
    return _LONG[0]
