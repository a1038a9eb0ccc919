"""One question, from words to a judged and recorded answer:
classify -> choose -> split -> (plan -> retrieve -> focus)* -> compose -> judge -> record."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

from monograph_qa.answer.composing import Writer, compose, limits_of, required_of
from monograph_qa.audit.recording import new_audit_id, record_of
from monograph_qa.domain.answer import Answer, Draft, Finding, Outcome, Part, Refusal, RouteReport
from monograph_qa.domain.evidence import Evidence, Route, fact_ids
from monograph_qa.domain.intent import Intent
from monograph_qa.domain.label import Label
from monograph_qa.endpoint.connection import noted_uses, noting_uses
from monograph_qa.frozen import frozen
from monograph_qa.gate.judging import Terms, judge, refuse, stamp
from monograph_qa.intent import classify
from monograph_qa.intent.follow_up import resolve_follow_up
from monograph_qa.pipeline.finding import Found, find_all
from monograph_qa.pipeline.question.choosing import Choice, choose_labels, drug_of, labels_called
from monograph_qa.pipeline.question.held import HeldNames, HeldText
from monograph_qa.pipeline.question.slips import read_slips
from monograph_qa.pipeline.question.wording import one_line, without_identifiers
from monograph_qa.pipeline.tracing import Trace
from monograph_qa.pipeline.writing.models import Models
from monograph_qa.pipeline.writing.recording import Recorder, write_record
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
    `previous` is the reading of the question before, in a conversation. Raises QuestionError for an
    empty or overlong question, NotFound when `label` names no label, JournalError when the record
    cannot be written: nothing is said that is not recorded.
    """
    trace = Trace()
    line = one_line(question)
    started = time.perf_counter()
    with reader.at_once():
        names = HeldNames(reader)
        read = _read(
            line, reader, names, trace, label=label, all_labels=all_labels, previous=previous
        )
        answered = _answered(read, reader, names, trace, models, full=full)
        version = reader.version()
    found, written = answered.found, answered.written
    used = replace(_as_used(answered.intent, read.choice.labels, found.parts), frame=found.frame)
    audit_id = new_audit_id()
    with trace.step("record") as saw:
        record = record_of(
            audit_id,
            read.question,
            used,
            found.results,
            written.draft if written else None,
            answered.answer,
            library_version=version,
            elapsed_ms=(time.perf_counter() - started) * 1000,
            options={
                "label": label,
                "all_labels": all_labels,
                "full": full,
                "writer": models.writer,
                **({"caller": caller} if caller else {}),
            },
            uses=noted_uses(),
            attempts=written.attempts if written else (),
        )
        write_record(journal, record)
        saw(audit_id)
    return stamp(
        answered.answer,
        question=read.question,
        intent=used,
        routes=tuple(RouteReport(r.route.value, len(r.evidence), r.ms) for r in found.results),
        audit_id=audit_id,
        elapsed_ms=record.elapsed_ms,
        trace=tuple(trace.steps),
    )


@frozen
class _Read:
    """A question without identifiers, its intent, what to say of how it was read, its labels."""

    question: str
    intent: Intent
    how_read: str
    choice: Choice


def _read(
    line: str,
    reader: LibraryReader,
    names: HeldNames,
    trace: Trace,
    *,
    label: str | None,
    all_labels: bool,
    previous: Intent | None,
) -> _Read:
    """What the question asks, and the labels to answer it from."""
    with trace.step("redact") as saw:
        redaction = without_identifiers(line, names)
        saw(", ".join(redaction.marks) or "no identifiers")
    with trace.step("classify") as saw:
        named = [] if label is None else labels_called(reader, label)
        about = drug_of(named[0]) if len(named) == 1 else None
        intent = resolve_follow_up(classify(redaction.reading, names, about), previous)
        intent, how_read = read_slips(intent, reader, all_labels=all_labels)
        saw(_on_one_line(intent))
    with trace.step("choose") as saw:
        choice = choose_labels(intent, reader, label=label, all_labels=all_labels)
        chosen = (f"{each.label_id} {each.title[:50]}" for each in choice.labels)
        saw("; ".join(chosen) or "no label")
    return _Read(redaction.question, intent, how_read, choice)


@frozen
class _Answered:
    """A judged answer, the intent that it was found with, and what it was made of."""

    answer: Answer
    intent: Intent
    found: Found
    written: Written | None = None


