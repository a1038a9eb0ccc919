"""A search across labels, read from a need ("contraindicated below CrCl 30") by the
readers of questions: concepts, ranges, stances, topics; what none of them knows is looked for
literally."""

import math
from collections.abc import Sequence
from itertools import groupby

from monograph_qa.domain.frame import Facet, Named
from monograph_qa.domain.intent import QuestionKind
from monograph_qa.domain.search import ATTRIBUTE, MOST_WORDS, SECTION, Criterion, Mark, Search
from monograph_qa.errors import QuestionError
from monograph_qa.frames.asked_measures import patient_ranges, patient_values
from monograph_qa.frames.concepts import conditions_called, named_concepts
from monograph_qa.frames.lab_values import lab_places
from monograph_qa.frames.measure_words import bounds, measure_words
from monograph_qa.frames.reading import value_of
from monograph_qa.frames.spans import ENDLESS, Span, range_said
from monograph_qa.frames.stances import first_stance
from monograph_qa.frozen import frozen
from monograph_qa.intent.cues import (
    Topic,
    paired_topics,
    populations,
    topic_cues,
    topic_family,
    topics,
)
from monograph_qa.intent.ranking import read_topics
from monograph_qa.intent.shorthand import spelt_out
from monograph_qa.vocabulary.attributes import attributes
from monograph_qa.vocabulary.cues import CueHit, strongest
from monograph_qa.vocabulary.question_words import stop_words, words_with_role
from monograph_qa.vocabulary.tokens import Token, singular, tokenize

_DENYING = {"not"}  # "not more than" is a bound, "not recommended in Child-Pugh C" none


@frozen
class _Read:
    """What a need's tokens say: topics, and the tokens that name none."""

    topics: tuple[Topic, ...]
    rest: tuple[Token, ...]


def read_search(need: str) -> Search:
    """What to look for. Raises QuestionError for a need in which there is nothing to look for."""
    values = lab_places(need)  # "platelet count below 50" names no more than its range
    tokens = [
        token
        for token in tokenize(need)
        if not any(start < token.stop and token.start < stop for start, stop in values)
    ]
    concepts, left = _concepts(tokens)
    spans = _spans(need)
    if spans:
        measured = measure_words() | {w for phrase in bounds() for w in phrase.split()} - _DENYING
        left = [t for t in left if t.key not in measured and len(t.key) > 1 and t.key.isalpha()]
        # "Child-Pugh C" and "neonates" say no more than the range.
        concepts = [
            each
            for each in concepts
            if each.facet is not Facet.CONDITION or not measured.issuperset(each.said.split())
        ]
    # "Warnings that mention liver" are found by the word, not by what is said of its impairment.
    mentioned = [
        t for at, t in enumerate(tokens[1:]) if tokens[at].key in words_with_role("mentions")
    ]
    literal = [token for token in mentioned if token in left]
    left = [token for token in left if token not in literal]
    stance = first_stance(" ".join(token.text for token in left))
    read = _read(left if stance is None else _outside(left, *stance[1:]))
    criteria = [_of_concept(each) for each in concepts]
    for _, ranges in groupby(sorted(spans, key=_measured), key=_measured):
        criteria.append(_of_spans(list(ranges), whole=stance is not None))
    asked = [topic for topic in read.topics if not (spans and topic.name in populations())]
    criteria += [_of_topics([topic]) for topic in asked if _is_apart(topic)]
    criteria += [_of_topics(mere) for mere in [[t for t in asked if not _is_apart(t)]] if mere]
    if stance is not None:
        criteria.append(Criterion(stance[0], (Mark(Facet.STANCE.value, stance[0]),)))
    words = tuple(dict.fromkeys(token.key for token in (*literal, *read.rest)))
    if len(words) > MOST_WORDS:
        said = ", ".join(words)
        raise QuestionError(f"too many words that no concept explains: {said}; look for fewer")
    if not criteria and not words:
        raise QuestionError(f"nothing to look for in {need!r}: name a drug, a disease, a section")
    return Search(need, tuple(dict.fromkeys(criteria)), words)


def _concepts(tokens: Sequence[Token]) -> tuple[list[Named], list[Token]]:
    """What is named, and the tokens that name none of it."""
    keys = [token.key for token in tokens]
    parts = [hit.tokens for hit in _hits(tokens) if len(hit.tokens) > 1 and _topic(hit).is_list]
    inside = frozenset[int]().union(*parts)  # "black box" names a section, and no people
    concepts = named_concepts(["" if at in inside else key for at, key in enumerate(keys)])
    taken: set[int] = set()
    for each in concepts:
        said = each.said.split()
        for at in range(len(keys)):
            if keys[at : at + len(said)] == said:
                taken.update(range(at, at + len(said)))
    return concepts, [token for at, token in enumerate(tokens) if at not in taken]


