"""The topics of a question, best first."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from monograph_qa.domain.intent import QuestionKind
from monograph_qa.frames.concepts import conditions_called
from monograph_qa.frames.lab_values import lab_places
from monograph_qa.frozen import frozen
from monograph_qa.intent.cues import (
    LAB_VALUE,
    VAGUE,
    Topic,
    populations,
    topic_cues,
    topic_pairs,
    topics,
)
from monograph_qa.intent.likely import likely_topics
from monograph_qa.intent.shorthand import spelt_out
from monograph_qa.vocabulary.cues import CueHit, strongest
from monograph_qa.vocabulary.question_words import words_with_role
from monograph_qa.vocabulary.tokens import DRUG, Token, tokenize

_GENERAL = 4  # topics of this weight or less are asked of other things than drugs, too
_USES = (("dosage_and_administration",), ("indications_and_usage",))
_EFFECTS, _CONDITION, _REASON = "adverse_reactions", "safety_in_condition", "indications"
_TAKEN_FOR = "for"
_OF_PEOPLE = 6  # a population counts as no more than this beside another topic
_REACH = 2  # a topic this much weaker than the strongest is not what was asked
_LONGEST_DISEASE = 6  # words: "non small cell lung cancer"
_SURE = 0.5  # probability of a topic that is learned and that no cue names


@frozen
class Reading:
    """The topics that a question's cues point to: strongest first, and `vague` ones apart.

    `named` are the positions of tokens whose words only name a section, so that text search need
    not look for them.
    """

    topics: tuple[Topic, ...]
    vague: tuple[Topic, ...]
    named: frozenset[int]

    @property
    def says_enough(self) -> bool:
        """Whether a topic is named that labels alone have: not "what is", "take" or an illness."""
        return any(t.weight > _GENERAL and t.name not in populations() for t in self.topics)

    @property
    def is_definition(self) -> bool:
        """Whether no more is asked than what the drug is."""
        return bool(self.topics) and self.topics[0].kind is QuestionKind.DEFINITION

    @property
    def asks_changes(self) -> bool:
        """Whether versions are compared, and not drugs."""
        return any(topic.kind is QuestionKind.CHANGES for topic in self.topics)

    def has(self, name: str) -> bool:
        """Whether a cue of this topic, vague or not, stands in the question."""
        return any(topic.name == name for topic in (*self.topics, *self.vague))


def read_topics(question: str, tokens: Sequence[Token]) -> Reading:
    """The topics of a question, by weight; topics far weaker than the strongest are left out."""
    cues = topic_cues()
    found: dict[str, Topic] = {}
    named: set[int] = set()
    kept: set[int] = set()
    every, lab_tokens = _without_lab_values(cues.match(question, tokens), question, tokens)
    if lab_tokens:
        found[LAB_VALUE] = topics()[LAB_VALUE]
        kept.update(lab_tokens)
    # Topics without sections only tell the kind of question: they silence nothing.
    asking = [hit for hit in every if topics()[cues.cue(hit).points_to].section_keys]
    telling = [hit for hit in every if not topics()[cues.cue(hit).points_to].section_keys]
    asking = _without_reasons(strongest(_without_diseases(asking, tokens)), tokens)
    for hit in (*_without_conditions(asking, tokens), *telling):
        cue = cues.cue(hit)
        found.setdefault(cue.points_to, topics()[cue.points_to])
        (kept if cue.flag else named).update(hit.tokens)
    meant = frozenset(at for at in named - kept if tokens[at].stem != DRUG)
    return ranked(found.values(), meant)


def _without_lab_values(
    hits: Sequence[CueHit], question: str, tokens: Sequence[Token]
) -> tuple[list[CueHit], frozenset[int]]:
    """The hits but those in what tells of a laboratory value, and the tokens of that: "CK 7 times
    the upper limit" asks for no limit of the dose."""
    places = lab_places(question)
    lab_tokens = frozenset(
        at
        for at, token in enumerate(tokens)
        if any(start <= token.start and token.stop <= stop for start, stop in places)
    )
    return [hit for hit in hits if not (hit.tokens and hit.tokens <= lab_tokens)], lab_tokens


def words_of_topic(question: str, name: str) -> list[frozenset[str]]:
    """The words by which a question asks for a topic, of each cue by itself."""
    cues, tokens = topic_cues(), spelt_out(tokenize(question))
    hits = (hit for hit in cues.match(question, tokens) if cues.cue(hit).points_to == name)
    return [frozenset(tokens[at].key for at in hit.tokens) for hit in hits]