def _answered(
    read: _Read,
    reader: LibraryReader,
    names: HeldNames,
    trace: Trace,
    models: Models,
    *,
    full: bool,
) -> _Answered:
    """What the chosen labels say, written and judged; else a refusal that says why."""
    intent, choice = read.intent, read.choice
    if choice.refusal is not None:
        why = " ".join(filter(None, [read.how_read, choice.refusal.message]))
        answer = refuse(replace(choice.refusal, message=why))
        return _Answered(answer, intent, Found(list(choice.labels)))
    refined = _refined(intent, models, trace)
    found = find_all(refined, choice.labels, reader, names, trace, models)
    if found.is_silent() and refined is not intent:
        # What a model proposed is no ground for saying that a label is silent.
        refined = intent
        found = find_all(intent, choice.labels, reader, names, trace, models)
    message = " ".join(filter(None, [read.how_read, choice.missing, found.notes()]))
    if found.is_silent():
        return _Answered(refuse(Refusal(Outcome.NOT_FOUND, message)), refined, found)
    store = HeldText(reader, [each.label_id for each in found.labels])
    terms = _terms(found, message)
    written = _written(read.question, found, terms, store, models, trace, full=full)
    return _Answered(written.answer, refined, found, written)


def _on_one_line(intent: Intent) -> str:
    drugs = ", ".join(drug.name for drug in intent.drugs) or "no drug"
    subject = ", ".join((*intent.attributes, *intent.section_keys[:3])) or "no subject"
    return f"{intent.kind.value}; {drugs}; {subject}"


def _refined(intent: Intent, models: Models, trace: Trace) -> Intent:
    """The intent with what a model adds, where one is chosen and the rules found no subject."""
    if models.refiner is None:
        return intent
    with trace.step("refine") as saw:
        refined = models.refiner.refine(intent)
        failed = [f"{use.model}: {use.failure}" for use in noted_uses() if use.failure]
        is_same = refined is intent
        saw("; ".join(failed) or "nothing added" if is_same else _on_one_line(refined))
    return refined


def _written(
    question: str,
    found: Found,
    terms: Terms,
    store: HeldText,
    models: Models,
    trace: Trace,
    *,
    full: bool,
) -> Written:
    """A judged draft of what was found, by the chosen writer or the template in its place."""
    with trace.step("fuse") as saw:
        saw(f"{len(fact_ids(found.results))} sentences, {len(terms.required)} of them required")

    def composed(writer: Writer, findings: tuple[Finding, ...]) -> Draft:
        return compose(
            question,
            found.labels,
            found.results,
            parts=found.parts,
            writer=writer,
            findings=findings,
            full=full,
        )

    writer = models.writer_of(store)
    return write_answer(composed, lambda draft: judge(draft, store, terms), writer, trace)


def _terms(found: Found, message: str) -> Terms:
    """What the question was about, for the gate: nothing of it comes from the writer."""
    hits = [e for r in found.results for e in r.evidence]
    facts = frozenset(e.fact.fact_id for e in hits if e.fact)
    images = frozenset(e.image.image_id for e in hits if e.image)
    searched = bool(facts) and all(e.route is Route.TEXT_SEARCH for e in hits if e.fact)
    return Terms(
        label_ids=frozenset(each.label_id for each in found.labels),
        retrieved=facts | images,
        required=required_of(found.results),
        limits=limits_of(found.results),
        reasons=_reasons(hits),
        last_resort=searched,
        parts=tuple(found.parts),
        message=message,
    )


def _reasons(hits: Iterable[Evidence]) -> dict[str, frozenset[tuple[str, ...]]]:
    """What put each line where it is, by fact_id; a line of several parts has several."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for each in hits:
        if each.fact is not None:
            found.setdefault(each.fact.fact_id, set()).add(each.because)
    return {fact_id: frozenset(each) for fact_id, each in found.items()}


def _as_used(intent: Intent, labels: Sequence[Label], parts: Sequence[Part]) -> Intent:
    """The intent as it was used: the labels chosen, the attributes looked for in every label."""
    chosen = {each.label_id for each in labels}
    drugs = tuple(
        replace(d, label_ids=tuple(i for i in d.label_ids if i in chosen) or d.label_ids)
        for d in intent.drugs
    )
    # Whether a label's section answers, or its fallback attributes do, is each label's own matter;
    # `parts` say it label by label.
    used: dict[str, dict[str, None]] = {}
    for part in parts:
        if part.section_keys:
            used.setdefault(part.label_id, {}).update(dict.fromkeys(part.attributes))
    attributes = intent.attributes
    if used:
        common = set.intersection(*(set(each) for each in used.values()))
        order = dict.fromkeys((*attributes, *(a for each in used.values() for a in each)))
        attributes = tuple(a for a in order if a in common)
    return replace(intent, drugs=drugs, attributes=attributes)
