"""The short forms of diseases that a label makes for itself: "panic disorder (PD)" once, and PD
from there on, which is Parkinson's disease in another label.

Short and long form are told by their letters, as Schwartz and Hearst tell them (A simple algorithm
for identifying abbreviation definitions in biomedical text, PSB 2003).
"""

import re
from collections.abc import Callable, Iterable, Mapping

from monograph_qa.domain.frame import Facet
from monograph_qa.frames.concepts import named_concepts
from monograph_qa.vocabulary.question_words import stop_words
from monograph_qa.vocabulary.tokens import keys_of

_DEFINED = re.compile(
    r"(?P<before>(?:[\w'’/-]+[ ,]+){1,10})\((?P<short>[A-Z][A-Za-z-]{0,6}[A-Z])\)"
)
_MOST_WORDS = 3  # more in the long form than there are letters in the short one


def short_forms(texts: Iterable[str]) -> Mapping[str, str]:
    """The long form of each short one that the texts define and that is short for a disease; of
    two definitions the first counts."""
    found: dict[str, str] = {}
    for text in texts:
        for match in _DEFINED.finditer(text) if "(" in text else ():
            short = match["short"]
            is_word = short in found or short.casefold() in stop_words()  # "IS"
            long = None if is_word else _long_form(short, match["before"])
            if long and _names_a_disease(long):
                found[short] = long
    return found


def spelling_out(forms: Mapping[str, str]) -> Callable[[str], str]:
    """What writes the long form of each short one in a text."""
    if not forms:
        return lambda text: text
    longest = sorted(forms, key=len, reverse=True)
    said = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])")
    return lambda text: text if text.isupper() else said.sub(lambda at: forms[at.group()], text)


def _names_a_disease(long: str) -> bool:
    """Whether the words end with the name of one: a breast cancer resistance protein is none."""
    words = keys_of(long)
    named = (each for each in named_concepts(words) if each.facet is Facet.CONDITION)
    return any(" ".join(words).endswith(each.said) for each in named)


def _long_form(short: str, before: str) -> str | None:
    """The words right before a short form whose letters it takes, in their order: its first letter
    begins a word."""
    words = before.replace(",", " ").split()
    text = " ".join(words[-(len(short) + _MOST_WORDS) :])
    folded, at = text.casefold(), len(text)
    letters = [letter for letter in short.casefold() if letter.isalnum()]
    for place, letter in reversed(list(enumerate(letters))):
        at = folded.rfind(letter, 0, at)
        while at > 0 and place == 0 and folded[at - 1].isalnum():
            at = folded.rfind(letter, 0, at)
        if at < 0:
            return None
    return text[at:]