def _spans(need: str) -> list[Span]:
    """The ranges of the need: in numbers where there are any, else in words."""
    exact = patient_values(need)
    facets = {value_of(span).facet for span in exact}
    worded = (span for span in patient_ranges(need) if value_of(span).facet not in facets)
    return list(dict.fromkeys((*exact, *worded)))


def _read(tokens: Sequence[Token]) -> _Read:
    """The topics of the tokens, what a population makes of one taken for that one; and the words
    left."""
    seen = spelt_out(tuple(tokens))
    reading = read_topics(" ".join(token.text for token in tokens), seen)
    found = dict.fromkeys(
        topics()[topic_family([each.name])] if each.name in paired_topics() else each
        for each in reading.topics
        if each.section_keys and each.kind is not QuestionKind.DEFINITION
    )
    names = {topic.name for topic in reading.topics}
    explained = {
        at
        for hit in _hits(seen)
        if _topic(hit).name in names and (len(hit.tokens) > 1 or _topic(hit).name in populations())
        for at in hit.tokens
    }
    named = {word for topic in found for word in topic.name.split("_")}
    silent = stop_words() | words_with_role("finds") | named
    rest = (
        token
        for at, token in enumerate(tokens)
        if at not in reading.named | explained and not {token.key, singular(token.key)} & silent
    )
    return _Read(tuple(found), tuple(rest))


def _hits(tokens: Sequence[Token]) -> list[CueHit]:
    """The cues of topics that labels have sections for, each of the most words."""
    text = " ".join(token.text for token in tokens)
    every = topic_cues().match(text, tokens)
    return list(strongest([hit for hit in every if _topic(hit).section_keys]))


def _topic(hit: CueHit) -> Topic:
    return topics()[topic_cues().cue(hit).points_to]


def _of_concept(concept: Named) -> Criterion:
    """What is named by its concept, which its other names share; not by what is merely related
    ("liver disease" for liver failure). What is no disease may be what sentences state by its
    name; the attribute of a disease has its neighbours, too: arrhythmias for QT prolongation."""
    called = conditions_called(concept.said.split())
    marks = [Mark(concept.facet.value, concept.concept)]
    marks += [Mark(Facet.CONDITION.value, each) for each in called]
    if not called:
        named = {name.replace(" ", "_") for name in (concept.said, concept.concept)}
        marks += [Mark(ATTRIBUTE, each.key) for each in attributes() if each.key in named]
    return Criterion(concept.said, tuple(dict.fromkeys(marks)))


def _measured(span: Span) -> str:
    return span.measure.value


def _of_spans(spans: Sequence[Span], *, whole: bool) -> Criterion:
    """Any of these ranges of one measure ("Child-Pugh A or B"); `whole`, as where it is asked what
    is contraindicated in it, all of it."""
    said, marks = zip(*(_of_span(span, whole=whole) for span in spans), strict=True)
    return Criterion(" or ".join(said), marks)


def _of_span(span: Span, *, whole: bool) -> tuple[str, Mark]:
    value = value_of(span)
    high = math.inf if span.high == ENDLESS else span.high
    # "Below 30" is neither 30 nor "30 to 60".
    low = math.nextafter(span.low, math.inf) if span.opens else span.low
    below = math.nextafter(high, -math.inf) if span.closes and high < math.inf else high
    said = range_said(value.concept, span.low, None if high == math.inf else high, value.unit)
    bound = None if below == math.inf else below
    return said, Mark(value.facet.value, value.concept, low, bound, whole)


def _is_apart(topic: Topic) -> bool:
    """Whether a line must be of this topic whatever other topics the need names."""
    return topic.is_list or topic.name in populations()


def _of_topics(named: Sequence[Topic]) -> Criterion:
    """Topics by the sections that answer them whole and by what sentences state; a section that is
    asked for by its name ("boxed warnings") only by itself."""
    marks: dict[Mark, None] = {}
    for topic in named:
        keys = [key for tier in topic.whole_sections for key in tier]
        stated = [*topic.attributes, *topic.also]
        if topic.name not in populations():
            stated = [each for each in stated if {each, f"{each}s"}.isdisjoint(keys)]
        marks.update((Mark(SECTION, key), None) for key in keys)
        marks.update((Mark(ATTRIBUTE, each), None) for each in stated)
        if not keys and not stated:
            marks.update((Mark(SECTION, key), None) for key in topic.section_keys)
    return Criterion(" or ".join(t.name.replace("_", " ") for t in named), tuple(marks))


def _outside(tokens: Sequence[Token], start: int, stop: int) -> list[Token]:
    """The tokens, joined by spaces, without those between two offsets."""
    found, at = [], 0
    for token in tokens:
        if at + len(token.text) <= start or stop <= at:
            found.append(token)
        at += len(token.text) + 1
    return found
