"""The gate: the only maker of Answers. It opens no database and believes no writer."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from monograph_qa.domain.answer import (
    Answer,
    Draft,
    Finding,
    Outcome,
    Part,
    Refusal,
    RouteReport,
    Status,
    Step,
    Verdict,
)
from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.intent import Intent
from monograph_qa.frozen import frozen
from monograph_qa.gate.checks import CHECKS, iter_lines, named
from monograph_qa.gate.stored import StoredText, shown_groups, shown_images, shown_sources

_WITHHELD = "An answer was found, but it failed a check and is withheld; see the findings."


@frozen
class Terms:
    """The labels that were asked about, what the routes brought and what the invariant demands.

    `retrieved` holds the ids of facts and of images; `required` the fact_ids that must be said,
    `reasons` what put each line where it is; `limits` those that limit the use in the
    patient of the question, and must be shown.
    `parts` are the sub-questions as they were split, where it was split; `message` is what a
    released answer says beside its quotes, in fixed words.
    """

    label_ids: frozenset[str]
    retrieved: frozenset[str]
    required: frozenset[str]
    limits: frozenset[str] = frozenset()
    reasons: Mapping[str, frozenset[tuple[str, ...]]] | None = None
    last_resort: bool = False
    parts: tuple[Part, ...] | None = None
    message: str = ""


def check_terms(draft: Draft, terms: Terms) -> Iterator[Finding]:
    """Findings: `widened` (more labels or sentences than were asked about and retrieved),
    `narrowed` (less demanded of the draft than the invariant does, or a last resort hidden),
    `wrong_part` (other parts than the question has), `not_retrieved` (a picture that nobody
    fetched), `folded` (a limit that is not shown), `unquoted` (a reason that the ranking did not
    give)."""
    if not set(draft.label_ids) <= terms.label_ids:
        yield Finding("widened", "draft", "it adds labels to those that were asked about")
    if not draft.retrieved <= terms.retrieved:
        yield Finding("widened", "draft", "it claims more sentences than the routes brought")
    if not terms.required <= draft.required:
        yield Finding("narrowed", "draft", "it lists fewer required sentences than there are")
    shown = {q.fact_id for g in draft.groups for q in g.quotes if q.tier is not Tier.MORE}
    for fact_id in sorted(terms.limits - shown):
        yield Finding("folded", named(fact_id, "draft"), "it limits the use and is not shown")
    for name, _, quote in iter_lines(draft):
        known = (terms.reasons or {}).get(quote.fact_id, frozenset())
        if terms.reasons is not None and quote.because and quote.because not in known:
            yield Finding("unquoted", name, "its reason is none that the ranking gave")
    if terms.last_resort and not draft.last_resort:
        yield Finding("narrowed", "draft", "it hides that text search was the last resort")
    if terms.parts is not None and draft.parts != terms.parts:
        yield Finding("wrong_part", "parts", "they are not those that the question was split into")
    for at, image in enumerate(draft.images, 1):
        if image.image_id not in terms.retrieved:
            yield Finding("not_retrieved", f"picture {at}", "no route brought this picture")


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
    one (see `read_quotes`), and not one word of it. Raises ValueError without a finding."""
    found = tuple(findings)
    if not found:
        raise ValueError("nothing is withheld without a finding")
    if any(each.check == "unquoted" and each.subject == "writer" for each in found):
        writer = "unnamed"
    return Answer(
        Outcome.WITHHELD, Verdict(Status.WITHHELD, found), message=_WITHHELD, writer=writer
    )


def refuse(refusal: Refusal) -> Answer:
    """An Answer that quotes nothing: why there is none, and what may be asked instead. Raises
    ValueError for an outcome that would need quotes."""
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
        answer, question=question, intent=intent, routes=routes, audit_id=audit_id,
        elapsed_ms=elapsed_ms, trace=trace,
    )  # fmt: skip
