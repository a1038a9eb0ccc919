"""What a question leaves unsaid because the one before it said so: the drug, the subject.

A follow-up is read as if the missing part had been said in it, and what was taken over is written
down in `Intent.carried`. A wrong carry is an answer about another drug. So no drug is carried past
a word that may be a drug's name, and the subject only where the question plainly goes on.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from monograph_qa.domain.intent import Carried, DrugMention, Intent, QuestionKind, UnknownDrug
from monograph_qa.intent.cues import (
    Topic,
    populations,
    topic_cues,
    topic_pairs,
    topics,
    words_with_role,
)
from monograph_qa.intent.kinds import is_out_of_scope, question_kind
from monograph_qa.intent.lexicon import is_plain, plain_near
from monograph_qa.intent.ranking import (
    attributes,
    fallback_attributes,
    image_kinds,
    populations_of,
    ranked,
    section_keys,
    whole_sections,
)
from monograph_qa.intent.tokens import DRUG, Token, tokenize, with_drugs_hidden
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.rows import read_rows

_INTERACTIONS, _COMPARISON, _ALONGSIDE = "interactions", "comparison", "alongside"
_AMOUNT = re.compile(r"\d+(?:[.,]\d+)*[a-z%]*")
_LETTERS = re.compile(r"[a-z]+")
_SHORTEST_WORD = 3  # letters by which a code such as CYP2D6 is known to be no drug


@dataclass(frozen=True, slots=True)
class _FollowUp:
    """A question's words and what it says itself.

    `goes_on`: it opens as one that continues ("and …", "what about …", "in …", a bare name).
    `subjects` are the topics it names: neither for whom, nor what only its opening reads as.
    """

    intent: Intent
    tokens: tuple[Token, ...]
    goes_on: bool
    beside: bool  # "… with <drug>"
    against: bool  # "… versus <drug>"
    subjects: tuple[Topic, ...]

    @property
    def lacks_subject(self) -> bool:
        return self.goes_on and not self.subjects

    @property
    def says_something(self) -> bool:
        return bool(self.goes_on or self.subjects or self.people)

    @property
    def people(self) -> tuple[Topic, ...]:
        return tuple(topics()[name] for name in self.intent.populations)


def resolve_follow_up(intent: Intent, previous: Intent | None) -> Intent:
    """`intent` with what it leaves unsaid taken from `previous`, and `carried` saying what.

    A question that names a drug, held here or not, never gets another one, unless it sets its own
    beside or against the one before ("and with Zantac?"). A word that may be a drug's name is taken
    for an unknown drug here: then no label answers, and the asker is told the word.
    """
    if previous is None:
        return intent
    asked = _read_opening(intent)
    if is_out_of_scope(intent.question, asked.tokens, asks_section=bool(asked.subjects)):
        return intent
    if not intent.drugs and not intent.unknown_drugs and asked.says_something:
        intent = _with_strange_words(asked)
        asked = replace(asked, intent=intent)
    if intent.unknown_drugs:
        return _with_subject(asked, previous, ()) if asked.lacks_subject else intent
    if intent.drugs:
        before = _drugs_beside(asked, previous)
        return _with_subject(asked, previous, before) if asked.lacks_subject else intent
    if not (previous.drugs or previous.unknown_drugs):
        return intent
    if not _means_the_drug_before(asked):
        return intent
    if asked.lacks_subject and _only_says_for_whom(asked):
        return _with_subject(asked, previous, previous.drugs)
    return _with_drugs(asked, previous)


def _read_opening(intent: Intent) -> _FollowUp:
    spans = [(drug.start, drug.stop) for drug in intent.drugs]
    tokens = with_drugs_hidden(tokenize(intent.question), spans)
    keys = [token.key for token in tokens]
    at = 0
    while step := _opening(keys[at:], "continues"):
        at += step
    leans = max(_opening(keys[at:], role) for role in ("leans", "beside", "against"))
    # "and is it safe in children" is whole: it has a verb and something it is said of.
    is_whole = at < len(keys) and keys[at] in words_with_role("opens_yes_no")
    is_a_name = [intent.question.strip(" ?.!")] == [u.asked for u in intent.unknown_drugs]
    goes_on = (bool(at or leans) and not is_whole) or keys == [DRUG] or is_a_name
    first_drug = next((i for i, token in enumerate(tokens) if token.stem == DRUG), at)
    before = keys[at:first_drug]
    found = [topics()[name] for name in intent.topics if name not in populations()]
    beside = bool(before) and _opening(before, "beside") == len(before)
    if goes_on:
        # A bare name and "what about" read as asking what a drug is; "with" as going beside it.
        found = [t for t in found if t.kind is not QuestionKind.DEFINITION and t.name != _ALONGSIDE]
    if beside:
        found = [t for t in found if t.name != _INTERACTIONS]
    return _FollowUp(
        intent,
        tokens,
        goes_on,
        beside=beside,
        against=bool(before) and _opening(before, "against") == len(before),
        subjects=tuple(t for t in found if t.section_keys or t.image_kinds),
    )


@cache
def _phrases(role: str) -> tuple[tuple[str, ...], ...]:
    """The phrases of `follow_up_words.csv` that play `role`, longest first."""
    rows = (row for row in read_rows("follow_up_words") if row["role"] == role)
    return tuple(sorted((tuple(row["words"].split()) for row in rows), key=len, reverse=True))


def _opening(keys: Sequence[str], role: str) -> int:
    """How many words at the start are a phrase that plays `role`; 0 for none."""
    return next((len(p) for p in _phrases(role) if tuple(keys[: len(p)]) == p), 0)


def _only_says_for_whom(asked: _FollowUp) -> bool:
    """Whether the question names people, or nothing but people and amounts in general words."""
    said = {word for phrase in _phrases("people") for word in phrase}
    said |= {t.key for t in asked.tokens if t.stem in words_with_role("points_back")}
    left = (w for w in asked.intent.words if w not in said and not _AMOUNT.fullmatch(w))
    return bool(asked.people) or not any(left)


def _means_the_drug_before(asked: _FollowUp) -> bool:
    """Whether a question that names no drug is about the one before, beyond doubt."""
    points_back = any(t.stem in words_with_role("points_back") for t in asked.tokens)
    more = bool(asked.intent.words) or _only_says_for_whom(asked)
    return bool(asked.subjects or asked.people or points_back or (asked.goes_on and more))


def _with_strange_words(asked: _FollowUp) -> Intent:
    """The intent with each word that may be a drug's name as an unknown drug."""
    intent = asked.intent
    strange = [t.text for at, t in enumerate(asked.tokens) if _may_be_a_name(asked, at)]
    if not strange:
        return intent
    kind = QuestionKind.OTHER if intent.kind is QuestionKind.OUT_OF_SCOPE else intent.kind
    return replace(intent, kind=kind, unknown_drugs=tuple(UnknownDrug(word) for word in strange))


