"""From what was found to a judged answer: a writer is tried, tried once more, and replaced by the
template writer, which needs no model: there is always an answer, and never one that was not judged.
"""

from collections.abc import Callable

from monograph_qa.answer.composing import NotWritten, TemplateWriter, Writer
from monograph_qa.domain.answer import Answer, Attempt, Draft, Finding, Status
from monograph_qa.frozen import frozen
from monograph_qa.pipeline.tracing import Trace

_TRIES = 2  # of a writer whose draft is withheld; the second gets what was found

Composer = Callable[[Writer, tuple[Finding, ...]], Draft]
Judge = Callable[[Draft], Answer]


@frozen
class Written:
    """A judged answer, the draft it was made from, and the tries before it that came to nothing."""

    answer: Answer
    draft: Draft
    attempts: tuple[Attempt, ...] = ()


def write_answer(composed: Composer, judged: Judge, writer: Writer, trace: Trace) -> Written:
    """The answer by `writer`, or by the template where no draft of `writer` passes. A writer that
    gives nothing is not asked again: its endpoint has tried as often as it may."""
    attempts: list[Attempt] = []
    if not isinstance(writer, TemplateWriter):
        findings: tuple[Finding, ...] = ()
        for _ in range(_TRIES):
            tried = _try(composed, judged, writer, findings, trace)
            if isinstance(tried, Written):
                return Written(tried.answer, tried.draft, tuple(attempts))
            attempts.append(tried)
            findings = tried.findings
            if not findings:
                break
        writer = TemplateWriter(in_place_of="withheld" if findings else "unavailable")
    with trace.step("compose") as saw:
        draft = composed(writer, ())
        saw(_size(draft))
    return Written(_judge(judged, draft, trace), draft, tuple(attempts))


def _try(
    composed: Composer, judged: Judge, writer: Writer, findings: tuple[Finding, ...], trace: Trace
) -> Written | Attempt:
    with trace.step("compose") as saw:
        try:
            draft = composed(writer, findings)
        except NotWritten as failure:
            saw(f"{writer.name}: {failure.reason}")
            return Attempt(writer.name, failure.reason, failure.findings, said=failure.said)
        saw(_size(draft))
    answer = _judge(judged, draft, trace)
    if answer.verdict.status is Status.RELEASED:
        return Written(answer, draft)
    return Attempt(writer.name, "withheld", answer.verdict.findings, draft)


def _judge(judged: Judge, draft: Draft, trace: Trace) -> Answer:
    with trace.step("judge") as saw:
        answer = judged(draft)
        saw(f"{answer.verdict.status.value}, {len(answer.verdict.findings)} findings")
    return answer


def _size(draft: Draft) -> str:
    lines = sum(len(group.quotes) for group in draft.groups)
    return f"{draft.writer}: {lines} lines in {len(draft.groups)} groups"
