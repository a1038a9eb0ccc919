"""The words of a question as a finder of names sees them."""

import re
import unicodedata
from functools import cache

from monograph_qa.frozen import frozen
from monograph_qa.names.words import drug_words, is_plain
from monograph_qa.vocabulary.identifiers import PersonName, person_name
from monograph_qa.vocabulary.rows import read_columns, read_rows

_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’-](?=[^\W\d_]))*")
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
_PLAIN_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "ß": "ss", "æ": "ae", "œ": "oe", "đ": "d", "ı": "i", "þ": "th", "ð": "d"}
)


@frozen
class Word:
    """One word without its possessive: text[start:stop] of the question."""

    text: str
    start: int
    stop: int

    @property
    def lower(self) -> str:
        return self.text.lower().replace("’", "'")

    @property
    def key(self) -> str:
        return name_key(self.text)

    @property
    def name(self) -> PersonName:
        """How the word serves as a name, as it is listed."""
        return person_name(self.key)

    @property
    def is_initial(self) -> bool:
        return len(self.text) == 1 and self.text.isupper()

    @property
    def is_capitalized(self) -> bool:
        """A capital and small letters: Smith, O'Brien, al-Farsi; not HIV."""
        parts = self.text.split("-")
        last = parts[-1]
        return last[:1].isupper() and any(c.islower() for c in last[1:])


def name_key(name: str) -> str:
    """As lists of names have it: O'Brien is obrien, Garcia-Lopez is garcia, José is jose."""
    key = name.lower().replace("'", "").replace("’", "").partition("-")[0]
    if key.isascii():
        return key
    apart = unicodedata.normalize("NFKD", key.translate(_PLAIN_LETTERS))
    return "".join(c for c in apart if not unicodedata.combining(c))


def words_of(text: str) -> list[Word]:
    found: list[Word] = []
    for match in _WORD.finditer(text):
        word = _POSSESSIVE.sub("", match[0])
        found.append(Word(word, match.start(), match.start() + len(word)))
    return found


def is_everyday(word: str) -> bool:
    """Whether English, everyday or clinical, or a label's headings have a word or a form of it."""
    return is_plain(word) or word in _heading_words()


def is_drug_like(word: str) -> bool:
    """Whether a word is listed as a drug's, or ends as only drugs' names do."""
    return word in drug_words() or word.endswith(_endings())


@cache
def _heading_words() -> frozenset[str]:
    return frozenset(" ".join(read_columns("section_headings", "heading")).lower().split())


@cache
def _endings() -> tuple[str, ...]:
    """Endings of drugs' names; the shorter ones end family names as well."""
    rows = read_rows("drug_stems")
    return tuple(r["ending"] for r in rows if r["means"] == "drug" and len(r["ending"]) > 3)