def _without_reasons(hits: Sequence[CueHit], tokens: Sequence[Token]) -> list[CueHit]:
    """The hits but those whose "for" asks for no reason: "what is the dose of X for Y" names what
    is asked before it, "take X for a patient" says for whom."""

    whose = words_with_role("article") | words_with_role("whose")

    def asks(hit: CueHit) -> bool:
        first, last = min(hit.tokens, default=0), max(hit.tokens, default=0)
        if not hit.tokens or _topic(hit).name != _REASON or tokens[last].key != _TAKEN_FOR:
            return True
        inside = frozenset(range(first, last)) - hit.tokens
        after = (t.key for t in tokens[last + 1 :] if t.key not in whose)
        is_for_people = next(after, "") in words_with_role("who_takes")
        return not (is_for_people or any(other.tokens & inside for other in hits))

    return [hit for hit in hits if asks(hit)]


def _without_diseases(hits: Sequence[CueHit], tokens: Sequence[Token]) -> list[CueHit]:
    """The hits but those of what may be asked of a drug inside a longer name of a disease: "NSCLC"
    asks of no cancer that the drug causes."""
    words = [token.key for token in tokens]

    def is_of_disease(hit: CueHit) -> bool:
        if not (hit.tokens and _topic(hit).of_disease):
            return False
        first, stop = min(hit.tokens), max(hit.tokens) + 1
        windows = (
            words[start:end]
            for start in range(max(stop - _LONGEST_DISEASE, 0), first + 1)
            for end in range(stop, min(start + _LONGEST_DISEASE, len(words)) + 1)
            if end - start > stop - first
        )
        return any(map(conditions_called, windows))

    return [hit for hit in hits if not is_of_disease(hit)]


def _topic(hit: CueHit) -> Topic:
    return topics()[topic_cues().cue(hit).points_to]


def _without_conditions(hits: Sequence[CueHit], tokens: Sequence[Token]) -> list[CueHit]:
    """The hits but those that name what the patient has: "X in heart failure", "if I get seizures".

    What the drug may cause is asked only before such words, or where the question says "cause".
    What it is taken for is said in passing there: "X for acne if I have kidney stones".
    """
    meant = [_topic(hit) for hit in hits]
    opens = words_with_role("before_condition")
    begins = [
        max(hit.tokens)
        for hit, topic in zip(hits, meant, strict=True)
        if topic.name == _CONDITION and tokens[max(hit.tokens)].key in opens
    ]
    if not begins or any(topic.name == _EFFECTS for topic in meant):
        return list(hits)
    return [
        hit
        for hit, topic in zip(hits, meant, strict=True)
        if not (is_an_effect(topic) and min(hit.tokens) > min(begins))
        and not (topic.name == _REASON and max(hit.tokens) < max(begins))
    ]


def ranked(found: Iterable[Topic], named: frozenset[int] = frozenset()) -> Reading:
    """The reading of topics that stand in one question, with what they mean together."""
    by_name = {topic.name: topic for topic in found}
    for (topic, population), together in topic_pairs().items():
        if topic in by_name and population in by_name:
            by_name[together.name] = together
    # What changed is asked of something: it outweighs nothing that stands beside it, and versions
    # are what it compares.
    changes = [topic for topic in by_name.values() if topic.kind is QuestionKind.CHANGES]
    apart = (QuestionKind.CHANGES, QuestionKind.COMPARISON) if changes else ()
    asked = (topic for topic in by_name.values() if topic.kind not in apart)
    each = sorted(asked, key=lambda topic: -topic.weight)
    best = each[0].weight if each else 0
    # For whom a thing is asked does not outweigh what is asked.
    reach = best if best and each[0].name not in populations() else min(best, _OF_PEOPLE)
    floor = max(reach - _REACH, VAGUE + 1 if best > VAGUE else 1)
    strong = [topic for topic in each if topic.weight >= floor]
    if strong and strong[0].section_keys[:1] in _USES and _EFFECTS not in by_name:
        # "Dose for seizures": what is treated, and not what the drug may cause.
        passing = _CONDITION if strong[0].section_keys[:1] == _USES[0] else ""
        strong = [t for t in strong if not (is_an_effect(t) or t.name == passing)]
    vague = tuple(topic for topic in each if topic not in strong)
    return Reading((*changes, *strong), vague, named)


def with_likely(reading: Reading, question: str) -> Reading:
    """The reading of a question that no cue makes clear, with the topic that it most likely asks.

    In the question the names of drugs are hidden (see `likely`). What cues read stays, and where it
    has to do with what the topic asks, the topic adds nothing.
    """
    best = next(iter(likely_topics(question)), None)
    if best is None or best.probability < _SURE or reading.has(best.topic):
        return reading
    topic = topics()[best.topic]
    read = {name for each in reading.topics for name in (*each.attributes, *each.also)}
    if not read.isdisjoint(topic.attributes):
        return reading
    return replace(ranked((*reading.topics, *reading.vague, topic)), named=reading.named)


def is_an_effect(topic: Topic) -> bool:
    """Whether a topic is something that a drug may cause, or be given for."""
    return (
        topic.weight <= _GENERAL
        and not topic.whole_sections
        and _EFFECTS in topic.section_keys
        and topic.name not in populations()
    )


def is_of_use(topic: Topic) -> bool:
    """Whether a topic is how much is given, or what for."""
    return topic.section_keys[:1] in _USES
