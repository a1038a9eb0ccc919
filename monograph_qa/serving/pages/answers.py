"""A recorded answer laid out for a page: parts, tiers, sections."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from monograph_qa.audit import SaidThen
from monograph_qa.audit.redaction import marks_in
from monograph_qa.domain.answer import Group, Part, Quote, Source
from monograph_qa.domain.evidence import Tier
from monograph_qa.frozen import frozen
from monograph_qa.serving.pages.lines import Line, Shown, laid_out
from monograph_qa.telling.equals import (
    Equals,
    labels_of_equals,
    letters,
    pages_of_equals,
    titles_of,
)
from monograph_qa.telling.wording import (
    IN_PLACE,
    LAST_RESORT,
    REMOVED,
    asked_of,
    cited,
    head_of,
    heading_of,
    sections_of,
)


@frozen
class ShownPart:
    """The answer to one part, in tiers; `folded` says what stands under `more`, and `boxed` is the
    first line of a boxed warning that stands there too."""

    title: str
    answer: tuple[Shown, ...]
    limits: tuple[Shown, ...]
    more: tuple[Shown, ...]
    folded: str
    boxed: Line | None


@frozen
class ShownAnswer:
    """All that a page says of a recorded answer. `first` is what stands on the page shown first."""

    said: SaidThen
    head: str
    asked: str
    carried: str
    notices: tuple[str, ...]
    parts: tuple[ShownPart, ...]
    silent: str
    sources: tuple[Source, ...]
    folded_sources: tuple[Source, ...]
    first: str


def shown(said: SaidThen) -> ShownAnswer:
    """The answer, laid out as a terminal lays it out; nothing of it is left out."""
    several = len({part.label_id for part in said.parts}) > 1
    telling = {g.part for g in said.groups}
    silent = [part for part in said.parts if part.n not in telling and several]
    kept = [part for part in said.parts if part not in silent]
    alike = labels_of_equals(said.groups, said.parts) if several else {}
    parts = tuple(
        _part(
            [g for g in said.groups if part is None or g.part == part.n],
            _title(part, said.parts) if part is not None and len(said.parts) > 1 else "",
            alike,
        )
        for part in (kept or (None,))
    )
    one_label = said.parts and not several and said.groups
    carried = said.intent.carried if said.intent else None
    topics = [topic.replace("_", " ") for topic in carried.topics] if carried else []
    quotes = [quote for group in said.groups for quote in group.quotes]
    cited_above = {quote.source for quote in quotes if quote.tier is not Tier.MORE}
    return ShownAnswer(
        said=said,
        head=head_of(said.parts[0]) if one_label else "",
        asked=asked_of(said.intent.frame if said.intent else None) if said.groups else "",
        carried=", ".join([*carried.drugs, *topics]) if carried else "",
        notices=tuple(_notices(said)),
        parts=parts,
        silent=titles_of(silent) if said.groups else "",
        sources=tuple(source for source in said.sources if source.n in cited_above),
        folded_sources=tuple(source for source in said.sources if source.n not in cited_above),
        first=next(chain(_fact_ids(parts), (image.image_id for image in said.images)), ""),
    )


def _notices(said: SaidThen) -> Iterator[str]:
    if not said.is_sound:
        yield "This record was changed after it was written: this may not be what was said."
    if removed := marks_in(said.question):
        yield REMOVED.format(", ".join(removed), said.question)
    if said.last_resort:
        yield LAST_RESORT
    if said.writer in IN_PLACE:
        yield IN_PLACE[said.writer].format(said.audit_id)


def _title(part: Part, parts: Sequence[Part]) -> str:
    several = len({each.label_id for each in parts}) > 1
    title = head_of(part) if several or not part.subject else ""
    return " — ".join(filter(None, [part.subject, title]))


def _fact_ids(parts: Sequence[ShownPart]) -> Iterator[str]:
    """Of all lines, in the order in which they are read."""
    tiers = (tier for part in parts for tier in (part.answer, part.limits, part.more))
    runs = (run for tier in tiers for section in tier for run in section.runs)
    return (line.fact_id for run in runs for line in run.lines)


def _part(groups: Sequence[Group], title: str, alike: Mapping[str, Sequence[str]]) -> ShownPart:
    equals = Equals(pages_of_equals(groups), alike)
    tiers = {tier: [group for group in groups if group.quotes[0].tier is tier] for tier in Tier}
    more = tiers[Tier.MORE]
    boxed = [g for g in groups if g.section_key == "boxed_warning"]
    is_folded = boxed and all(group in more for group in boxed)
    seen = {letters(q) for g in groups for q in g.quotes if q.tier is not Tier.MORE}
    count = len({letters(q) for g in more for q in g.quotes} - seen)
    lines = "line" if count == 1 else "lines"
    return ShownPart(
        title=title,
        answer=tuple(_section(group, equals) for group in tiers[Tier.ANSWER]),
        limits=tuple(_section(group, equals) for group in tiers[Tier.LIMIT]),
        more=tuple(_section(group, equals) for group in more),
        folded=f"{count} more {lines} in {sections_of(more)}" if more else "",
        boxed=_line(boxed[0].quotes[0], equals) if is_folded else None,
    )


def _section(group: Group, equals: Equals) -> Shown:
    return laid_out(heading_of(group), ((q.context, _line(q, equals)) for q in group.quotes))


def _line(quote: Quote, equals: Equals) -> Line:
    return Line(quote.fact_id, quote.text, quote.page or 0, cited([quote], equals))
