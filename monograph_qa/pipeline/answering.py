"""One question, from words to a judged and recorded answer:
classify -> choose -> plan -> retrieve -> compose -> judge -> record."""

import time
from collections.abc import Sequence
from dataclasses import replace

from monograph_qa.answer import compose
from monograph_qa.audit import new_audit_id, record_of, seal
from monograph_qa.domain.answer import Answer, Draft, Outcome, Refusal, RouteReport
from monograph_qa.domain.evidence import Route, RouteResult
from monograph_qa.domain.intent import Intent
from monograph_qa.domain.label import Label
from monograph_qa.evidence import retrieve
from monograph_qa.gate import judge, refuse, stamp
from monograph_qa.intent import classify
from monograph_qa.pipeline.choosing import choose_labels
from monograph_qa.pipeline.held import HeldNames, HeldText
from monograph_qa.pipeline.wording import one_line
from monograph_qa.routing import plan
from monograph_qa.store.journal import Journal
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.sections import descendants, section_by_key

_MOST_HEADINGS = 12


def answer_question(
    question: str,
    reader: LibraryReader,
    journal: Journal,
    *,
    label: str | None = None,
    all_labels: bool = False,
) -> Answer:
    """The answer to `question`. Its audit record is on disk before this returns, whatever it says.

    Raises QuestionError for an empty or overlong question, NotFound when `label` names no label,
    JournalError when the record cannot be written: nothing is said that is not recorded.
    """
    started = time.perf_counter()
    question = one_line(question)
    intent = classify(question, HeldNames(reader))
    choice = choose_labels(intent, reader, label=label, all_labels=all_labels)
    results: list[RouteResult] = []
    draft: Draft | None = None
    if choice.refusal is not None:
        answer = refuse(choice.refusal)
    else:
        for each in choice.labels:
            results += retrieve(reader, plan(intent, each.label_id), each)
        draft = compose(question, choice.labels, results, intent.section_keys)
        if draft.groups or draft.images:
            answer = judge(draft, HeldText(reader, draft.label_ids))
        else:
            answer = refuse(_silent(intent, choice.labels, reader))
    intent = _as_used(_named(intent, choice.labels), results)
    return _recorded(question, intent, results, draft, answer, reader, journal, started)


def _recorded(
    question: str,
    intent: Intent,
    results: list[RouteResult],
    draft: Draft | None,
    answer: Answer,
    reader: LibraryReader,
    journal: Journal,
    started: float,
) -> Answer:
    audit_id = new_audit_id()
    elapsed_ms = (time.perf_counter() - started) * 1000
    record = record_of(
        audit_id,
        question,
        intent,
        results,
        draft,
        answer,
        library_version=reader.version(),
        elapsed_ms=elapsed_ms,
    )
    journal.append(lambda previous: seal(record, previous))
    routes = tuple(RouteReport(r.route.value, len(r.evidence), r.ms) for r in results)
    return stamp(
        answer,
        question=question,
        intent=intent,
        routes=routes,
        audit_id=audit_id,
        elapsed_ms=record.elapsed_ms,
    )


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


def _as_used(intent: Intent, results: Sequence[RouteResult]) -> Intent:
    """The intent with the fallback attributes counted in where they were looked for throughout."""
    whole = any(r.route is Route.SECTION_MATCH and r.evidence for r in results)
    if whole or not intent.fallback_attributes:
        return intent
    return replace(intent, attributes=(*intent.attributes, *intent.fallback_attributes))


def _silent(intent: Intent, labels: Sequence[Label], reader: LibraryReader) -> Refusal:
    """The label does not say: what was looked for and in which of its sections."""
    asked = [section_by_key(key).name for key in intent.section_keys[:3]]
    subject = ", ".join(a.replace("_", " ") for a in intent.attributes) or ", ".join(asked)
    parts: list[str] = []
    for label in labels:
        searched = _searched(intent, label, reader)
        names = "this label" if len(labels) == 1 else label.title
        about = f" ({subject})" if subject else ""
        where = "; ".join(searched) if searched else "none of its sections is about this"
        parts.append(f"Not stated in {names}{about}. Searched: {where}.")
    return Refusal(Outcome.NOT_FOUND, " ".join(parts))


def _searched(intent: Intent, label: Label, reader: LibraryReader) -> list[str]:
    wanted = {k for key in intent.section_keys for k in (key, *descendants(key))}
    rows = reader.rows("evidence/headings", {"label_id": label.label_id})
    fitting = [heading for heading, key, _ in rows if key in wanted]
    chapters = [heading for heading, _, level in rows if level == 1]
    # A fact is looked for in the whole label, wherever it stands.
    found = fitting if fitting and not intent.attributes else [*fitting, *chapters]
    return list(dict.fromkeys(found))[:_MOST_HEADINGS]
