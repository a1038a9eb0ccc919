"""The one thing that a question asks about: an effect ("does X cause hair loss?"), a partner
("X with ketoconazole"), an occasion ("may I swim with X?"); and the words by which a label may name
it.

Patterns, other words for one thing and the classes of drugs are vocabulary: `question_particulars`,
`question_synonyms` and `question_classes`.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from monograph_qa.domain.intent import Intent, QuestionKind
from monograph_qa.domain.label import Label
from monograph_qa.frames.tokens import DRUG, tokenize
from monograph_qa.intent.cues import topics
from monograph_qa.intent.drug_classes import (
    DrugClass,
    Term,
    classes_called,
    classes_of,
    is_said,
    stands_in,
)
from monograph_qa.intent.lexicon import is_drug_word, is_plain
from monograph_qa.intent.thing_names import names_of
from monograph_qa.intent.vaccines import vaccine_names
from monograph_qa.vocabulary.attributes import attributes
from monograph_qa.vocabulary.brand_names import brands_among
from monograph_qa.vocabulary.name_keys import name_parts
from monograph_qa.vocabulary.question_words import stop_words, words_with_role
from monograph_qa.vocabulary.rows import read_rows

_LONGEST = 5  # words; what is longer is a story and no name
_LISTED = re.compile(r"\s*(?:,|/|&|\+|\band/or\b|\band\b|\bor\b)\s*")
# What follows says in whom, when or how much, and names the thing no more.
_BEYOND = re.compile(
    r"\s+(?:in|if|when|while|during|after|before|because|at|for|than|as|since|or not|who|that|"
    r"with|from|to)\b.*"
)
_WORD = re.compile(r"[^\W_]+\*?")
_AMOUNT = re.compile(r"\b\d+(?:[.,]\d+)?\s?(?:mg|mcg|µg|g|kg|ml|units?|iu|meq|%)(?!\w)")
_SAFETY = "safety"
_TAKEN_WITH = frozenset({"interactions", "grapefruit", "vaccination"})
_MAY_I = frozenset({"safety_in_condition", "alongside", "warnings", "contraindications"})
_SAFE_IN = "safety_in_condition"
_LAB_VALUE = "lab_value"
_ORGANS = frozenset({"renal_impairment", "hepatic_impairment", "dialysis"})
_OF_USE = frozenset({"dosage_and_administration", "indications_and_usage"})


class ParticularKind(StrEnum):
    """What the thing asked about is to the drug."""

    EFFECT = "effect"
    PARTNER = "partner"
    OCCASION = "occasion"  # what one has, does or uses the drug on


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

    @property
    def is_known(self) -> bool:
        """Whether our vocabulary has another word for it, or lists it under something."""
        return len(self.names) > 1 or bool(self.classes)

    @property
    def other_names(self) -> tuple[str, ...]:
        """The other words for it that are whole words."""
        others = (" ".join(term) for term in self.names[1:])
        return tuple(name for name in others if "*" not in name)


def particulars(
    intent: Intent, label: Label, called: Mapping[str, Sequence[str]] | None = None
) -> tuple[Particular, ...]:
    """The effects, partners or occasions that a question to this label names; none where it asks
    for a whole section. Of two drugs the one that the label is not of is a partner; `called` are
    all names of such drugs, by what the question calls them."""
    read = _Question(intent, label, called or {})
    for pattern, kind in _patterns():
        found = pattern.search(read.lowered)
        if found is not None:
            said = _BEYOND.sub("", found["what"])
            return read.made(kind, _LISTED.split(said))
    if not _TAKEN_WITH.isdisjoint(intent.topics[:1]):
        others = [d.asked.lower() for d in intent.drugs if label.label_id not in d.label_ids]
        # Without a pattern only what can be no other word is taken for a partner, or is listed;
        # what the drug is given for is none.
        runs = list(read.runs(but_after=words_with_role("reason")))
        return read.made(ParticularKind.PARTNER, [*filter(read.can_be_a_partner, runs), *others])
    if intent.topics[:1] == (_LAB_VALUE,):
        return read.made(ParticularKind.OCCASION, read.measured())
    if _asks_an_effect(intent):
        return read.made(ParticularKind.EFFECT, read.runs())
    if intent.kind is QuestionKind.OTHER:
        return read.made(ParticularKind.OCCASION, [read.as_an_occasion(" ".join(read.runs()))])
    if _asks_an_occasion(intent):
        return read.made(ParticularKind.OCCASION, map(read.as_an_occasion, read.runs()))
    return ()


def only(particular: Particular, words: Sequence[str]) -> Particular:
    """The particular as what these of its words alone name."""
    names = dict.fromkeys(names_of(words))
    if particular.kind is ParticularKind.PARTNER:
        names.update((term, None) for each in classes_called(words) for term in each.terms)
    known = classes_of([*words, *(word for term in names for word in term)])
    listed = tuple(c for c in particular.classes if c.name in {each.name for each in known})
    return replace(particular, asked=" ".join(words), names=tuple(names), classes=listed)


def is_named_by(attribute: str, particular: Particular) -> bool:
    """Whether an attribute is the thing itself and not only a wider matter that it belongs to:
    "bleeding" is asked for by its name, "headache" is one of the effects on the nervous system."""
    name = next((a.name for a in attributes() if a.key == attribute), "")
    words = {w.casefold() for w in _WORD.findall(f"{name} {attribute.replace('_', ' ')}")}
    return any(all(stands_in(word, words) for word in term) for term in particular.names)


class _Question:
    """A question as it is put to one label: `lowered` has `<drug>` for the drug of the label."""

    def __init__(self, intent: Intent, label: Label, called: Mapping[str, Sequence[str]]) -> None:
        self._intent = intent
        self._called = {asked.casefold(): names for asked, names in called.items() if asked}
        self._own = {t.key for t in tokenize(f"{label.title} {label.drug}")}
        self.lowered = intent.question.lower()
        held = [d for d in intent.drugs if label.label_id in d.label_ids]
        for mention in held or list(intent.drugs[:1]):
            if mention.asked:  # a label that was chosen need not be named
                self.lowered = self.lowered.replace(mention.asked.lower(), DRUG)

    def made(self, kind: ParticularKind, said: Iterable[str]) -> tuple[Particular, ...]:
        """The things that these words of the question name."""
        made = (self._particular(kind, each) for each in said)
        return tuple(dict.fromkeys(each for each in made if each is not None))

    def runs(self, *, but_after: Collection[str] = ()) -> Iterator[str]:
        """Stretches of neighbouring words of the question that name something, `but_after` some
        words."""
        named = _content(self.lowered, self._intent)
        # A brand that was read as its ingredients is none of the words to look for.
        own = {w for w in named if w in self._intent.words or self._is_a_brand_of_others(w)}
        run: list[str] = []
        last = ""
        for token in tokenize(_AMOUNT.sub(" ", self.lowered)):
            if token.key in own:
                if run or last not in but_after:
                    run.append(token.key)
                continue
            parts = token.key in words_with_role("parts") or token.key in but_after
            if run and (parts or token.key not in stop_words()):
                yield " ".join(run)
                run = []
            last = token.key
        if run:
            yield " ".join(run)

    def measured(self) -> Iterator[str]:
        """What is measured in blood, of the words of the question."""
        return (t.key for t in tokenize(self.lowered) if t.key in words_with_role("measured"))

    def can_be_a_partner(self, run: str) -> bool:
        words = run.split()
        if self._own.issuperset(words) or self._is_own_vaccine(run):
            return False
        known = bool(vaccine_names(run) or classes_of(words) or classes_called(words))
        return known or not all(map(is_plain, words))

    def as_an_occasion(self, run: str) -> str:
        """The words of a run that name a thing: no dosage form, nothing of the label's own name
        and no word for how ("regularly")."""
        forms = name_parts().forms
        return " ".join(
            w
            for w in run.split()
            if (not w[0].isdigit() or len(w) == 1)
            and not w.endswith("ly")
            and w not in forms
            and w not in self._own
        )

    def _is_own_vaccine(self, run: str) -> bool:
        return any(self._own.issuperset(name) for name in vaccine_names(run))

    def _particular(self, kind: ParticularKind, said: str) -> Particular | None:
        words = _content(said, self._intent)
        if kind is ParticularKind.PARTNER:
            named = self._own | name_parts().forms
            words = [w for w in words if w not in named] or words
        if not words or len(words) > _LONGEST:
            return None
        asked = _in_plain_words(said, words)
        names = dict.fromkeys(names_of(words))
        if kind is ParticularKind.EFFECT:
            return Particular(kind, asked, tuple(names))
        if kind is ParticularKind.OCCASION:
            return Particular(kind, asked, tuple(names), self._listed(words))
        if words_with_role("measured").issuperset(words):  # taken as well: no state of the blood
            names = dict.fromkeys([tuple(words)])
        names.update(dict.fromkeys(vaccine_names(said)))
        names.update((term, None) for each in classes_called(words) for term in each.terms)
        # A partner's brand was read as its ingredients: words that the question itself has not.
        question = self._intent.question.lower()
        spelt = [w for w in self._intent.words if w.isalpha() and w not in question]
        read = [(w,) for w in spelt if not is_plain(w)]
        read += [tuple(_WORD.findall(name.casefold())) for name in self._names_of(said)]
        names.update(dict.fromkeys(filter(None, read)))
        is_drug = bool(read) or any(is_drug_word(w) or not is_plain(w) for w in words)
        known = [*words, *(word for term in names for word in term)]
        return Particular(kind, asked, tuple(names), self._listed(known), is_drug)

    def _is_a_brand_of_others(self, word: str) -> bool:
        return any(self._own.isdisjoint(each.ingredients) for each in brands_among([word]))

    def _names_of(self, said: str) -> Iterator[str]:
        for asked, names in self._called.items():
            if asked in said.casefold():
                yield from names

    def _listed(self, words: Sequence[str]) -> tuple[DrugClass, ...]:
        """The classes of these words, without terms that are the label's own name: in the label
        of a vaccine every sentence speaks of a vaccine."""
        return tuple(
            replace(each, terms=tuple(t for t in each.terms if not is_said(t, self._own)))
            for each in classes_of(words)
        )


def _in_plain_words(said: str, words: Sequence[str]) -> str:
    """What was asked as it was put, from its first telling word on."""
    keys = [token.key for token in tokenize(said)]
    return " ".join(keys[keys.index(words[0]) :])


def _content(said: str, intent: Intent) -> list[str]:
    """The words that name the thing: none that any question has, none that name a section."""
    passing = words_with_role("passing") | words_with_role("particular_passing")
    own = set(intent.words)
    kept: list[str] = []
    for token in tokenize(_AMOUNT.sub(" ", said.replace(DRUG, " "))):
        skipped = token.key in stop_words() or token.key in passing or token.stem in passing
        if not skipped and (token.key in own or not is_plain(token.key)):
            kept.append(token.key)
    return kept


def _asks_an_effect(intent: Intent) -> bool:
    """Whether a topic of the question is an effect: a matter of safety that has no own section.

    Beside a question on dosing or use it is what the drug is given for; "liver failure" by itself
    is what a patient has.
    """
    if not _ORGANS.isdisjoint(intent.topics[:1]):
        return False
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


def _asks_an_occasion(intent: Intent) -> bool:
    """Whether a question asks for leave in general, and of nobody that the vocabulary knows."""
    asked = set(intent.topics)
    asks = intent.kind in (QuestionKind.YES_NO, QuestionKind.SECTION)
    return asks and _SAFE_IN in asked and asked <= _MAY_I and not intent.populations


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], ParticularKind], ...]:
    rows = read_rows("question_particulars")
    return tuple((re.compile(row["pattern"]), ParticularKind(row["kind"])) for row in rows)
