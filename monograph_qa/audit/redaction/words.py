"""The words of a question as finders of names see them: listed names, drugs, English words; and
which part of a name each may be."""

import re
from collections.abc import Callable
from enum import Enum, auto
from functools import cache

from monograph_qa.audit.redaction.found import cue
from monograph_qa.frames.lab_words import labs
from monograph_qa.frozen import frozen
from monograph_qa.names.words import (
    abbreviations,
    drug_word_near,
    drug_words,
    is_plain,
    plain_near,
    plain_words,
)
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.identifiers import PersonName, identifier_cues, person_name
from monograph_qa.vocabulary.name_keys import without_accents
from monograph_qa.vocabulary.products import product_words
from monograph_qa.vocabulary.question_words import cue_words, stop_words
from monograph_qa.vocabulary.rows import read_columns, read_rows, sorted_table, split_list

IsDrug = Callable[[str], bool]

INNER_CAPITAL = re.compile(r"(?<!Mc)(?<!Mac)(?<=[^\W\d_])[A-Z]")  # KwikPen, CrCl; not McDonald
_UNSPOKEN = re.compile(r"[B-DF-HJ-NP-TV-XZ]{3,}")  # "JMML": no name is without a vowel
_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’-](?=[^\W\d_]))*")
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
_PLAIN_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "ß": "ss", "æ": "ae", "œ": "oe", "đ": "d", "ı": "i", "þ": "th", "ð": "d"}
)
_CUES = ("person", "relative", "title", "goes_on", "unit", "code", "somebody", "beside")


@frozen
class Word:
    """One word without its possessive: text[start:stop] of the question. `is_drug` says of a word
    in small letters whether the library knows it as a drug's."""

    text: str
    start: int
    stop: int
    is_drug: IsDrug

    @property
    def lower(self) -> str:
        return self.text.lower().replace("’", "'")

    @property
    def name(self) -> PersonName:
        return person_name(name_key(self.text))

    @property
    def likely_name(self) -> PersonName:
        """As listed, or by the ending of family names, or Korean syllables: Seung-hee."""
        if self.is_of_syllables:
            return PersonName(2, self.name.family, False)
        name, endings = self.name, tuple(identifier_cues("family_ending"))
        if not name.is_usual and name_key(self.text).endswith(endings):
            return PersonName(name.given, 2, name.is_word)
        return name

    @property
    def is_of_syllables(self) -> bool:
        one, _, other = self.lower.partition("-")
        return {one, other} <= identifier_cues("syllable").keys() and one != other

    def is_a(self, *kinds: str) -> bool:
        """Whether it is a cue of one of the kinds (see `identifier_cues`)."""
        return any(self.lower in identifier_cues(kind) for kind in kinds)

    @property
    def is_initial(self) -> bool:
        return len(self.text) == 1 and self.text.isupper()

    @property
    def is_capitalized(self) -> bool:
        """A capital and small letters: Smith, O'Brien, al-Farsi; not HIV."""
        last = self.text.split("-")[-1]
        return last[:1].isupper() and any(c.islower() for c in last[1:])

    @property
    def continues(self) -> bool:
        return self.is_a("goes_on", "speaks")

    @property
    def is_family(self) -> bool:
        return bool(self.name.family) and not self.name.is_word and not self.is_known_drug

    @property
    def is_english(self) -> bool:
        return is_everyday(self.lower) or is_everyday(name_key(self.text))

    @property
    def is_foreign(self) -> bool:
        return (
            not self.text.isascii()
            and self.is_capitalized
            and not {self.lower, name_key(self.text)} & identifier_cues("eponym").keys()
            and not (is_everyday(self.lower) or self.is_known_drug)
            and not self.is_disease
        )

    @property
    def is_unknown(self) -> bool:
        return len(self.text) > 2 and not (
            INNER_CAPITAL.search(self.text)
            or _UNSPOKEN.fullmatch(self.text)
            or self.is_english
            or self.is_known_drug
            or self.is_disease
        )

    @property
    def is_disease(self) -> bool:
        is_condition = sorted_table("conditions").begins(self.lower)
        return bool(is_condition or sorted_table("clinical_words").rows(self.lower))

    @property
    def is_known_drug(self) -> bool:
        """Whether a word names a drug: a common one, a brand, or one of the library."""
        lower = self.lower
        spelled = {lower, lower.replace("-", ""), *lower.split("-")}
        if any(map(is_drug_like, spelled)) or self.is_drug(lower) or lower in abbreviations():
            return True
        if lower in product_words("formulation") or lower in product_words("device"):
            return True
        brands = sorted_table("brands")
        spelled = {lower, lower.replace("-", " ")}
        # Of a brand of several words one begins it; Johnson's Baby Oil is none of Johnson's.
        begins = brands.begins(lower) and not self.name.is_usual
        return (any(map(brands.rows, spelled)) or begins) and not is_everyday(lower)

    @property
    def is_explained(self) -> bool:
        """Whether more than a name explains a word. A usual name with a capital is not explained as
        a form of a word: Carter, Rogers; in small letters a smoker is no Smoker."""
        name = self.likely_name
        return (
            name.is_word
            or self.is_common
            or ((not name.is_usual or self._is_word_in_small_letters) and self.is_english)
            or self.is_disease
            or self.is_a("eponym", "maker", "place")
            or find_meaning(self.text) is not None
        )

    @property
    def _is_word_in_small_letters(self) -> bool:
        """Whether it is a form of a word: a smoker. A plain word that the table of names does not
        mark as a word is met as a name more often: john, smith."""
        lower = self.lower
        is_listed = lower in plain_words() and lower not in cue_words()
        return self.text.islower() and (self.name.is_word or not is_listed)

    @property
    def is_common(self) -> bool:
        """Whether it is so much a question's own that no name holds it: the, takes, patient, mg."""
        is_value = self.text.isupper() and self.lower in labs()  # "pt, ALT 4x ULN"
        return self.lower in stop_words() or self.is_a(*_CUES) or is_value