def _may_be_a_name(asked: _FollowUp, at: int) -> bool:
    """Whether the word at `at` is in no dictionary and stands where a drug's name would.

    Where nothing else of the question is understood, that is anywhere.
    """
    token = asked.tokens[at]
    corrected = plain_near(token.key)
    letters = max(_LETTERS.findall(token.key), key=len, default="")
    is_code = letters != token.key and len(letters) >= _SHORTEST_WORD
    if (
        _AMOUNT.fullmatch(token.key)
        or is_plain(token.key)
        or is_plain(token.stem)
        or (corrected is not None and corrected[0] in asked.intent.words)
        or find_meaning(token.text) is not None
        or (is_code and is_plain(letters))
    ):
        return False
    before = asked.tokens[at - 1].key if at else ""
    return (
        at == 0
        or not (asked.subjects or asked.people)
        or before in words_with_role("before_name")
        or (asked.goes_on and bool(_opening([before], "continues")))
    )


def _drugs_beside(asked: _FollowUp, previous: Intent) -> tuple[DrugMention, ...]:
    """The drugs before that the question sets its own beside or against; else none."""
    if not (asked.beside or asked.against):
        return ()
    own = {label for drug in asked.intent.drugs for label in drug.label_ids}
    return tuple(drug for drug in previous.drugs if own.isdisjoint(drug.label_ids))


