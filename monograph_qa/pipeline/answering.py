"""One question, from words to a judged and recorded answer:
classify -> choose -> split -> (plan -> retrieve -> focus)* -> compose -> judge -> record."""

import time
from collections.abc import Iterable
from dataclasses import replace

from monograph_qa.answer.composing import compose, limits_of, required_of
from monograph_qa.answer.writing import Writer
from monograph_qa.domain.answer import Answer, Attempt, Draft, Finding, Outcome, Refusal
from monograph_qa.domain.evidence import Evidence, Route, fact_ids
from monograph_qa.domain.intent import Intent
from monograph_qa.endpoint.failures import noted_uses, noting_uses
from monograph_qa.frozen import frozen
from monograph_qa.gate.judging import Terms, judge, refuse
from monograph_qa.intent import classify
from monograph_qa.intent.follow_up import resolve_follow_up
from monograph_qa.pipeline.finding import Found, find_all
from monograph_qa.pipeline.question.choosing import choose_labels, drug_of, labels_called
from monograph_qa.pipeline.question.held import HeldNames, HeldText
from monograph_qa.pipeline.question.reading_used import as_used, on_one_line
from monograph_qa.pipeline.question.redacting import without_identifiers
from monograph_qa.pipeline.question.slips import read_slips
from monograph_qa.pipeline.question.wording import one_line
from monograph_qa.pipeline.tracing import Trace
from monograph_qa.pipeline.writing.models import Models
from monograph_qa.pipeline.writing.recording import Course, Recorder, record_answer
from monograph_qa.pipeline.writing.writing import Written, write_answer
from monograph_qa.store.reading import LibraryReader

_NO_MODELS = Models()


@noting_uses()
def answer_question(
    question: str,
    reader: LibraryReader,
    journal: Recorder,
    *,
    label: str | None = None,
    all_labels: bool = False,
    full: bool = False,
    previous: Intent | None = None,
    models: Models = _NO_MODELS,
    caller: str | None = None,
) -> Answer:
    """The answer to `question`. Its audit record is on disk before this returns, whatever it says.

    `full` shows whole sections also where only some of their sentences speak of what was asked.
    `previous` is the reading of the question before, in a conversation; `models` may help to read
    the question, to search, and to arrange what is quoted; the record names the `caller`, where
    there is one. Raises QuestionError for an empty or overlong question, NotFound when `label`
    names no label, JournalError when the record cannot be written: nothing is said that is not
    recorded.
    """
    trace = Trace()
    asked = _Asked(one_line(question), label, all_labels, full, previous, models, caller)
    with reader.at_once():
        answer, course = _answered(asked, reader, trace)
    return record_answer(answer, course, journal, trace)


@frozen
class _Asked:
    """What `answer_question` was called with."""

    question: str
    label: str | None
    all_labels: bool
    full: bool
    previous: Intent | None
    models: Models
    caller: str | None


