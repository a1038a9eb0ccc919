"""An answer laid out for its reader, on a terminal or a page: parts, tiers, sections, lines."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from monograph_qa.audit.comparing import SaidThen
from monograph_qa.domain.answer import Answer, Group, Part, Quote
from monograph_qa.domain.evidence import Tier
from monograph_qa.frozen import frozen
from monograph_qa.telling.lines import Line, Shown, laid_out
from monograph_qa.telling.wording import (
    Repeats,
    asked_of,
    cited,
    head_of,
    heading_of,
    labels_of_repeats,
    letters,
    pages_of_repeats,
    sections_of,
    titles_of,
)


@frozen
class PartLayout:
    """The answer to one part, under a `title` where there are several. `tiers` are the lines that
    answer and the limits in their order: what is forbidden may come first.

    `folded` is how many lines stand under `more` alone, `where` their sections; `boxed` the first
    line of a boxed warning that stands there too.
    """

    title: str
    tiers: tuple[tuple[Tier, tuple[Shown, ...]], ...]
    more: tuple[Shown, ...]
    folded: int
    where: str
    boxed: Line | None


@frozen
class Layout:
    """`head` is the label that answers, "" where several do; `asked` what was read as asked;
    `silent` the labels that say nothing."""

    head: str
    asked: str
    parts: tuple[PartLayout, ...]
    silent: str


def layout_of(answer: Answer | SaidThen, *, full: bool) -> Layout:
    """The whole answer laid out. A label that has `more` alone is silent unless `full`."""
    groups, parts = answer.groups, answer.parts
    several = len({part.label_id for part in parts}) > 1
    speaking = {g.part for g in groups if full or _tier(g) is not Tier.MORE}
    silent = [part for part in parts if part.n not in speaking and several and groups]
    kept = [part for part in parts if part not in silent]
    in_labels = labels_of_repeats(groups, parts) if several else {}
    has_content = bool(groups or answer.images)
    frame = answer.intent.frame if answer.intent else None
    return Layout(
        head=head_of(parts[0]) if parts and not several and has_content else "",
        asked=asked_of(frame) if has_content else "",
        parts=tuple(
            _part(
                [g for g in groups if part is None or g.part == part.n],
                _title(part, several) if part is not None and len(parts) > 1 else "",
                in_labels,
            )
            for part in (kept or (None,))
        ),
        silent=titles_of(silent),
    )


def lines_in(parts: Sequence[PartLayout]) -> Iterator[Line]:
    """All lines, in the order in which they are read."""
    shown = (each for part in parts for _, tier in part.tiers for each in tier)
    more = (each for part in parts for each in part.more)
    return (line for each in (*shown, *more) for run in each.runs for line in run.lines)


def _title(part: Part, several: bool) -> str:
    title = head_of(part) if several or not part.subject else ""
    return " — ".join(filter(None, [part.subject, title]))


def _part(
    groups: Sequence[Group], title: str, in_labels: Mapping[str, Sequence[str]]
) -> PartLayout:
    repeats = Repeats(pages_of_repeats(groups), in_labels)
    more = [group for group in groups if _tier(group) is Tier.MORE]
    above = (group for group in groups if _tier(group) is not Tier.MORE)
    boxed = [g for g in groups if g.section_key == "boxed_warning"]
    is_folded = boxed and all(group in more for group in boxed)
    seen = {letters(q) for g in groups for q in g.quotes if q.tier is not Tier.MORE}
    return PartLayout(
        title=title,
        tiers=tuple(
            (tier, tuple(_section(group, repeats) for group in run))
            for tier, run in groupby(above, key=_tier)
        ),
        more=tuple(_section(group, repeats) for group in more),
        folded=len({letters(q) for g in more for q in g.quotes} - seen),
        where=sections_of(more) if more else "",
        boxed=_line(boxed[0].quotes[0], repeats) if is_folded else None,
    )


def _tier(group: Group) -> Tier:
    return group.quotes[0].tier


def _section(group: Group, repeats: Repeats) -> Shown:
    quotes = {quote.fact_id: quote for quote in group.quotes}
    return laid_out(
        heading_of(group),
        ((quote.context, _line(quote, repeats)) for quote in group.quotes),
        cited=lambda lines: cited([quotes[line.fact_id] for line in lines], repeats),
    )


def _line(quote: Quote, repeats: Repeats) -> Line:
    return Line(quote.fact_id, quote.text, quote.page or 0, cited([quote], repeats))
