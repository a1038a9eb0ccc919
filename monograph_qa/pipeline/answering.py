"""One question, from words to a judged and recorded answer:
classify -> choose -> split -> (plan -> retrieve -> focus)* -> compose -> judge -> record."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from monograph_qa.answer import compose, required_of
from monograph_qa.answer.writing import Writer
from monograph_qa.audit import new_audit_id, record_of
from monograph_qa.domain.answer import (
    Answer,
    Attempt,
    Draft,
    Finding,
    Outcome,
    Part,
    Refusal,
    RouteReport,
)
from monograph_qa.domain.evidence import Route, RouteResult
from monograph_qa.domain.intent import Intent
from monograph_qa.domain.label import Label
from monograph_qa.endpoint import noted_uses, noting_uses
from monograph_qa.evidence import LabelRows
from monograph_qa.gate import Terms, judge, refuse, stamp
from monograph_qa.intent import classify
from monograph_qa.intent.follow_up import resolve_follow_up
from monograph_qa.pipeline.changes import asks_changes, compare_versions, version_before
from monograph_qa.pipeline.choosing import choose_labels
from monograph_qa.pipeline.held import HeldNames, HeldText
from monograph_qa.pipeline.looking import look
from monograph_qa.pipeline.models import Models
from monograph_qa.pipeline.parting import MOST_PARTS, ask_apart
from monograph_qa.pipeline.recording import Recorder, write_record
from monograph_qa.pipeline.redacting import without_identifiers
from monograph_qa.pipeline.tracing import Trace
from monograph_qa.pipeline.wording import in_plain_sight, one_line
from monograph_qa.pipeline.writing import Written, write_answer
from monograph_qa.store.reading import LibraryReader

_NO_MODELS = Models()
_TOO_MUCH = f"Not answered: {MOST_PARTS} sub-questions at once are the most. Ask this by itself."


@dataclass(slots=True)
class _Found:
    """What all sub-questions together brought. `silent` are the parts that nothing answers."""

    labels: list[Label]
    parts: list[Part] = field(default_factory=list)
    results: list[RouteResult] = field(default_factory=list)

    @property
    def is_silent(self) -> bool:
        return not any(result.evidence for result in self.results)


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
) -> Answer:
    """The answer to `question`. Its audit record is on disk before this returns, whatever it says.

    `full` shows whole sections also where only some of their sentences speak of what was asked.
    `previous` is the reading of the question before, in a conversation; `models` may help to read
    the question, to search, and to arrange what is quoted. Raises QuestionError for
    an empty or overlong question, NotFound when `label` names no label, JournalError when the
    record cannot be written: nothing is said that is not recorded.
    """
    started = time.perf_counter()
    trace = Trace()
    question = one_line(question)
    names = HeldNames(reader)
    with trace.step("redact") as saw:
        redaction = without_identifiers(question, names)
        question = redaction.question
        saw(", ".join(redaction.marks) or "no identifiers")
    with trace.step("classify") as saw:
        intent = resolve_follow_up(classify(redaction.reading, names), previous)
        saw(_read(intent))
    with trace.step("choose") as saw:
        choice = choose_labels(intent, reader, label=label, all_labels=all_labels)
        saw("; ".join(f"{each.label_id} {each.title[:50]}" for each in choice.labels) or "no label")
    found = _Found(list(choice.labels))
    draft: Draft | None = None
    attempts: tuple[Attempt, ...] = ()
    if choice.refusal is not None:
        answer = refuse(choice.refusal)
    else:
        plain, intent = intent, _refined(intent, models, trace)
        found = _found(intent, choice.labels, reader, names, trace, models)
        if found.is_silent and intent is not plain:
            # What a model proposed is no ground for saying that a label is silent.
            intent = plain
            found = _found(intent, choice.labels, reader, names, trace, models)
        if found.is_silent:
            answer = refuse(Refusal(Outcome.NOT_FOUND, _silence(found)))
        else:
            written = _written(question, found, intent, reader, models, trace, full=full)
            answer, draft, attempts = written.answer, written.draft, written.attempts
    intent = _as_used(_named(intent, choice.labels), found.parts)
    options = {"label": label, "all_labels": all_labels, "full": full}
    return _recorded(
        question,
        intent,
        options,
        found.results,
        draft,
        attempts,
        answer,
        reader,
        journal,
        started,
        trace,
    )


def _refined(intent: Intent, models: Models, trace: Trace) -> Intent:
    """The intent with what a model adds, where one is chosen and the rules found no subject."""
    if models.refiner is None:
        return intent
    with trace.step("refine") as saw:
        refined = models.refiner.refine(intent)
        failed = [f"{use.model}: {use.failure}" for use in noted_uses() if use.failure]
        saw(_read(refined) if refined is not intent else "; ".join(failed) or "nothing added")
    return refined


def _found(
    intent: Intent,
    labels: Sequence[Label],
    reader: LibraryReader,
    names: HeldNames,
    trace: Trace,
    models: Models,
) -> _Found:
    """What the labels say to each sub-question, and to what changed since an older version."""
    with trace.step("split") as saw:
        asked, left_out = ask_apart(intent, labels, names)
        saw("; ".join(a.part.subject or "one question" for a in asked))
    found = _Found(list(labels))
    rows = {each.label_id: LabelRows(reader, each, models.likeness) for each in labels}
    for each in asked:
        seen = look(each, rows[each.label.label_id], trace)
        found.results += seen.results
        part = replace(each.part, note=in_plain_sight(seen.note), attributes=seen.attributes)
        found.parts.append(part)
    for part in left_out:
        found.parts.append(replace(part, note=_TOO_MUCH, section_keys=()))
    if asks_changes(intent):
        for label in labels:
            _compare(intent, label, reader, found, trace)
    return found


def _compare(
    intent: Intent, label: Label, reader: LibraryReader, found: _Found, trace: Trace
) -> None:
    older = version_before(label, reader.labels())
    with trace.step("compare versions") as saw:
        if older is None:
            at = next(i for i, p in enumerate(found.parts) if p.label_id == label.label_id)
            only = (
                f"Only version {label.version} of this label is in the library, so what is new in "
                "it cannot be told from an older one."
            )
            note = " ".join(filter(None, [found.parts[at].note, only]))
            found.parts[at] = replace(found.parts[at], note=note)
            saw("no older version")
            return
        compared = compare_versions(intent, label, older, reader, len(found.parts) + 1)
        saw(", ".join(f"{len(r.evidence)} only in {p.subject}" for p, r in zip(
            compared.parts, compared.results, strict=True)))  # fmt: skip
    found.parts += compared.parts
    found.results += compared.results
    found.labels.append(older)


def _silence(found: _Found) -> str:
    """Why nothing is answered: each part's note, with its label or subject where there are more."""
    if len(found.parts) == 1:
        return found.parts[0].note
    return " ".join(f"{_headed(part, found)}: {part.note}" for part in found.parts)