def _answered(asked: _Asked, reader: LibraryReader, trace: Trace) -> tuple[Answer, Course]:
    """The judged answer, and how it came about; nothing is written yet."""
    started = time.perf_counter()
    question, models = asked.question, asked.models
    names = HeldNames(reader)
    with trace.step("redact") as saw:
        redaction = without_identifiers(question, names)
        question = redaction.question
        saw(", ".join(redaction.marks) or "no identifiers")
    with trace.step("classify") as saw:
        named = [] if asked.label is None else labels_called(reader, asked.label)
        about = drug_of(named[0]) if len(named) == 1 else None
        intent = resolve_follow_up(classify(redaction.reading, names, about), asked.previous)
        intent, how_read = read_slips(intent, reader, all_labels=asked.all_labels)
        saw(on_one_line(intent))
    with trace.step("choose") as saw:
        choice = choose_labels(intent, reader, label=asked.label, all_labels=asked.all_labels)
        saw("; ".join(f"{each.label_id} {each.title[:50]}" for each in choice.labels) or "no label")
    found = Found(list(choice.labels))
    draft: Draft | None = None
    attempts: tuple[Attempt, ...] = ()
    if choice.refusal is not None:
        why = " ".join(filter(None, [how_read, choice.refusal.message]))
        answer = refuse(replace(choice.refusal, message=why))
    else:
        plain, intent = intent, _refined(intent, models, trace)
        found = find_all(intent, choice.labels, reader, names, trace, models)
        if found.is_silent() and intent is not plain:
            # What a model proposed is no ground for saying that a label is silent.
            intent = plain
            found = find_all(intent, choice.labels, reader, names, trace, models)
        if found.is_silent():
            why = " ".join(filter(None, [how_read, choice.missing, found.silence()]))
            answer = refuse(Refusal(Outcome.NOT_FOUND, why))
        else:
            terms = _terms(found, " ".join(filter(None, [how_read, choice.missing])))
            written = _written(question, found, terms, reader, asked, trace)
            answer, draft, attempts = written.answer, written.draft, written.attempts
    course = Course(
        question=question,
        intent=replace(as_used(intent, choice.labels, found.parts), frame=found.frame),
        options={
            "label": asked.label,
            "all_labels": asked.all_labels,
            "full": asked.full,
            "writer": models.writer,
            **({"caller": asked.caller} if asked.caller else {}),
        },
        results=found.results,
        draft=draft,
        attempts=attempts,
        library_version=reader.version(),
        started=started,
    )
    return answer, course


def _refined(intent: Intent, models: Models, trace: Trace) -> Intent:
    """The intent with what a model adds, where one is chosen and the rules found no subject."""
    if models.refiner is None:
        return intent
    with trace.step("refine") as saw:
        refined = models.refiner.refine(intent)
        failed = [f"{use.model}: {use.failure}" for use in noted_uses() if use.failure]
        saw(on_one_line(refined) if refined is not intent else "; ".join(failed) or "nothing added")
    return refined


def _written(
    question: str,
    found: Found,
    terms: Terms,
    reader: LibraryReader,
    asked: _Asked,
    trace: Trace,
) -> Written:
    """A judged draft of what was found, by the chosen writer or the template in its place."""
    with trace.step("fuse") as saw:
        saw(f"{len(fact_ids(found.results))} sentences, {len(terms.required)} of them required")
    store = HeldText(reader, [each.label_id for each in found.labels])

    def composed(writer: Writer, findings: tuple[Finding, ...]) -> Draft:
        return compose(
            question,
            found.labels,
            found.results,
            parts=found.parts,
            writer=writer,
            findings=findings,
            full=asked.full,
        )

    writer = asked.models.writer_of(store)
    return write_answer(composed, lambda draft: judge(draft, store, terms), writer, trace)


def _reasons(hits: Iterable[Evidence]) -> dict[str, frozenset[tuple[str, ...]]]:
    """What put each line where it is, by fact_id; a line of several parts has several."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for each in hits:
        if each.fact is not None:
            found.setdefault(each.fact.fact_id, set()).add(each.because)
    return {fact_id: frozenset(each) for fact_id, each in found.items()}


def _terms(found: Found, missing: str) -> Terms:
    """What the question was about, for the gate: nothing of it comes from the writer.

    `missing` says which compared drugs no label here is of.
    """
    hits = [e for r in found.results for e in r.evidence]
    facts = frozenset(e.fact.fact_id for e in hits if e.fact)
    images = frozenset(e.image.image_id for e in hits if e.image)
    labels = frozenset(each.label_id for each in found.labels)
    searched = bool(facts) and all(e.route is Route.TEXT_SEARCH for e in hits if e.fact)
    return Terms(
        label_ids=labels,
        retrieved=facts | images,
        required=required_of(found.results),
        limits=limits_of(found.results),
        reasons=_reasons(hits),
        last_resort=searched,
        parts=tuple(found.parts),
        message=" ".join(filter(None, [missing, found.notes()])),
    )
