"""A question as typed becomes one line of printable text without identifiers of people, or is
refused: what is read, sent to models and stored."""

import unicodedata
from functools import cache

from monograph_qa.audit.redaction import Redaction, redact
from monograph_qa.domain.search import Search
from monograph_qa.errors import QuestionError
from monograph_qa.intent.search import read_search
from monograph_qa.names.near import near_names
from monograph_qa.names.words import is_plain
from monograph_qa.pipeline.question.held import HeldNames
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.identifiers import person_name
from monograph_qa.vocabulary.name_keys import name_key

MOST_CHARACTERS = 1000
_LONG = 7  # letters: a shorter word that is one off a drug's name may be a person's
# Not printable, and able to make a terminal or a reviewer of the log see another text.
_UNSEEN = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def one_line(question: str) -> str:
    """The question on one line; what cannot be printed is a space. Raises QuestionError when
    nothing is left, or more than MOST_CHARACTERS."""
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


def without_identifiers(question: str, names: HeldNames) -> Redaction:
    """The question with marks in place of identifiers. No name that the library or an imported
    table holds is taken for a person's, nor the name of a company whose label is here."""

    @cache  # a word is asked about again and again, and a large library looks through its names
    def is_drug(word: str) -> bool:
        key = name_key(word)
        if names.find([key]) or names.known_elsewhere([key]):
            return True
        name = person_name(key)
        if name.given or name.family:
            return False
        near = near_names(key, names) if len(key) >= _LONG and not is_plain(key) else None
        is_slip = near is not None and bool(near.hits) and near.distance == 1  # "trogazro"
        return is_slip or bool(names.with_word(key))  # asfotase alfa

    return redact(question, is_drug, names.is_maker)


def read_need(reader: LibraryReader, need: str) -> Search:
    """What to look for, without identifiers of patients. Raises QuestionError for nothing."""
    return read_search(without_identifiers(one_line(need), HeldNames(reader)).reading)