def _headed(part: Part, found: _Found) -> str:
    several = len({each.label_id for each in found.parts}) > 1
    return ", ".join(filter(None, [part.subject, part.title if several else ""]))


def _written(
    question: str,
    found: _Found,
    intent: Intent,
    reader: LibraryReader,
    models: Models,
    trace: Trace,
    *,
    full: bool,
) -> Written:
    """A judged draft of what was found, by the chosen writer or the template in its place."""
    required = required_of(found.results)
    with trace.step("fuse") as saw:
        brought = {e.fact.fact_id for r in found.results for e in r.evidence if e.fact}
        saw(f"{len(brought)} sentences, {len(required)} of them required")
    store = HeldText(reader, [each.label_id for each in found.labels])
    terms = _terms(found, required)

    def composed(writer: Writer, findings: tuple[Finding, ...]) -> Draft:
        return compose(
            question,
            found.labels,
            found.results,
            intent.section_keys,
            parts=found.parts,
            writer=writer,
            findings=findings,
            full=full,
        )

    writer = models.writer_of(store)
    return write_answer(composed, lambda draft: judge(draft, store, terms), writer, trace)


def _terms(found: _Found, required: frozenset[str]) -> Terms:
    """What the question was about, for the gate: nothing of it comes from the writer."""
    hits = [e for r in found.results for e in r.evidence]
    facts = frozenset(e.fact.fact_id for e in hits if e.fact)
    images = frozenset(e.image.image_id for e in hits if e.image)
    labels = frozenset(each.label_id for each in found.labels)
    searched = bool(facts) and all(e.route is Route.TEXT_SEARCH for e in hits if e.fact)
    return Terms(labels, facts | images, required, searched, tuple(found.parts))


def _recorded(
    question: str,
    intent: Intent,
    options: Mapping[str, object],
    results: list[RouteResult],
    draft: Draft | None,
    attempts: Sequence[Attempt],
    answer: Answer,
    reader: LibraryReader,
    journal: Recorder,
    started: float,
    trace: Trace,
) -> Answer:
    audit_id = new_audit_id()
    elapsed_ms = (time.perf_counter() - started) * 1000
    with trace.step("record") as saw:
        record = record_of(
            audit_id,
            question,
            intent,
            results,
            draft,
            answer,
            library_version=reader.version(),
            elapsed_ms=elapsed_ms,
            options=options,
            uses=noted_uses(),
            attempts=attempts,
        )
        write_record(journal, record)
        saw(audit_id)
    routes = tuple(RouteReport(r.route.value, len(r.evidence), r.ms) for r in results)
    return stamp(
        answer,
        question=question,
        intent=intent,
        routes=routes,
        audit_id=audit_id,
        elapsed_ms=record.elapsed_ms,
        trace=trace.steps,
    )


def _read(intent: Intent) -> str:
    """The reading of a question on one line."""
    drugs = ", ".join(drug.name for drug in intent.drugs) or "no drug"
    subject = ", ".join((*intent.attributes, *intent.section_keys[:3])) or "no subject"
    return f"{intent.kind.value}; {drugs}; {subject}"


def _named(intent: Intent, labels: Sequence[Label]) -> Intent:
    """The intent with each drug's labels narrowed to those that were chosen."""
    chosen = {each.label_id for each in labels}
    if not chosen:
        return intent
    drugs = tuple(
        replace(d, label_ids=tuple(i for i in d.label_ids if i in chosen) or d.label_ids)
        for d in intent.drugs
    )
    return replace(intent, drugs=drugs)


def _as_used(intent: Intent, parts: Sequence[Part]) -> Intent:
    """The intent with the attributes that were looked for throughout every label of it.

    Whether a label's section answers, or its fallback attributes do, is each label's own matter;
    `parts` say it label by label.
    """
    used: dict[str, dict[str, None]] = {}
    for part in parts:
        if part.section_keys:
            used.setdefault(part.label_id, {}).update(dict.fromkeys(part.attributes))
    if not used:
        return intent
    common = set.intersection(*(set(each) for each in used.values()))
    order = dict.fromkeys((*intent.attributes, *(a for each in used.values() for a in each)))
    return replace(intent, attributes=tuple(a for a in order if a in common))
