"""The gate: the only maker of Answers. It opens no database and believes no writer."""

from collections.abc import Iterable
from dataclasses import replace

from monograph_qa.domain.answer import (
    Answer,
    Draft,
    Finding,
    Outcome,
    Refusal,
    RouteReport,
    Status,
    Step,
    Verdict,
)
from monograph_qa.domain.intent import Intent
from monograph_qa.gate.checks import CHECKS
from monograph_qa.gate.showing import shown_groups, shown_images, shown_sources
from monograph_qa.gate.stored import StoredText
from monograph_qa.gate.terms import Terms, check_terms

_WITHHELD = "An answer was found, but it failed a check and is withheld; see the findings."


def judge(draft: Draft, store: StoredText, terms: Terms | None = None) -> Answer:
    """A released Answer that shows what the draft cites, as stored; or a withheld one that shows
    only the findings.

    Every claim is held against what `store` holds under the cited ids at this moment, and, where
    the pipeline gives its `terms`, against what was asked about. Raises whatever `store` raises:
    "could not be checked" is never a verdict.
    """
    ids = {quote.fact_id for group in draft.groups for quote in group.quotes}
    stored = store.stored(ids | draft.required, {image.image_id for image in draft.images})
    findings = [finding for check in CHECKS for finding in check(draft, stored)]
    if terms is not None:
        findings += check_terms(draft, terms)
    if not draft.groups and not draft.images:
        findings.append(Finding("empty", "draft", "there is nothing to say"))
    if findings:
        return withhold(findings, writer=draft.writer)
    return Answer(
        Outcome.ANSWERED,
        Verdict(Status.RELEASED),
        message=terms.message if terms is not None else "",
        groups=shown_groups(draft, stored),
        sources=shown_sources(draft, stored),
        images=shown_images(draft, stored),
        last_resort=draft.last_resort,
        writer=draft.writer,
        parts=draft.parts,
    )


def withhold(findings: Iterable[Finding], *, writer: str = "template") -> Answer:
    """A withheld Answer: what was found wrong with a draft, or with a free text that was to become
    one (see `read_quotes`), and not one word of it. Raises ValueError without a finding.
    """
    found = tuple(findings)
    if not found:
        raise ValueError("nothing is withheld without a finding")
    if any(each.check == "unquoted" and each.subject == "writer" for each in found):
        writer = "unnamed"
    return Answer(
        Outcome.WITHHELD, Verdict(Status.WITHHELD, found), message=_WITHHELD, writer=writer
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
    trace: tuple[Step, ...] = (),
) -> Answer:
    """The same answer with the circumstances it came from; what was judged stays as it is."""
    return replace(
        answer,
        question=question,
        intent=intent,
        routes=routes,
        audit_id=audit_id,
        elapsed_ms=elapsed_ms,
        trace=trace,
    )
