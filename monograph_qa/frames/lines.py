"""One label's sentences as a question is compared with them: their words, by where they stand.

Made once a label and kept; a question then asks for its few words, and no sentence is read again.
"""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from monograph_qa.domain.evidence import SectionHead
from monograph_qa.domain.frame import Term
from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.question_words import stop_words
from monograph_qa.vocabulary.stems import beginning_with, begun_alike, cut_short, stem

# Of "P450 2D6" the enzyme is one word.
_WORD = re.compile(r"\d[a-z]\d{1,2}\b|\d+(?:[.,]\d+)*|[^\W_]+")
_NAME = re.compile(r"\(([^\W\d][^()]*?)(?=\s\d)")  # of a product, before its strength
_NAMED_IN = "product_name"  # the section
_SATURATION, _LENGTH = 1.2, 0.75  # k1 and b of BM25, Robertson and Zaragoza 2009
_NEAR = 3  # lines: about a paragraph to each side
_SLIPS, _LONG = 2, 6  # letters that differ in a word of more letters than this; one in others
_BEGINNING = 5  # letters that tell which word they begin
_EXAMPLES = "Example"  # the name of a row in tables of interactions, as labels print them
_INCLUDES = re.compile(r"(?:\w[\w-]*\s+){1,10}include\b")
_LETTERS_AND_NUMBER = re.compile(r"([a-z]{1,3})-?(\d{1,3})")
_SHORT_FORM = r"\((?P<short>(?:\d-)?[A-Z][A-Za-z0-9-]{0,6}[A-Z0-9])\)"  # "(AZA)", "(6-MP)"
_BETWEEN = 3  # words that may stand between those of one name: "methotrexate or low-dose sodium"
_IN_LEAD_IN = 0.8  # of what a word counts in the sentence itself


def stems_in_text(text: str) -> list[str]:
    """The stems of a text's words and numbers, in order."""
    return [stem(word) for word in _WORD.findall(text.casefold())]


def gives_examples(row: str) -> bool:
    """Whether a row of a table gives no more than examples: "Examples: rifampin, phenytoin"."""
    return row.startswith(_EXAMPLES) and " | " not in row.removeprefix("Examples: | ")


def says_which(quote: str) -> bool:
    """Whether a sentence lists what the one before it is about: "Drugs that may … include …"."""
    return _INCLUDES.match(quote) is not None


@frozen
class Line:
    """One sentence or table row: `at` is its place in reading order. `lead_in` is what it
    must be read with: its context, or the line that reads like a heading above it. Words are stems:
    its own, of its lead-in, of its section's heading, and of the headings above that."""

    at: int
    head: SectionHead
    quote: str
    lead_in: str
    own: Counter[str]
    above: frozenset[str]
    heading: frozenset[str]
    path: frozenset[str]
    length: int

    @property
    def outwards(self) -> tuple[str, ...]:
        """The sentence, its lead-in and the headings above, nearest first: what the line itself
        does not say holds as the nearest of them says it."""
        return (self.quote, self.lead_in, *reversed(self.head.heading_path.split(" > ")))


