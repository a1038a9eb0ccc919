"""Which of several exclusive things a text names (`contrasts.csv`): vial or pen, hip or knee."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from monograph_qa.frames.asked_measures import patient_sexes
from monograph_qa.frames.denied import is_denied
from monograph_qa.frames.lines import LabelLines
from monograph_qa.vocabulary.question_words import stop_words
from monograph_qa.vocabulary.rows import open_pattern, read_rows, split_list

OF_A_MARKER = "marker"
"""Of what the members in such rows of `contrasts.csv` are states: of any marker that is named."""
OF_A_TITLE = "title"
"""Of what the members in such rows are kinds: of products, as titles of monographs tell them."""
OF_A_WAY = "way"
"""Of what the members in such rows are: of ways of giving and kinds of dialysis, of which a label
either speaks by name or not at all."""
_SUFFIX = " status"
_JOINED = re.compile(r"[\s\-–‑]|^anti")
_MARKER = r"(?<![\w-])(?P<marker>[a-z][\w-]*\w)"
_ANY = r"(?:antigens?|antibod(?:y|ies)|status|titers?|serology|test(?:ed|s)?|results?|mutations?)"
_NO_MARKER = re.compile(rf"{_ANY}|patient|pt|mother|mom|she|he|person")
_PLACES = (
    rf"{_MARKER}(?:[\s\-–‑)\]]+(?:is|was|are|came|comes?|back|now|{_ANY})){{0,3}}[\s\-–‑)\]]*{{status}}",
    rf"{{status}}\s+(?:(?:tests?|results?)\s+)?for\s+{_MARKER}",
    rf"{{status}}\s+(?:(?:tests?|results?)\s+)?for\s+(?:\w+\s+){{1,3}}[\[(]{_MARKER}[\])]",
    rf"{{status}}\s+{_MARKER}\s+status\b",
)


def statuses_in(text: str) -> dict[str, set[str]]:
    """The members that a text in small letters names, by group: each marker is one of its own."""
    found: dict[str, set[str]] = {}
    for member, words, patterns in _statuses():
        if not any(word in text for word in words):
            continue  # as in nearly every sentence
        for match in (at for pattern in patterns for at in pattern.finditer(text)):
            marker = _JOINED.sub("", match["marker"])
            if not (_NO_MARKER.fullmatch(marker) or marker in stop_words()):
                found.setdefault(marker + _SUFFIX, set()).add(member)
    return found


def is_status(group: str) -> bool:
    """Whether a group is of the states of a marker."""
    return group.endswith(_SUFFIX)


@cache
def _statuses() -> Sequence[tuple[str, Sequence[str], Sequence[re.Pattern[str]]]]:
    """Each status with its words, and a pattern for each place where the marker may stand."""
    rows = [row for row in read_rows("contrasts") if row["of"] == OF_A_MARKER]
    words = {row["member"]: split_list(row["words"]) for row in rows}
    return [(member, said, _beside(said)) for member, said in words.items()]


def _beside(words: Sequence[str]) -> list[re.Pattern[str]]:
    status = rf"(?<!\w)(?:{'|'.join(map(open_pattern, words))})(?!\w)"
    return [re.compile(place.replace("{status}", status)) for place in _PLACES]


CHANGES = r"(?:switch|chang|conver|transition|mov|swap)\w*"
_CHANGE = re.compile(rf"\b(?:{CHANGES}|step\w*)\b[^.;?]*?\bto\b|->|→", re.I)
_DOSED = re.compile(r"(?P<what>[\w.-]+)\s+dos(?:e|es|ing|age)\b(?!\s+of\b)", re.I)
BEGUN = "begun"
"""The group that tells whether a treatment is to begin or goes on."""
_ONGOING = "ongoing"
# "Wk 4 CBC", "month 6", "2nd infusion", "8 weeks in"
_ON_TREATMENT = re.compile(
    r"\b(?:(?:wk|week|month|cycle)\s?#?(?:[2-9]|\d\d)\b(?!\s?of (?:pregnan|gestation))"
    r"|(?:2nd|3rd|[4-9]th|second|third|fourth|fifth|next) (?:cycle|infusion|injection)\b"
    r"|(?:wks?|weeks?|months?|mos?) (?:in|into (?:it|treatment|therapy|rx)|on it"
    r"|of (?:treatment|therapy))\b)",
    re.I,
)
# What the label's drug is compared with is given alone, not that drug itself.
_ALONE = re.compile(
    r"\b(?:vs\.?|versus|against|than|compared (?:with|to))\s[^.,;?]{1,40}?\balone\b", re.I
)
_SEXES = {"M": "male", "F": "female"}

Members = Mapping[str, frozenset[str]]
"""Members of groups, by group."""


@lru_cache(maxsize=64)
def contrasts_asked(part: str, question: str) -> Members:
    """The members of each group that a part of a question names, of several those that one is
    changed to ("from the tablets to the syrup"); those of groups that divide patients as the whole
    question names them, where the part names none. "34M" tells a sex, "wk 4" that the treatment has
    begun."""
    part, question = (_ALONE.sub(" ", text) for text in (part, question))
    sexes = frozenset(map(_SEXES.__getitem__, patient_sexes(question)))
    told = {"sex": sexes} if sexes else {}
    told |= {BEGUN: frozenset({_ONGOING})} if _ON_TREATMENT.search(question) else {}
    named = contrasts_in(question).items()
    patient = {group: members for group, members in named if divides_patients(group)}
    return {**told, **patient, **contrasts_in(part), **_changed_to(part)}


def _changed_to(part: str) -> Members:
    """The members that the question says something is changed to, or the way whose dose it asks for
    ("20 mg PO now, equivalent IV dose?"), of groups of which it names others as well."""
    change, dosed = _CHANGE.search(part), _DOSED.search(part)
    behind = contrasts_in(part[change.end() :]) if change else {}
    behind = behind or _behind_to(part)
    if dosed and (ways := contrasts_in(dosed["what"]).get(OF_A_WAY)):
        behind = behind or {OF_A_WAY: ways}
    named = contrasts_in(part)
    return {group: members for group, members in behind.items() if members < named[group]}


def _behind_to(part: str) -> Members:
    """The members behind a "to" that others of their group stand before: "20 mg IM to sc"."""
    before, _, behind = part.partition(" to ")
    left, right = contrasts_in(before), contrasts_in(behind)
    return {g: m for g, m in right.items() if g in left and left[g].isdisjoint(m)}


@lru_cache(maxsize=64)  # every line of a label is compared with it
def changes_product(question: str) -> bool:
    """Whether a question asks for another form or way of giving than what it tells of first."""
    return bool(_changed_to(question))


def contrasts_in(text: str) -> Members:
    """The members of each group that a text names; the longest name at a place counts."""
    return _read(text)[0]


def products_in(text: str) -> Members:
    """The kinds of product that a question or the title of a monograph names, by group: the
    infusion beside the pen, the prolonged release."""
    return _read(text, of_title=True)[0]


@lru_cache(maxsize=64)
def products_asked(question: str) -> Members:
    """The kinds of product that a question asks about: where one is changed to another, this."""
    change = _CHANGE.search(question)
    return (products_in(question[change.end() :]) if change else {}) or products_in(question)


def contrasts_denied(text: str) -> Members:
    """The members that a text names behind a word that denies them: "no vial", "not the pen"."""
    return _read(text)[1]


@lru_cache(maxsize=8192)
def _read(text: str, *, of_title: bool = False) -> tuple[Members, Members]:
    folded = text.casefold()
    named: dict[str, set[str]] = {}
    denied: dict[str, set[str]] = {}
    for match in _pattern(of_title).finditer(folded):
        found = denied if is_denied(folded[: match.start()]) else named
        for group, member in _named_by(of_title)[(match.lastindex or 1) - 1][1]:
            found.setdefault(group, set()).add(member)
    if not of_title:
        named |= statuses_in(folded)
    return _frozen(named), _frozen(denied)


def _frozen(members: Mapping[str, set[str]]) -> Members:
    return {group: frozenset(each) for group, each in members.items()}


@cache
def _named_by(of_title: bool) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
    """Words with the members that they name, each with its group; the longest words first."""
    found: dict[str, list[tuple[str, str]]] = {}
    for row in read_rows("contrasts"):
        if row["of"] == OF_A_MARKER or (row["of"] == OF_A_TITLE) is not of_title:
            continue
        for word in split_list(row["words"]):
            found.setdefault(word.casefold(), []).append((row["group"], row["member"]))
    return sorted(found.items(), key=lambda item: -len(item[0]))


def divides_patients(group: str) -> bool:
    """Whether the members of a group are states of a patient: who has one has no other of them."""
    return is_status(group) or group in _groups_of("patient")


def is_unspoken(group: str, member: str, lines: LabelLines) -> bool:
    """Whether a label nowhere speaks of a way of giving, or of a kind of dialysis."""
    return (group, member) in _words_of_ways() and not _naming(group, member, lines)


def lines_on_ways(members: Members, lines: LabelLines) -> set[int]:
    """The places of the lines that name these ways of giving, or kinds of dialysis."""
    named = ((group, member) for group, each in members.items() for member in each)
    return {at for group, member in named for at in _naming(group, member, lines)}


def _naming(group: str, member: str, lines: LabelLines) -> set[int]:
    words = _words_of_ways().get((group, member), ())
    return {at for word in words for at in lines.saying(tuple(word.casefold().split()))}


@cache
def _words_of_ways() -> Mapping[tuple[str, str], Sequence[str]]:
    rows = read_rows("contrasts")
    own = (row for row in rows if row["of"] == OF_A_WAY)
    return {(row["group"], row["member"]): split_list(row["words"]) for row in own}


@cache
def ways_of_giving() -> frozenset[str]:
    """The ways of giving of the vocabulary: "oral", "subcutaneous"."""
    return frozenset(member for group, member in _words_of_ways() if group == OF_A_WAY)


def is_of_a_container(group: str) -> bool:
    """Whether the members of a group are states of a container and what is in it."""
    return group in _groups_of("container")


@cache
def _groups_of(kind: str) -> frozenset[str]:
    return frozenset(row["group"] for row in read_rows("contrasts") if row["of"] == kind)


@cache
def _pattern(of_title: bool) -> re.Pattern[str]:
    # A letter before each group lets the engine pass over what begins otherwise: 20 times faster.
    words = ((open_pattern(word[0]), open_pattern(word[1:])) for word, _ in _named_by(of_title))
    choices = "|".join(f"{first}({rest})" for first, rest in words)
    return re.compile(rf"(?<![\w-])(?:{choices})(?!\w)")