def name_key(name: str) -> str:
    """As tables of names have it: O'Brien is obrien, Garcia-Lopez garcia, al-Farsi farsi."""
    parts = name.lower().replace("'", "").replace("’", "").split("-")
    is_joined = len(parts) > 1 and parts[0] in identifier_cues("particle")
    key = parts[1] if is_joined else parts[0]
    return without_accents(key.translate(_PLAIN_LETTERS))


def words_of(text: str, is_drug: IsDrug) -> list[Word]:
    found: list[Word] = []
    for match in _WORD.finditer(text):
        word = _POSSESSIVE.sub("", match[0])
        found.append(Word(word, match.start(), match.start() + len(word), is_drug))
    return found


def is_everyday(word: str) -> bool:
    """Whether English, everyday or clinical, or a label's headings have a word or a form of it, a
    laboratory value is called so, or it ends as operations and diseases do: a hemicolectomy."""
    known = _heading_words() | _measured()
    return is_plain(word) or word in known or word.endswith(_endings("plain", 5))


def is_drug_like(word: str) -> bool:
    return word in drug_words() or word.endswith(_endings("drug", 4))


@cache
def _measured() -> frozenset[str]:
    """What laboratory values are called by one word."""
    names = read_columns("lab_values", "names")
    return frozenset(each for row in names for each in split_list(row))


@cache
def _heading_words() -> frozenset[str]:
    return frozenset(" ".join(read_columns("section_headings", "heading")).lower().split())


@cache
def _endings(means: str, least: int) -> tuple[str, ...]:
    """Endings of drugs' names, or of operations and diseases; shorter ones end family names too."""
    rows = read_rows("drug_stems")
    return tuple(r["ending"] for r in rows if r["means"] == means and len(r["ending"]) >= least)


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