def _with_drugs(asked: _FollowUp, previous: Intent) -> Intent:
    """The question about the drugs before, with its own subject alone."""
    read = asked.intent
    drugs = _unwritten(previous.drugs, read.question)
    if asked.goes_on or read.kind is QuestionKind.OUT_OF_SCOPE:
        read = _reread(read, (*asked.subjects, *asked.people), asked, len(drugs))
    names = [drug.asked for drug in drugs]
    names += [drug.asked for drug in previous.unknown_drugs]
    carried = Carried(previous.question, tuple(names))
    return replace(read, drugs=drugs, unknown_drugs=previous.unknown_drugs, carried=carried)


def _with_subject(asked: _FollowUp, previous: Intent, drugs: Sequence[DrugMention]) -> Intent:
    """The question with the subject before, as if both had been said in one, and with `drugs`."""
    intent = asked.intent
    anew = bool(asked.people)
    subjects = _subjects_of(previous, people_anew=anew)
    words = _words_of(previous, people_anew=anew)
    if drugs and asked.beside and intent.drugs:
        subjects, words = [], []
        found = [topics()[_INTERACTIONS]]
    elif drugs and asked.against and intent.drugs:
        found = [*subjects, topics()[_COMPARISON]]
    else:
        found = subjects
    named: tuple[str, ...] = tuple(drug.asked for drug in drugs)
    unknown = intent.unknown_drugs
    if not (intent.drugs or unknown):
        unknown = previous.unknown_drugs
        named += tuple(drug.asked for drug in unknown)
    mentions = (*_unwritten(drugs, intent.question), *intent.drugs)
    read = _reread(intent, (*found, *asked.people), asked, len(mentions))
    if not named and not subjects:
        return intent
    return replace(
        read,
        drugs=mentions,
        unknown_drugs=unknown,
        words=tuple(dict.fromkeys([*intent.words, *words])),
        carried=Carried(previous.question, named, tuple(topic.name for topic in subjects)),
    )


def _reread(intent: Intent, found: Sequence[Topic], asked: _FollowUp, drug_count: int) -> Intent:
    """The intent with everything that comes of its topics, which are now `found`."""
    reading = ranked(found)
    kind = question_kind(asked.tokens, reading, drug_count=drug_count)
    return replace(
        intent,
        kind=kind,
        topics=tuple(topic.name for topic in reading.topics),
        section_keys=section_keys(reading.topics),
        whole_sections=whole_sections(reading.topics),
        attributes=attributes(reading.topics),
        fallback_attributes=fallback_attributes(reading.topics),
        populations=populations_of(reading),
        image_kinds=image_kinds(reading.topics) if kind is QuestionKind.IMAGE else (),
    )


def _subjects_of(previous: Intent, *, people_anew: bool) -> list[Topic]:
    """The topics of the question before; without its people where the new one names its own.

    What a subject and people mean together then goes back to the subject: a question for the dose
    in renal impairment was one for the dose.
    """
    named = [topics()[name] for name in previous.topics]
    if not people_anew:
        return named
    kept: dict[str, Topic] = {}
    for topic in named:
        apart = [subject for (subject, _), both in topic_pairs().items() if both.name == topic.name]
        if topic.name in populations() or any(subject in previous.topics for subject in apart):
            continue
        name = apart[0] if apart else topic.name
        kept[name] = topics()[name]
    return list(kept.values())


def _words_of(previous: Intent, *, people_anew: bool) -> list[str]:
    """The search words of the question before; without those for its people, likewise."""
    if not people_anew:
        return list(previous.words)
    said = " ".join(previous.words)
    tokens = tokenize(said)
    cues = topic_cues()
    hits = (hit for hit in cues.match(said, tokens) if cues.cue(hit).points_to in populations())
    people = {tokens[at].key for hit in hits for at in hit.tokens}
    return [word for word in previous.words if word not in people]


def _unwritten(drugs: Sequence[DrugMention], question: str) -> tuple[DrugMention, ...]:
    """The drugs as mentions in a question that does not name them: at its end, no letter long."""
    end = len(question)
    return tuple(replace(drug, start=end, stop=end) for drug in drugs)
