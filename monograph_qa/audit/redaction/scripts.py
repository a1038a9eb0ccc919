"""Text in another script than Latin: labels here are in English, so it names or tells of somebody.

Greek letters by themselves or two by two are science (alpha, lambda, a microgram), as is a letter
within a Latin word.
"""

import re
from collections.abc import Iterator

from monograph_qa.audit.redaction.found import Found, every

_LATIN = r"A-Za-z\u00c0-\u024f\u1e00-\u1eff"
_GREEK = r"[\u0370-\u03ff\u1f00-\u1fff]{3,}"
_OTHER = (  # Cyrillic to Vedic, Chinese to Korean, forms of Hebrew and Arabic letters
    r"[\u0400-\u1cff\u2de0-\u2dff\u2e80-\u2fff\u3005-\ua71f\ua800-\uab2f\uabc0-\ud7ff"
    r"\uf900-\ufaff\ufb1d-\ufdff\ufe70-\ufefc\U00010000-\U0001d3ff\U00020000-\U0003ffff]+"
)
_WORD = rf"(?:{_GREEK}|{_OTHER})"
_RUN = re.compile(
    rf"(?<![{_LATIN}]){_WORD}(?:[\s.\u00b7\u2010\u2019\u200c\u200d\u30fb'-]+{_WORD})*(?![{_LATIN}])"
)


def find_other_scripts(text: str) -> Iterator[Found]:
    if not text.isascii():
        yield from every(_RUN, text, "name")
