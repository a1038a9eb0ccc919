"""The gate: the only maker of Answers. It opens no database and believes no writer."""

from dataclasses import replace

from monograph_qa.domain.answer import (
    Answer,
    Draft,
    Finding,
    Outcome,
    Refusal,
    RouteReport,
    Status,
    Verdict,
)
from monograph_qa.domain.intent import Intent
from monograph_qa.gate.checks import CHECKS
from monograph_qa.gate.stored import StoredText

_WITHHELD = "An answer was found, but it failed a check and is withheld; see the findings."


def judge(draft: Draft, store: StoredText) -> Answer:
    """A released Answer that shows the draft, or a withheld one that shows only the findings.

    Every claim is held against what `store` holds under the cited ids at this moment. Raises
    whatever `store` raises: "could not be checked" is never a verdict.
    """
    ids = {quote.fact_id for group in draft.groups for quote in group.quotes}
    stored = store.stored(ids | draft.required, {image.image_id for image in draft.images})
    findings = tuple(finding for check in CHECKS for finding in check(draft, stored))
    if not draft.groups and not draft.images:
        findings = (*findings, Finding("empty", "draft", "there is nothing to say"))
    if findings:
        return Answer(
            Outcome.WITHHELD,
            Verdict(Status.WITHHELD, findings),
            message=_WITHHELD,
            writer=draft.writer,
        )
    return Answer(
        Outcome.ANSWERED,
        Verdict(Status.RELEASED),
        groups=draft.groups,
        sources=draft.sources,
        images=draft.images,
        last_resort=draft.last_resort,
        writer=draft.writer,
    )


def refuse(refusal: Refusal) -> Answer:
    """An Answer that quotes nothing: why there is none, and what may be asked instead.

    Raises ValueError for an outcome that would need quotes.
    """
    if refusal.outcome in (Outcome.ANSWERED, Outcome.WITHHELD):
        raise ValueError(f"{refusal.outcome} is not a refusal")
    return Answer(
        refusal.outcome,
        Verdict(Status.RELEASED),
        message=refusal.message,
        candidates=refusal.candidates,
    )


def stamp(
    answer: Answer,
    *,
    question: str,
    intent: Intent,
    routes: tuple[RouteReport, ...],
    audit_id: str,
    elapsed_ms: float,
) -> Answer:
    """The same answer with the circumstances it came from; what was judged stays as it is."""
    return replace(
        answer,
        question=question,
        intent=intent,
        routes=routes,
        audit_id=audit_id,
        elapsed_ms=elapsed_ms,
    )
