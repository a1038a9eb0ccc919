"""A question about several things as sub-questions: "half-life and protein binding of X".

Only what the question sets side by side is split ("and", "or", a comma, a second sentence), and
only where each side names a subject by itself: "Eliquis and aspirin" stays one question.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from monograph_qa.domain.intent import DrugMention
from monograph_qa.frames.asked_measures import patient_values
from monograph_qa.frozen import frozen
from monograph_qa.intent.cues import populations, topic_cues, topics
from monograph_qa.vocabulary.cues import strongest
from monograph_qa.vocabulary.question_words import stop_words
from monograph_qa.vocabulary.rows import read_columns
from monograph_qa.vocabulary.sections import sections
from monograph_qa.vocabulary.tokens import DRUG, Token, tokenize, with_drugs_hidden

_JOIN = re.compile(
    r"\s+(?:as well as|along with|and|or(?!\s+(?:after|without|not)\b)|plus|vs\.?|versus)"
    r"\s+(?:also\s+)?"
    r"|\s*(?:[,;&]|/(?!\s*(?:min|minute|kg|m2|m²|dl|l|h|hr|hour|day|week|dose|1\.73)\b))\s*"
    r"(?:and\s+|or\s+)?"
    r"|[.?!]+\s+(?:and\s+)?",
    re.I,
)
_LONGEST_MENTION = 3  # words
_LEAST_WEIGHT = 5  # weaker topics are asked in passing


@frozen
class SubQuestion:
    """One of the things asked: `subject` in the asker's words, and a question for it alone.

    `named` are the words that name the subject, in lower case and singular; `only_values` says
    whether they are nothing but a patient's numbers.
    """

    subject: str
    question: str
    named: tuple[str, ...]
    only_values: bool = False


@frozen
class _Mention:
    """Words that name a subject; `population`: whom it is about and not what; `only_values`: by
    numbers alone."""

    start: int
    stop: int
    stems: tuple[str, ...]
    population: bool
    only_values: bool = False


@frozen
class _Segment:
    """A stretch of the question between two joins, and the subjects named in it."""

    start: int
    stop: int
    mentions: tuple[_Mention, ...]

    @property
    def populations(self) -> tuple[_Mention, ...]:
        return tuple(m for m in self.mentions if m.population)

    @property
    def subjects(self) -> tuple[_Mention, ...]:
        return tuple(m for m in self.mentions if not m.population)


def split(question: str, drugs: Sequence[DrugMention]) -> tuple[SubQuestion, ...]:
    """The sub-questions of a question, in its order; one, the question itself, when it has no more.

    What is said once counts for each: "dose in renal and hepatic impairment" asks for two doses.
    """
    # A drug carried over from the question before stands nowhere in this one.
    spans = [(d.start, d.stop) for d in drugs if d.stands_in(question)]
    tokens = with_drugs_hidden(tokenize(question), spans)
    mentions = _mentions(question, tokens)
    named = tuple(dict.fromkeys(stem for m in mentions for stem in m.stems))
    whole = SubQuestion("", question, named)
    segments = _segments(question, tokens, mentions, spans)
    if len(segments) < 2:
        return (whole,)
    about = " of " + drugs[0].asked if drugs else ""
    return tuple(
        _sub_question(question, segment, _with_shared(segments, at), about)
        for at, segment in enumerate(segments)
    )


def _mentions(question: str, tokens: Sequence[Token]) -> list[_Mention]:
    """Words that name subjects, in order; cues that share words are one mention."""
    cues = topic_cues()
    hits = [
        hit
        for hit in cues.match(question, tokens)
        if hit.tokens and topics()[cues.cue(hit).points_to].section_keys
    ]
    places: list[tuple[set[int], set[str]]] = []
    for hit in sorted(strongest(hits), key=lambda hit: min(hit.tokens)):
        topic = cues.cue(hit).points_to
        if topics()[topic].weight < _LEAST_WEIGHT:
            continue
        last = places[-1] if places else (set(), set())
        fresh = hit.tokens - last[0]
        if len(fresh) < len(hit.tokens) and (topic in last[1] or not fresh):
            last[0].update(hit.tokens)
            last[1].add(topic)
        else:
            # "how supplied and stored": two subjects may share a word.
            places.append((set(fresh), {topic}))
    found: list[_Mention] = []
    for at, named in places:
        words = [tokens[i] for i in sorted(at) if tokens[i].stem != DRUG]
        while words and words[-1].key in stop_words():
            words.pop()
        while words and words[0].key in stop_words():
            words.pop(0)
        # What a cue holds together over a gap ("how ~ stored") is named by its end.
        words = [w for w in words if _is_joined(tokens, w, words[-1])]
        if words:
            stems = tuple(word.stem for word in words if word.key not in stop_words())
            start, stop = words[0].start, words[-1].stop
            only_values = bool(patient_values(question[start:stop]))
            is_population = only_values or named <= populations()
            found.append(_Mention(start, stop, stems, is_population, only_values))
    return found


def _is_joined(tokens: Sequence[Token], word: Token, last: Token) -> bool:
    """Whether only a few words and no drug stand between a word and the mention's last."""
    between = [t for t in tokens if word.start < t.start < last.start]
    return len(between) < _LONGEST_MENTION and all(t.stem != DRUG for t in between)


