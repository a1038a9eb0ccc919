"""What a question was about, as the pipeline knows it: a writer's draft may not say otherwise."""

from collections.abc import Iterator, Mapping

from monograph_qa.domain.answer import Draft, Finding, Part
from monograph_qa.domain.evidence import Tier
from monograph_qa.frozen import frozen
from monograph_qa.gate.naming import iter_lines, named


@frozen
class Terms:
    """The labels that were asked about, what the routes brought and what the invariant demands.

    `retrieved` holds the ids of facts and of images; `required` the fact_ids that must be said,
    `reasons` what put each line where it is; `limits` those that limit the use in the patient
    told of, and must be shown.
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
    """Findings: `widened` (more labels, or more sentences, than were asked about and retrieved),
    `narrowed` (less is demanded of the draft than the invariant does, or it hides that it is a
    last resort), `wrong_part` (other parts than the question has), `not_retrieved` (a picture that
    nobody fetched), `folded` (a limit that is not among the lines shown), `unquoted` (a reason that
    the ranking did not give)."""
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
