"""A question as typed becomes one line of printable text, or is refused."""

import unicodedata

from monograph_qa.errors import QuestionError

MOST_CHARACTERS = 1000
# Not printable, and able to make a terminal or a reviewer of the log see another text.
_UNSEEN = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def one_line(question: str) -> str:
    """The question on one line; what cannot be printed is a space. This is what the log keeps.

    Raises QuestionError when nothing is left, or more than MOST_CHARACTERS.
    """
    seen = "".join(
        " " if unicodedata.category(c) in _UNSEEN or c in _TURNING else c for c in question
    )
    line = " ".join(seen.split())
    if not line:
        raise QuestionError("the question is empty")
    if len(line) > MOST_CHARACTERS:
        raise QuestionError(
            f"the question has {len(line)} characters; {MOST_CHARACTERS} are the most: "
            "ask one thing at a time"
        )
    return line


def in_plain_sight(text: str) -> str:
    """The text on one line, without characters that cannot be seen: for words around quotes."""
    return " ".join("".join(c if unicodedata.category(c)[0] != "C" else " " for c in text).split())