class LabelLines:
    """The lines of one label, and how telling each word is in it."""

    def __init__(self, texts: Iterable[tuple[SectionHead, str, str]]) -> None:
        """`texts` are section, lead-in ("" for none) and quote of every sentence, in order."""
        read: dict[str, frozenset[str]] = {}

        def words_once(text: str) -> frozenset[str]:
            if text not in read:
                read[text] = frozenset(stems_in_text(text))
            return read[text]

        self.lines: list[Line] = []
        self._places: dict[str, list[int]] = {}
        self._below: dict[frozenset[str], list[int]] = {}
        for at, (head, lead_in, quote) in enumerate(texts):
            *above, heading = head.heading_path.split(" > ")
            own = Counter(stems_in_text(quote))
            line = Line(
                at, head, quote, lead_in, own, words_once(lead_in), words_once(heading),
                words_once(" ".join(above)), own.total(),
            )  # fmt: skip
            self.lines.append(line)
            for word in own.keys() | line.above | line.heading:
                self._places.setdefault(word, []).append(at)
            self._below.setdefault(line.path, []).append(at)
        self._usual = sum(line.length for line in self.lines) / (len(self.lines) or 1)

    @cached_property
    def product_words(self) -> Mapping[str, frozenset[str]]:
        """Of an annex that prints several products of one brand: the stems by which the name of
        each says more than the brand alone, by the heading of its monograph ("(Humalog Mix25 100
        units/ml suspension for injection)" says "mix25"); empty where none does."""
        heads = {line.head.outermost for line in self.lines}
        names = {head: _NAME.match(head) for head in heads}
        said = {head: stems_in_text(name[1]) for head, name in names.items() if name}
        shared = frozenset.intersection(*map(frozenset, said.values())) if said else frozenset()
        own = {head: frozenset(words) - shared for head, words in said.items()}
        return own if any(own.values()) else {}

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """What each monograph of an annex for several products calls its product ("Zentrol 162 mg
        solution for injection in pre-filled pen"), by its outermost heading; empty for other
        labels."""
        said: dict[str, str] = {}
        for line in self.lines:
            if line.head.section_key == _NAMED_IN:
                head = line.head.outermost
                said[head] = f"{said.get(head, '')}{line.quote}\n"
        own = [head for head in said if head.startswith("(")]
        first = list(said)[:1]
        return {head: said[head] for head in (*first, *own)} if own else {}

    @cached_property
    def _abbreviating(self) -> frozenset[int]:
        """The places of the lines that give a short form of something."""
        given = re.compile(_SHORT_FORM)
        return frozenset(line.at for line in self.lines if given.search(line.quote))

    def weight(self, word: str) -> float:
        """How telling a stem is: the fewer lines have it the more (BM25's idf)."""
        standing = len(self._places.get(word, ()))
        return math.log(1 + (len(self.lines) - standing + 0.5) / (standing + 0.5))

    def bm25(self, line: Line, word: str) -> float:
        """What a stem adds to the line's likeness to a question, heading left out."""
        times = float(line.own.get(word, 0)) or _IN_LEAD_IN * (word in line.above)
        if not times:
            return 0.0
        length = 1 - _LENGTH + _LENGTH * line.length / self._usual
        return self.weight(word) * times * (_SATURATION + 1) / (times + _SATURATION * length)

    def standing(self, word: str) -> Sequence[int]:
        """The places of the lines that say a stem, heading and lead-in included."""
        return self._places.get(word, ())

    def as_printed(self, word: str) -> tuple[str, ...]:
        """The word, in two where the label has it so: "B12" is printed "B 12" as well."""
        parts = _LETTERS_AND_NUMBER.fullmatch(word)
        is_in_two = parts and not self.standing(word) and all(map(self.standing, parts.groups()))
        return parts.groups() if parts and is_in_two else (word,)

    def nearly_says(self, word: str) -> bool:
        """Whether the label has the word, or one that it is a slip for or short for ("pyelo")."""
        if stem(word) in self._places:
            return True
        from rapidfuzz import process  # only slips need it, and it takes long to import
        from rapidfuzz.distance import OSA

        most = _SLIPS if len(word) > _LONG else 1
        said = self._places.keys()  # of a mapping the values would be compared
        found = process.extractOne(stem(word), said, scorer=OSA.distance, score_cutoff=most)
        return found is not None or bool(self.begun_by(word))

    def begun_by(self, word: str) -> Sequence[str]:
        """The stems of the label that a word of some letters is the beginning of."""
        is_word = word.isalpha() and len(word) >= _BEGINNING
        return [each for each in self._forms(f"{word}*") if each in self._places] if is_word else ()

    def goes_on(self, at: int) -> bool:
        """Whether another line of the same section follows the one at this place."""
        following = self.lines[at + 1] if at + 1 < len(self.lines) else None
        return following is not None and following.head is self.lines[at].head

    def around(self, line: Line) -> list[Line]:
        """The lines of the same section that stand within three of a line."""
        near = self.lines[max(line.at - _NEAR, 0) : line.at + _NEAR + 1]
        return [each for each in near if each.head is line.head and each is not line]

    def saying(self, term: Term) -> set[int]:
        """The places of the lines that say all words of a term, heading and lead-in included."""
        found: set[int] | None = None
        term = tuple(part for word in term for part in self.as_printed(word))
        for word in term:
            own = {at for form in self._forms(word) for at in self._places.get(form, ())}
            found = own if found is None else found & own
            if not found:
                break
        return self._side_by_side(found or set(), term)

    def short_for(self, term: Term) -> list[Term]:
        """What the label itself writes for a name, where it says so once: "azathioprine (AZA)"."""
        places = self._abbreviating and self.saying(term) & self._abbreviating
        if not places or any("*" in word for word in term):
            return []
        name = r"[\s-]+".join(re.escape(word) for word in term)
        behind = re.compile(rf"\b(?i:{name})\s*{_SHORT_FORM}")
        found = (behind.search(self.lines[at].quote) for at in sorted(places))
        said = dict.fromkeys(match["short"].casefold() for match in found if match)
        return [tuple(_WORD.findall(short)) for short in said if short not in stop_words()]

    def exemplified(self, places: Iterable[int]) -> set[int]:
        """The rows that stand with a row of examples at one of the places under one name: what an
        interaction does and what to do stands beside "Examples: rifampin, phenytoin"."""
        found: set[int] = set()
        for at in places:
            if gives_examples(self.lines[at].quote):
                found.update(self.block_of(at))
        return found - set(places)

    def block_of(self, at: int) -> list[int]:
        """The places of the lines around one, and its own, that share its head and lead-in, if
        any."""
        row = self.lines[at]
        near = self.lines[max(at - _NEAR, 0) : at + _NEAR + 1] if row.lead_in else ()
        return [each.at for each in near if (each.head, each.lead_in) == (row.head, row.lead_in)]

    def together(self, places: Iterable[int], term: Term) -> set[int]:
        """Of these places those where the words of a term stand within a few words of each other:
        "a case-control study of live births" does not say "birth control"."""
        printed = (self.as_printed(word) for word in term)
        forms = [{form for part in parts for form in self._forms(part)} for parts in printed]
        return {at for at in places if len(term) == 1 or self._are_near(self.lines[at], forms)}

    def _are_near(self, line: Line, forms: Sequence[Collection[str]]) -> bool:
        said = stems_in_text(f"{line.head.heading} {line.lead_in} {line.quote}")
        own = [[n for n, word in enumerate(said) if word in each] for each in forms]
        most = len(forms) + _BETWEEN
        return any(
            all(any(abs(n - first) < most for n in other) for other in own[1:]) for first in own[0]
        )

    def below(self, term: Term) -> set[int]:
        """The places of lines with a heading between them and one that says all words of a term."""
        return {
            at
            for words, places in self._below.items()
            if term and all(any(form in words for form in self._forms(word)) for word in term)
            for at in places
        }

    def says_itself(self, at: int, term: Term) -> bool:
        """Whether a line says all words of a term without its heading."""
        line = self.lines[at]
        return all(
            any(form in line.own or form in line.above for form in self._forms(word))
            for word in term
        )

    def _forms(self, word: str) -> Sequence[str]:
        if not word.endswith("*"):
            return (stem(word),)
        begun = begun_alike(word[:-1])
        longer = (each for begins in begun for each in beginning_with(self._sorted, begins))
        # "macrolide*" is said by "macrolides", kept as "macrolid".
        return [stem(begun[0]), *cut_short(word[:-1]), *longer]

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self._places)

    def _side_by_side(self, places: set[int], term: Term) -> set[int]:
        """Of these places those where a lone letter or a number of the term stands right beside a
        word of it: "hepatitis B" is not said where a "b" stands anywhere."""
        lone = [word for word in term if word.isdigit() or (len(word) == 1 and word.isalnum())]
        others = "|".join(re.escape(w.removesuffix("*")) + r"\w*" for w in term if w not in lone)
        if len(lone) != 1 or not others:
            return places
        between = r"\W{1,3}(?:(?:type|mellitus|virus)\W{1,2}){0,2}"
        sign = re.compile(
            rf"\b(?:{lone[0]}{between}(?:{others})|(?:{others}){between}{lone[0]}\b)", re.I
        )
        return {
            at
            for at in places
            if sign.search(f"{self.lines[at].lead_in} {self.lines[at].quote}")
            or sign.search(self.lines[at].head.heading)
        }