def _segments(
    question: str,
    tokens: Sequence[Token],
    mentions: Sequence[_Mention],
    spans: Sequence[tuple[int, int]],
) -> list[_Segment]:
    """The question cut at its joins; a stretch that names no subject belongs to the one before."""
    held = [*spans, *((m.start, m.stop) for m in mentions), *_headings_in(question)]
    joins = [
        (j.start(), j.end())
        for j in _JOIN.finditer(question)
        if not any(start < j.end() and j.start() < stop for start, stop in held)
    ]
    edges = [(0, 0), *joins, (len(question), len(question))]
    segments: list[_Segment] = []
    for (_, start), (stop, _) in pairwise(edges):
        inside = tuple(m for m in mentions if start <= m.start and m.stop <= stop)
        segment = _Segment(start, stop, inside)
        previous = segments[-1] if segments else None
        if not inside and previous is not None and _is_one_word(tokens, segment):
            inside = _other_population(tokens, segment, previous, last=False)
            segment = _Segment(start, stop, inside)
        elif inside and previous is not None and all(m.population for m in inside):
            people = _other_population(tokens, previous, segment, last=True)
            if people and not previous.populations:
                merged = tuple(sorted((*previous.mentions, *people), key=lambda m: m.start))
                segments[-1] = _Segment(previous.start, previous.stop, merged)
        if previous is not None and (not inside or not segments[-1].mentions):
            last = segments.pop()
            segments.append(_Segment(last.start, stop, (*last.mentions, *inside)))
        else:
            segments.append(segment)
    return segments


def _headings_in(question: str) -> Iterator[tuple[int, int]]:
    """Where headings that hold a join are named: "warnings and precautions" is one thing."""
    lowered = question.lower()
    for heading in _joined_headings():
        at = lowered.find(heading)
        if at >= 0:
            yield at, at + len(heading)


@cache
def _joined_headings() -> tuple[str, ...]:
    printed = {*read_columns("section_headings", "heading"), *(term.name for term in sections())}
    names = set(map(str.lower, printed))
    return tuple(sorted(name for name in names if _JOIN.search(name)))


def _is_one_word(tokens: Sequence[Token], segment: _Segment) -> bool:
    inside = [t for t in tokens if segment.start <= t.start < segment.stop]
    return len([t for t in inside if t.stem != DRUG]) == 1


def _other_population(
    tokens: Sequence[Token], segment: _Segment, beside: _Segment, *, last: bool
) -> tuple[_Mention, ...]:
    """A word beside a population is one, too: "in adults and children" sets adults apart."""
    words = [t for t in tokens if segment.start <= t.start < segment.stop and t.stem != DRUG]
    if not words or not (beside.populations and (segment.subjects or beside.subjects)):
        return ()
    word = words[-1] if last else words[0]
    taken = any(m.start <= word.start < m.stop for m in segment.mentions)
    if taken or word.key in stop_words() or not word.key.isalpha():
        return ()
    return (_Mention(word.start, word.stop, (word.stem,), True),)


def _with_shared(segments: Sequence[_Segment], at: int) -> tuple[_Mention, ...]:
    """The mentions of a segment, with those that it shares with its neighbours."""
    here = segments[at]
    if not here.subjects:
        # "dose in renal and hepatic impairment", "renal and hepatic dosing"
        before = next((s for s in reversed(segments[:at]) if s.subjects), None)
        after = next((s for s in segments[at + 1 :] if s.subjects), None)
        if before is not None and before.populations:
            return (*before.subjects, *here.populations)
        if after is not None and after.mentions[0].population:
            return (*here.populations, *after.subjects)
        return here.mentions
    last = segments[-1]
    shared = last.populations if last.subjects and last.mentions[-1].population else ()
    alone = [s for s in segments[:-1] if s.mentions and not s.populations]
    if at < len(segments) - 1 and shared and len(alone) == len(segments) - 1:
        # "half-life and clearance in renal impairment"
        return (*here.mentions, *shared)
    return here.mentions


def _sub_question(
    question: str, segment: _Segment, chosen: Sequence[_Mention], about: str
) -> SubQuestion:
    said = [question[m.start : m.stop] for m in chosen if not m.population]
    people = [question[m.start : m.stop] for m in chosen if m.population]
    subject = " in ".join(filter(None, [" ".join(said), " ".join(people)]))
    # What shares nothing is asked in the asker's own words; the rest is put together.
    is_own = tuple(chosen) == segment.mentions
    asked = question[segment.start : segment.stop].strip() if is_own else subject
    asked = asked if about.removeprefix(" of ") in asked else asked + about
    stems = tuple(dict.fromkeys(stem for m in chosen for stem in m.stems))
    only_values = bool(chosen) and all(m.only_values for m in chosen)
    return SubQuestion(subject, asked, stems, only_values)
