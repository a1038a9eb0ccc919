"""The one thing that a question asks about: an effect ("does X cause hair loss?"), a partner
("X with ketoconazole"); and the words by which a label may name it.

Patterns, other words for one thing and the classes of drugs are vocabulary: `question_particulars`,
`question_synonyms` and `question_classes`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from monograph_qa.domain.intent import Intent
from monograph_qa.intent.cues import stop_words, topics, words_with_role
from monograph_qa.intent.lexicon import is_drug_word, is_plain
from monograph_qa.intent.tokens import DRUG, tokenize
from monograph_qa.vocabulary.attributes import attributes
from monograph_qa.vocabulary.rows import read_rows, split_list

_LONGEST = 5  # words; what is longer is a story and no name
_LISTED = re.compile(r"\s*(?:,|/|&|\+|\band/or\b|\band\b|\bor\b)\s*")
# What follows says in whom, when or how much, and names the thing no more.
_BEYOND = re.compile(
    r"\s+(?:in|if|when|while|during|after|before|because|at|for|than|as|since|or not|who|that|"
    r"with|from|to)\b.*"
)
_WORD = re.compile(r"[^\W_]+\*?")
_SAFETY = "safety"
_TAKEN_WITH = frozenset({"interactions", "grapefruit"})
_OF_USE = frozenset({"dosage_and_administration", "indications_and_usage"})


class ParticularKind(StrEnum):
    """What the thing asked about is to the drug."""

    EFFECT = "effect"
    PARTNER = "partner"


Term = tuple[str, ...]
"""Words of which a sentence holds all, in any order; one that ends with `*` is a beginning."""


@dataclass(frozen=True, slots=True)
class DrugClass:
    """What our vocabulary lists a drug under, and the terms by which labels mean all of it."""

    name: str
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Particular:
    """One thing asked about, in the asker's words; `names` are terms for it, `classes` what our
    vocabulary lists it under. `is_drug`: a label may mean it without naming it or a class known
    here."""

    kind: ParticularKind
    asked: str
    names: tuple[Term, ...]
    classes: tuple[DrugClass, ...] = ()
    is_drug: bool = False


def particulars(intent: Intent, label_id: str) -> tuple[Particular, ...]:
    """The effects or partners that a question to this label names; none where it asks for a whole
    section. Of two drugs the one that the label is not of is a partner."""
    lowered = _with_drug_hidden(intent, label_id)
    for pattern, kind in _patterns():
        found = pattern.search(lowered)
        if found is not None:
            said = _BEYOND.sub("", found["what"])
            made = [_particular(kind, each, intent) for each in _LISTED.split(said)]
            return tuple(each for each in made if each is not None)
    runs = list(_runs(lowered, intent))
    if not _TAKEN_WITH.isdisjoint(intent.topics[:1]):
        runs += [d.asked.lower() for d in intent.drugs if label_id not in d.label_ids]
        # Without a pattern only what can be no other word is taken for a partner, or is listed.
        kind, runs = ParticularKind.PARTNER, [r for r in runs if _can_be_a_partner(r.split())]
    elif _asks_an_effect(intent):
        kind = ParticularKind.EFFECT
    else:
        return ()
    made = [_particular(kind, run, intent) for run in runs]
    return tuple(each for each in made if each is not None)


def is_named_by(attribute: str, particular: Particular) -> bool:
    """Whether an attribute is the thing itself and not only a wider matter that it belongs to:
    "bleeding" is asked for by its name, "headache" is one of the effects on the nervous system."""
    name = next((a.name for a in attributes() if a.key == attribute), "")
    words = {w.casefold() for w in _WORD.findall(f"{name} {attribute.replace('_', ' ')}")}
    return any(all(_stands_in(word, words) for word in term) for term in particular.names)


def _stands_in(word: str, words: set[str]) -> bool:
    if word.endswith("*"):
        return any(each.startswith(word[:-1]) for each in words)
    return word in words


def _with_drug_hidden(intent: Intent, label_id: str) -> str:
    """The question in lower case, with `<drug>` for the drug of the label."""
    text = intent.question.lower()
    own = [d for d in intent.drugs if label_id in d.label_ids] or list(intent.drugs[:1])
    for mention in own:
        text = text.replace(mention.asked.lower(), DRUG)
    return text


def _particular(kind: ParticularKind, said: str, intent: Intent) -> Particular | None:
    words = _content(said, intent)
    if not words or len(words) > _LONGEST:
        return None
    asked = _in_plain_words(said, words)
    names = dict.fromkeys([tuple(words)])
    for group in _groups():
        if any(_is_said(term, words) for term in group.asked):
            names.update(dict.fromkeys(group.found))
    if kind is not ParticularKind.PARTNER:
        return Particular(kind, asked, tuple(names))
    # A partner's brand was read as its ingredients: words that the question itself has not.
    question = intent.question.lower()
    read = [(w,) for w in intent.words if w.isalpha() and w not in question and not is_plain(w)]
    names.update(dict.fromkeys(read))
    is_drug = bool(read) or any(is_drug_word(w) or not is_plain(w) for w in words)
    known = [*words, *(word for term in names for word in term)]
    classes = [c for c, members in _classes() if any(_is_said(m, known) for m in members)]
    return Particular(kind, asked, tuple(names), tuple(classes), is_drug)


def _in_plain_words(said: str, words: Sequence[str]) -> str:
    """What was asked as it was put, from its first telling word on."""
    keys = [token.key for token in tokenize(said)]
    return " ".join(keys[keys.index(words[0]) :])


def _content(said: str, intent: Intent) -> list[str]:
    """The words that name the thing: none that any question has, none that name a section."""
    passing = words_with_role("passing") | words_with_role("particular_passing")
    own = set(intent.words)
    kept: list[str] = []
    for token in tokenize(said.replace(DRUG, " ")):
        skipped = token.key in stop_words() or token.key in passing or token.stem in passing
        if not skipped and (token.key in own or not is_plain(token.key)):
            kept.append(token.key)
    return kept


def _asks_an_effect(intent: Intent) -> bool:
    """Whether a topic of the question is an effect: a matter of safety that has no own section.

    Beside a question on dosing or use it is what the drug is given for.
    """
    groups = {a.key: a.group for a in attributes()}
    asked = [topics()[name] for name in intent.topics if name in topics()]
    whole = {key for topic in asked for tiers in topic.whole_sections for key in tiers}
    if not _OF_USE.isdisjoint(whole):
        return False
    return any(
        not topic.whole_sections
        and "adverse_reactions" in topic.section_keys
        and any(groups.get(a) == _SAFETY for a in topic.attributes)
        for topic in asked
    )


def _runs(lowered: str, intent: Intent) -> Iterator[str]:
    """Stretches of neighbouring words of the question that name something."""
    own = set(_content(lowered, intent)) & set(intent.words)
    run: list[str] = []
    for token in tokenize(lowered):
        if token.key in own:
            run.append(token.key)
        elif run and token.key not in stop_words():
            yield " ".join(run)
            run = []
    if run:
        yield " ".join(run)


def _can_be_a_partner(words: Sequence[str]) -> bool:
    listed = any(_is_said(member, words) for _, members in _classes() for member in members)
    return listed or not all(map(is_plain, words))


def _is_said(term: Term, words: Sequence[str]) -> bool:
    """Whether the words say the term, all of it."""
    said = {*words, *(w[:-1] for w in words if len(w) > 3 and w.endswith("s"))}
    return all(_stands_in(word, said) for word in term)


@dataclass(frozen=True, slots=True)
class _Group:
    """Terms that one asks with, and those that then may stand in a label."""

    asked: tuple[Term, ...]
    found: tuple[Term, ...]


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], ParticularKind], ...]:
    rows = read_rows("question_particulars")
    return tuple((re.compile(row["pattern"]), ParticularKind(row["kind"])) for row in rows)


@cache
def _groups() -> tuple[_Group, ...]:
    return tuple(
        _Group(
            (*_terms(row["words"]), *_terms(row["asked_only"])),
            (*_terms(row["words"]), *_terms(row["found_only"])),
        )
        for row in read_rows("question_synonyms")
    )


@cache
def _classes() -> tuple[tuple[DrugClass, tuple[Term, ...]], ...]:
    """Each class with its members, as terms."""
    return tuple(
        (DrugClass(row["name"], _terms(row["class"])), _terms(row["members"]))
        for row in read_rows("question_classes")
    )


def _terms(cell: str) -> tuple[Term, ...]:
    written = (_WORD.findall(each.casefold()) for each in split_list(cell))
    return tuple(tuple(w for w in words if w not in stop_words()) for words in written if words)
