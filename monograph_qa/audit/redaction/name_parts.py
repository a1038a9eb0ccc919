"""What each word of a question may be in a name: a name, a word as well, an initial, nothing."""

import re
from enum import Enum, auto

from monograph_qa.audit.redaction.found import cue
from monograph_qa.audit.redaction.words import INNER_CAPITAL, Word
from monograph_qa.frozen import frozen
from monograph_qa.names.words import drug_word_near, drug_words, plain_near
from monograph_qa.vocabulary.identifiers import PersonName

YEARS = r"(?:yo?\b|y/o|y\.o|years?\b|yrs?\b|an[io]s\b|ans\b|jahre\b)"
# Not the potassium of K 5.4; johnny b. 6 yrs is a child.
_INITIAL = re.compile(rf"(?:[A-Z]\b|[a-z]\.)(?:(?!\s*[\d:=<>])|(?=\s+\d{{1,3}}\s*{YEARS}))")
_SMALL_INITIAL = re.compile(r"(?<![^\s,(])[b-hj-z](?=[ ][^\W\d_]{3})")  # j smith
SENTENCE = re.compile(r"(?:^|[.?!:])\s*$")
_SHORTEST_STRANGE = 4  # shorter ones in small letters are abbreviations
SHORTEST = 3  # letters of a word that starts a run


class Kind(Enum):
    NAME = auto()  # a name, and nothing else
    WORD = auto()  # a name, and something else
    UNKNOWN = auto()  # nobody knows it
    LINK = auto()  # an initial, a particle
    ENDING = auto()  # jr, III
    OTHER = auto()


_FULL = frozenset({Kind.NAME, Kind.WORD, Kind.UNKNOWN})


@frozen
class Part:
    """One word of a question: what it may be in a name."""

    word: Word
    kind: Kind
    name: PersonName

    @property
    def is_full(self) -> bool:
        return self.kind in _FULL

    @property
    def is_initial(self) -> bool:
        return self.kind is Kind.LINK and not self.word.is_a("particle")


def part_of(text: str, word: Word) -> Part:
    name = word.likely_name
    if word.is_a("particle"):
        kind = Kind.LINK
    elif cue("speaks").match(text, word.start):
        kind = Kind.OTHER  # hassan ran out of it
    elif len(word.text) == 1:
        is_initial = _INITIAL.match(text, word.start) or _SMALL_INITIAL.match(text, word.start)
        kind = Kind.LINK if is_initial else Kind.OTHER
    elif word.is_a("name_ending"):
        kind = Kind.ENDING
    elif text[word.stop : word.stop + 1].isdigit() or word.is_a("genus"):
        kind = Kind.OTHER  # CHA2DS2, klebsiella
    elif (
        INNER_CAPITAL.search(word.text)
        and not word.text.isupper()
        and (not name or "-" in word.text)  # Nora-BE
    ):
        kind = Kind.OTHER
    elif word.is_known_drug:
        # Camila Rodriguez may bear the name of a brand; nobody is called Metformin.
        is_free = not word.text.islower() or word.is_english
        may_be = name.given and word.lower not in drug_words() and is_free
        kind = Kind.WORD if may_be else Kind.OTHER
    elif word.is_foreign:
        kind, name = Kind.NAME, PersonName(max(name.given, 1), 2)  # Đặng Văn Lâm
    elif word.is_common:
        # Daisy May, ROBERT LONG, Ng Wai Keung: a capital where no sentence begins.
        is_written = word.text[0].isupper() and not SENTENCE.search(text, 0, word.start)
        is_half = name.is_usual and is_written and not word.is_a("somebody")
        kind = Kind.WORD if is_half else Kind.OTHER
    elif word.is_explained:
        kind = Kind.WORD if name else Kind.OTHER
    elif name:
        kind = Kind.NAME
    elif len(word.text) >= SHORTEST and not (word.is_disease or word.is_a("term")):
        kind = Kind.UNKNOWN
    else:
        kind = Kind.OTHER
    return Part(word, kind, name)


def is_pair(one: Word, other: Word) -> bool:
    """Whether two words may be a usual given and family name: mark stone; not London, Paris."""
    are_places = one.is_a("place") and other.is_a("place")
    return one.name.given == 2 and other.name.family == 2 and not (other.is_common or are_places)


def is_strange(word: Word) -> bool:
    """Whether a word is no name's, English, a disease's or a drug's, nor a slip in one."""
    is_long = len(word.text) > (_SHORTEST_STRANGE if word.text.islower() else SHORTEST)
    if not is_long or word.name or not word.is_unknown:
        return False
    return plain_near(word.lower) is None and drug_word_near(word.lower) is None


def writing(word: Word) -> str:
    if word.text.islower():
        return "small"
    return "capitals" if word.text.isupper() else "capitalized"
