"""Readers of the cue vocabulary: what words of a question point to which topic.

Every row comes from `schemas/vocabulary/`; each file is read once and kept.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from monograph_qa.domain.intent import QuestionKind, SectionTiers
from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.attributes import attributes
from monograph_qa.vocabulary.cues import CueHit, CueIndex
from monograph_qa.vocabulary.rows import read_columns, read_rows, split_list
from monograph_qa.vocabulary.tokens import DRUG, Token

JOINING = frozenset({"comparison", "pairing", "listing"})
"""Topics that only say how drugs are set beside each other."""

_TOGETHER = frozenset({"dosing", "overdose", "storage"})  # groups of attributes


@frozen
class Topic:
    """What one family of cues asks for. `weight` is how specific it is: 2 vague, 9 exact.

    `section_keys` are all sections that may speak of it; `whole_sections` those that answer whole.
    `is_list`: asked by itself it is answered by the outline of its section. `also` are attributes
    that speak of it and need not all be said. `of_two`: it is said of the drug and another one, as
    that they may be mixed. `of_disease`: its words in a longer name of a disease ask nothing.
    `of_partner`: beside interactions it asks of the drug taken as well, not of the label's own.
    """

    name: str
    section_keys: tuple[str, ...]
    whole_sections: SectionTiers
    attributes: tuple[str, ...]
    image_kinds: tuple[str, ...]
    kind: QuestionKind
    weight: int
    is_list: bool = False
    also: tuple[str, ...] = ()
    of_two: bool = False
    of_disease: bool = False
    of_partner: bool = False


@frozen
class Cue:
    """One row of a cue file. `points_to` is a topic, or the reason for being out of scope.

    `flag` is the row's last column: keep the cue's words for text search, or (out of scope)
    applies only when no section is asked.
    """

    cue: str
    points_to: str
    flag: bool


VAGUE = 2
"""Weight of a topic that says little of what is asked ("take", "what is"): no more than that counts
only where nothing better is asked."""
_Row = tuple[str, str, str, str]  # type, cue, what it points to, flag
_COLUMNS = ("type", "cue", "topic", "keep_words")
LAB_VALUE = "lab_value"  # tells of a patient as much as it asks
_PASSING = frozenset({"indications", "safety_in_condition", LAB_VALUE})
_CASED = "(?-i:"  # what an expression says of capital letters


class CueSet:
    """The cues of one file, phrases and regular expressions together."""

    def __init__(self, rows: Iterable[_Row]) -> None:
        """Raises ValueError for a malformed phrase, re.error for a malformed expression."""
        by_type: dict[str, list[_Row]] = {"phrase": [], "regex": []}
        for row in rows:
            if row[0] not in by_type:
                raise ValueError(f"cue types are phrase and regex, not {row[0]}")
            by_type[row[0]].append(row)
        phrases, expressions = by_type.values()
        self._rows = (*phrases, *expressions)
        self._index = CueIndex(cue for _, cue, *_ in phrases)
        self._expressions = [
            (number, re.compile(cue, re.I if _CASED in cue else 0))
            for number, (_, cue, *_) in enumerate(expressions, len(phrases))
        ]

    def match(self, question: str, tokens: Sequence[Token]) -> tuple[CueHit, ...]:
        """Every hit in the question; expressions see it in lower case, but those that tell capital
        letters apart: "OD" is an overdose where "od" is a day.

        Nothing is found inside a drug's name: the "+" of "X + Y" joins two only where they are two.
        """
        lowered = question.lower()
        hits = list(self._index.match(tokens))
        names = [(token.start, token.stop) for token in tokens if token.stem == DRUG]
        for number, expression in self._expressions:
            for found in expression.finditer(question if expression.flags & re.I else lowered):
                if any(start <= found.start() and found.end() <= stop for start, stop in names):
                    continue
                inside = frozenset(
                    at
                    for at, token in enumerate(tokens)
                    if token.start < found.end() and token.stop > found.start()
                )
                hits.append(CueHit(number, inside))
        return tuple(hits)

    def cue(self, hit: CueHit) -> Cue:
        """The row behind a hit of this set."""
        _, cue, points_to, flag = self._rows[hit.cue]
        return Cue(cue, points_to, bool(flag))


@cache
def topics() -> Mapping[str, Topic]:
    """The topics of `question_topics.csv` by name."""
    return {
        row["topic"]: Topic(
            name=row["topic"],
            section_keys=split_list(row["section_keys"]),
            whole_sections=_tiers(row["whole_sections"]),
            attributes=split_list(row["attributes"]),
            image_kinds=split_list(row["image_kinds"]),
            kind=QuestionKind(row["kind"]),
            weight=int(row["weight"]),
            is_list=bool(row["is_list"]),
            also=split_list(row["also"]),
            of_two=bool(row["of_two"]),
            of_disease=bool(row["of_disease"]),
            of_partner=bool(row["of_partner"]),
        )
        for row in read_rows("question_topics")
    }


def _tiers(cell: str) -> SectionTiers:
    """ "a;b > c" as (("a", "b"), ("c",))."""
    return tuple(tier for tier in map(split_list, cell.split(">")) if tier)


@cache
def topic_pairs() -> Mapping[tuple[str, str], Topic]:
    """What a topic and a population mean together: (dosing, renal_impairment) -> renal_dosing."""
    return {
        (row["topic"], row["population"]): topics()[row["together"]]
        for row in read_rows("topic_pairs")
    }


@cache
def paired_topics() -> frozenset[str]:
    """The topics that a subject and a population mean together: a renal dose."""
    return frozenset(topic.name for topic in topic_pairs().values())


@cache
def topic_cues() -> CueSet:
    """The cues of `question_cues.csv` and `population_cues.csv` together."""
    tables = ("question_cues", "population_cues")
    return CueSet(row for table in tables for row in read_columns(table, *_COLUMNS))


@cache
def joining_cues() -> CueSet:
    """Those of `topic_cues` that say how two drugs are asked about: side by side, or compared.

    They are looked for before it is known which words are drugs.
    """
    return CueSet(row for row in read_columns("question_cues", *_COLUMNS) if row[2] in JOINING)


@cache
def populations() -> frozenset[str]:
    """Topics that are populations: those that `population_cues.csv` points to."""
    return frozenset(row["topic"] for row in read_rows("population_cues"))


@cache
def patient_topics() -> frozenset[str]:
    """Populations that tell of a patient and are no subject by themselves: an age, an organ."""
    return frozenset(row["topic"] for row in read_rows("population_cues")) - frozenset(
        row["topic"] for row in read_rows("question_topics") if row["is_subject"]
    )


def subject_populations() -> frozenset[str]:
    """Populations that are a subject as well: pregnancy, milk."""
    return populations() - patient_topics()


def is_clear(topic: Topic) -> bool:
    """Whether a topic says what is asked, and not only for whom or what for."""
    passing = populations() | _PASSING
    return topic.name not in passing and bool(topic.section_keys)


def topic_family(names: Sequence[str]) -> str:
    """The first of these topics that is no population's own; what it means together with a
    population (a renal dose) is of its family (a dose)."""
    families = {row["together"]: row["topic"] for row in reversed(read_rows("topic_pairs"))}
    own = [families.get(name, name) for name in names if name not in patient_topics()]
    return next((_group_of(name) or name for name in own), "")


@cache
def _group_of(name: str) -> str:
    """The group whose attributes a topic asks for, where one answer gives them together: loading
    and maintenance are one regimen, how to keep it and how long it keeps are one matter."""
    asked = topics()[name].attributes if name in topics() else ()
    groups = {each.key: each.group for each in attributes()}
    of_group = {groups.get(key, "") for key in asked}
    return of_group.pop() if len(of_group) == 1 and of_group <= _TOGETHER else ""


@cache
def out_of_scope_cues() -> CueSet:
    """The cues of `out_of_scope_cues.csv`."""
    return CueSet(read_columns("out_of_scope_cues", "type", "cue", "reason", "unless_section"))


@cache
def clinical_cues() -> CueSet:
    """The cues of `question_clinical_words.csv`, which point to what labels say in their place."""
    said = read_columns("question_clinical_words", "said", "clinical")
    return CueSet(("phrase", each, clinical, "") for each, clinical in said)
